"""The end of the main task cancels whoever is left; a shield puts that off; a task that never hears is heard of."""
from __future__ import annotations

# mypy: allow-untyped-calls
import socket
from asyncio import CancelledError
from typing import Any

import pytest

from ghetto_asyncio.cancellation.cleanup import echo
from ghetto_asyncio.cancellation.shield import shield
from ghetto_asyncio.cancellation.solutions import level
from ghetto_asyncio.cancellation.virtual import Kernel
from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import clock, park, read_wait, schedule, sleep, spawn, trap
from tests.support.loops.main_loops import Pair
from tests.support.loops.quick_kernels import on_every_kernel

__all__ = ["on_every_kernel"]


async def nap(log: list[Any]) -> None:
    """Sleep for long, tidy up for a second, and tell when that was done."""
    try:
        await sleep(9)
    except CancelledError:
        await sleep(1)
        raise
    finally:
        log.append(await clock())


@pytest.mark.parametrize("error", [None, ZeroDivisionError, KeyboardInterrupt, SystemExit])
def test_whoever_is_left_tidies_up_when_main_ends(error: Any) -> None:
    log: list[Any] = []

    async def main() -> str:
        for _ in range(2):
            await spawn(nap(log))
        await sleep(3)
        if error:
            raise error
        return "value"

    if error:
        with pytest.raises(error):
            Kernel().run(main())
    else:
        assert Kernel().run(main()) == "value"
    assert log == [4.0, 4.0]


def test_after_the_report_of_a_deadlock_they_tidy_up() -> None:
    log: list[Any] = []

    async def waits(place: Place) -> None:
        try:
            await park(place)
        finally:
            await nap(log)

    async def main() -> None:
        place = Place("godot")
        await spawn(waits(place), "bob")
        await waits(place)

    with pytest.raises(RuntimeError, match="main waits for godot, bob waits for godot"):
        Kernel().run(main())
    assert log == [9.0, 9.0]


def test_who_waits_for_ever_while_tidying_up_is_named_and_closed(capsys: pytest.CaptureFixture[str]) -> None:
    place = Place("godot")

    async def bob() -> None:
        try:
            await sleep(9)
        finally:
            await park(place)

    async def main() -> str:
        await spawn(bob())
        await schedule()
        return "value"

    assert Kernel().run(main()) == "value"
    assert capsys.readouterr().out == "while closing: nobody can go on: bob waits for godot\n"


def test_a_task_that_spawns_another_when_it_is_cancelled_comes_to_an_end() -> None:
    heads = []

    async def head() -> None:
        heads.append("hiss")
        try:
            await sleep(9)
        finally:
            await spawn(head())

    async def main() -> None:
        await spawn(head())
        await schedule()

    Kernel().run(main())
    assert len(heads) <= 3


@pytest.mark.parametrize(("name", "error"), [("release", OSError), ("interrupt", ZeroDivisionError)])
def test_who_has_survived_a_cancel_is_cancelled_at_the_end_behind_what_is_on_its_way(
    name: str, error: type[Exception], pair: Pair,
) -> None:
    """In the round in which the main task ends, it is given another error."""
    met: list[Any] = []

    async def stays() -> None:
        for wish in (read_wait(pair[0]), read_wait(pair[0]), sleep(9)):
            try:
                await wish
            except (error, CancelledError) as what:
                met.append(type(what))

    async def main() -> None:
        task = await spawn(stays())
        await schedule()
        await task.cancel(blocking=False)
        await schedule()
        await trap(name, *{"release": [pair[0]], "interrupt": [task, error()]}[name])

    Kernel().run(main())
    assert met == [CancelledError, error, CancelledError]


def test_who_is_being_cancelled_with_an_error_when_main_ends_tidies_up() -> None:
    ended: list[float] = []

    async def bob() -> None:
        try:
            await sleep(9)
        except ZeroDivisionError:
            await sleep(1)
            ended.append(await clock())

    async def main() -> None:
        task = await spawn(bob())
        await schedule()
        await task.cancel(blocking=False, exc=ZeroDivisionError)

    Kernel().run(main())
    assert ended == [1.0]


def test_a_shield_in_a_shield_and_the_error_after_the_last() -> None:
    async def main() -> Any:
        log: list[Any] = []

        async def pay() -> None:
            async with shield():
                async with shield():
                    await sleep(2)
                await sleep(2)
                log.append(await clock())
            log.append("thanks")
            await sleep(2)
            log.append("never")

        task = await spawn(pay())
        await sleep(1)
        await task.cancel()
        return log, type(task.error), await clock()

    assert Kernel().run(main()) == ([4.0, "thanks"], CancelledError, 4.0)


def test_who_leaves_the_shield_and_ends_was_not_cancelled() -> None:
    async def main() -> Any:
        async def pay() -> str:
            async with shield():
                await sleep(2)
            return "change"

        task = await spawn(pay())
        await sleep(1)
        return await task.cancel(), await task.join()

    assert Kernel().run(main()) == (True, "change")


def test_a_socket_that_a_task_was_given_is_closed_although_it_never_began() -> None:
    ours, theirs = socket.socketpair()
    ours.setblocking(False)

    async def main() -> None:
        await (await spawn(echo(ours))).cancel()

    with theirs:
        Kernel().run(main())
        assert (ours.fileno(), theirs.recv(100)) == (-1, b"bye\n")


def test_who_never_hears_does_not_keep_the_others_waiting() -> None:
    said: list[Any] = []

    async def deaf() -> None:
        while len(said) < 10:
            try:
                await sleep(60)
            except CancelledError:
                said.append(0)

    async def main() -> Any:
        task = await spawn(deaf())
        await schedule()
        await task.cancel(blocking=False)
        for _ in range(5):
            await schedule()
            assert len(said) < 10
        await task.cancel()
        return await clock()

    assert level.Kernel().run(main()) == 0.0
