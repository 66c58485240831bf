"""The whole kernel keeps its promises: a task is in one place, a request ends nobody else, a switch costs the same."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import inspect
import random
import socket
import sys
from collections import Counter
from contextlib import ExitStack, suppress
from dataclasses import replace
from types import FrameType
from typing import Any

import pytest

from ghetto_asyncio.kernel import deadlines, kernel, places, sockets, task, virtual
from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import park, read_wait, schedule, sleep, spawn, trap, wake
from press.catalogue import ROOT, Listing
from press.figures.kept import load
from press.figures.recordings import every_run
from tests.support.loops.main_loops import pair
from tests.support.recorded import recorded
from whoruns.story.recording import Recording
from whoruns.story.replay import Standing

KERNELS = [name for name in every_run() if '"kernel": true' in Listing(name, ROOT).recording.read_text("utf-8")]


def strays(recording: Recording) -> list[str]:
    """Say which task is in two places at a moment, or in none although another task runs and it has not ended."""
    found = []
    known: set[int] = set()
    for number, moment in enumerate(recording.moments):
        held = {name: items for name, items in moment.queues.items() if recording.queues[name]}
        there = Counter(item.lane for items in held.values() for item in items if not item.cancelled)
        known |= set(there)
        others = known - {recording.folded[moment.event["lane"]]}
        turn = recording.lanes[moment.event["lane"]]["kind"] == "task" and moment.event["ev"] == "line"
        name = {lane: recording.lanes[lane]["name"] for lane in known}
        found += [f"{number}: {name[lane]} is in {there[lane]} places" for lane in there if there[lane] > 1]
        found += [
            f"{number}: {name[lane]} is nowhere"
            for lane in others if turn and not there[lane] and moment.states[lane] not in ("done", "calls", "pass")
        ]
    return found


@pytest.mark.parametrize("name", KERNELS)
def test_a_task_of_a_recorded_kernel_is_in_one_place(name: str) -> None:
    assert strays(recorded(name)) == []


def test_a_task_in_two_places_is_found() -> None:
    recording = load("kernel.everywhere", ROOT)  # one of its own, to be spoilt
    moment = next(moment for moment in recording.moments if moment.queues.get("sockets"))
    twice = dict(moment.queues) | {"ready": (*moment.queues["ready"], *moment.queues["sockets"])}
    spoilt = Standing({}, ())
    spoilt.queues = twice
    recording.moments[:] = [replace(moment, standing=spoilt)]
    assert "Bob is in 2 places" in strays(recording)[0]


class Watched(virtual.Kernel):
    """Looks before each turn and after it where everybody is."""

    def __init__(self, others: list[Place]) -> None:
        super().__init__()
        self.others = others

    def step(self, task: Any) -> None:
        self.look(task)
        super().step(task)
        self.look(None)

    def look(self, running: Any) -> None:
        """See that whoever has not ended, and does not run, is in one place, and knows in which."""
        asleep = [entry[2] for entry in self.sleepers.heap if entry[2].deadline is entry]
        watched = [one for key in self.sockets.selector.get_map().values() for one in key.data.values()]
        there = [(one, self.sleepers) for one in asleep] + [(one, self.sockets) for one in watched]
        joined = [one.joiners for one in self.tasks]
        there += [(one, place) for place in (self.ready, *joined, *self.others) for one in place]
        assert sorted(id(one) for one, _place in there) == sorted(id(one) for one in self.tasks if one is not running)
        assert all(one.place is place for one, place in there)


class Unlucky(Exception):
    """The dice have it."""


async def anything(seed: int, left: int, tables: list[Place], socks: list[socket.socket], met: list[Any]) -> int:
    """Do this and that, as the dice have it."""
    dice = random.Random(seed)
    for _ in range(dice.randrange(1, 12)):
        match dice.randrange(9):
            case 0 | 1 if left:
                work = anything(dice.randrange(10**9), left - 1, tables, socks, met)
                met.append(await spawn(work, f"task {len(met)}"))
            case 2:
                await sleep(dice.choice((-1, 0, 0, 1, 1, 5)))
            case 3 if met:
                with suppress(Unlucky, RuntimeError):
                    await dice.choice(met).join()
            case 4:
                await park(dice.choice(tables))
            case 5:
                await wake(dice.choice(tables), dice.randrange(4))
            case 6:
                dice.choice(socks).send(b"x")
            case 7:
                try:
                    await read_wait(dice.choice(socks))
                except RuntimeError:
                    await schedule()
            case 8 if not dice.randrange(5):
                raise Unlucky
            case _:
                await schedule()
    return seed


@pytest.mark.parametrize("seed", range(100))
def test_a_task_is_in_one_place_whatever_it_does(seed: int) -> None:
    tables = [Place("a table"), Place("another table")]
    socks = [*pair(), *pair()]
    met: list[Any] = []
    started = Watched(tables)
    with ExitStack() as stack:
        for sock in socks:
            stack.enter_context(sock)
        stack.enter_context(suppress(Unlucky, RuntimeError))
        started.run(anything(seed, 4, tables, socks, met))
    assert {inspect.getcoroutinestate(one.coro) for one in met} <= {"CORO_CLOSED"}
    assert not started.tasks


NONSENSE = [("tea",), ("tea", 1), ("spawn",), ("sleep", "x"), ("sleep", float("nan")), ("wake", 7, 1), ("__init__",)]


@pytest.mark.parametrize("request_", NONSENSE)
def test_a_request_that_makes_no_sense_is_an_error_of_the_task(request_: tuple[object, ...]) -> None:
    async def main() -> str:
        with pytest.raises((AttributeError, TypeError, ValueError)):
            await trap(*request_)
        await sleep(3)
        return "goes on"

    assert virtual.Kernel().run(main()) == "goes on"


def test_what_was_made_for_asyncio_is_an_error_of_the_task() -> None:
    class Wish:
        def __init__(self, wanted: object) -> None:
            self.wanted = wanted

        def __await__(self) -> Any:
            yield self.wanted

    async def main() -> None:
        with asyncio.Runner() as runner:
            future = runner.get_loop().create_future()
            for wanted in (future, None, 7, (), "sleep", [object()]):
                with pytest.raises((AttributeError, RuntimeError, TypeError, ValueError)):
                    await Wish(wanted)

    kernel.Kernel().run(main())


def test_who_is_left_is_closed_and_may_fail(capsys: pytest.CaptureFixture[str]) -> None:
    closed: list[str] = []

    async def waits(name: str) -> None:
        try:
            await sleep(1000)
        finally:
            closed.append(name)
            if name == "Ann":
                raise ValueError("no clean end")
            if name == "Bob":
                await schedule()

    async def main() -> None:
        for name in ("Ann", "Bob", "Eve"):
            await spawn(waits(name), name)
        await schedule()

    virtual.Kernel().run(main())
    assert closed == ["Ann", "Bob", "Eve"]
    said = capsys.readouterr().err
    assert "ValueError: no clean end" in said
    assert "RuntimeError: coroutine ignored GeneratorExit" in said


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_what_is_meant_for_the_program_goes_through(error: type[BaseException]) -> None:
    async def ends() -> None:
        raise error

    async def main() -> None:
        try:
            await spawn(ends())
            await sleep(1000)
        finally:
            closed.append("main")

    closed: list[str] = []
    with pytest.raises(error):
        virtual.Kernel().run(main())
    assert closed == ["main"]


FILES = {module.__file__ for module in (deadlines, kernel, places, sockets, task, virtual)}


def lines_of_turns(sleeping: int, reading: int) -> int:
    """Return how many lines of the kernel are run for a hundred turns of a task, while others sleep and read."""
    lines = 0

    def trace(frame: FrameType, event: str, _arg: object) -> Any:
        nonlocal lines
        if frame.f_code.co_filename not in FILES:
            return None
        lines += event == "line"
        return trace

    async def main(pairs: list[tuple[socket.socket, socket.socket]]) -> None:
        for number in range(sleeping):
            await spawn(sleep(1000 + number))
        for ours, _theirs in pairs:
            await spawn(read_wait(ours))
        await schedule()
        await schedule()
        sys.settrace(trace)
        for _ in range(100):
            await schedule()
        sys.settrace(before)

    before = sys.gettrace()
    pairs = [pair() for _ in range(reading)]
    try:
        virtual.Kernel().run(main(pairs))
    finally:
        sys.settrace(before)
        for ours, theirs in pairs:
            ours.close()
            theirs.close()
    return lines


def test_a_switch_costs_the_same_however_many_wait() -> None:
    few = lines_of_turns(10, 1)
    assert 100 < few < 10_000
    assert lines_of_turns(10_000, 100) == few
