"""Promises and futures: what sessions cannot say. The future is held against asyncio's, in every short program."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import gc
import itertools
import traceback
from collections.abc import Callable, Generator
from contextlib import closing, suppress
from typing import Any

import pytest

from ghetto_asyncio.callbacks import call, ready_queue
from ghetto_asyncio.clocks.virtual import Loop
from ghetto_asyncio.futures import future as plain
from ghetto_asyncio.futures import reported, steps_await, steps_inline
from ghetto_asyncio.futures.inline_callbacks import inline_callbacks
from ghetto_asyncio.promises import steps_blocking, steps_pyramid, steps_then
from ghetto_asyncio.promises.kitchen import Kitchen
from ghetto_asyncio.promises.promise import Promise
from ghetto_asyncio.promises.solutions import cycle


class Empty(Exception):
    """An exception that is false, as some with a length are."""

    def __bool__(self) -> bool:
        return False


# ---- the future

STEPS: dict[str, Callable[[Any], object]] = {
    "value": lambda future: future.set_result(1),
    "error": lambda future: future.set_exception(ValueError("burnt")),
    "false": lambda future: future.set_exception(Empty()),
    "cancel": lambda future: future.cancel(),
    "result": lambda future: future.result(),
    "done": lambda future: future.done(),
}


def lived(future: Any, program: tuple[str, ...], go_round: Callable[[], None]) -> list[object]:
    """Return all that happens to somebody who does these steps, one after another."""
    happened: list[object] = []
    for number, step in enumerate(program):
        if step == "call":
            future.add_done_callback(lambda each, number=number: happened.append((number, each is future)))
        elif step == "round":
            go_round()
        else:
            try:
                happened.append(STEPS[step](future))
            except BaseException as error:
                happened.append(type(error))
    go_round()
    return happened


def test_in_every_short_program_it_is_asyncios() -> None:
    """All programs of four steps, 4096 of them; asyncio makes the calls in a later round, as we do."""
    theirs = asyncio.SelectorEventLoop()

    def go_round() -> None:
        theirs.call_soon(theirs.stop)
        theirs.run_forever()

    with closing(theirs):
        for program in itertools.product([*STEPS, "call", "round"], repeat=4):
            loop, other = call.Loop(), theirs.create_future()
            mine = lived(plain.Future(loop), program, loop.run_once)
            assert mine == lived(other, program, go_round), program
            if other.done() and not other.cancelled():
                other.exception()


def test_a_traceback_does_not_grow() -> None:
    future = plain.Future(call.Loop())
    future.set_exception(ValueError("burnt"))
    lengths = set()
    for _ in range(3):
        with pytest.raises(ValueError, match="burnt") as caught:
            future.result()
        lengths.add(len(traceback.extract_tb(caught.value.__traceback__)))
    assert len(lengths) == 1


def test_await_gives_out_the_future_once() -> None:
    future = plain.Future(call.Loop())
    waits = future.__await__()
    assert next(waits) is future
    with pytest.raises(asyncio.InvalidStateError):
        next(waits)
    future.set_result("eggs")
    with pytest.raises(StopIteration) as stop:
        next(future.__await__())
    assert stop.value.value == "eggs"


# ---- the report


@pytest.mark.parametrize(
    ("use", "reports"),
    [
        ("", 0), ("error", 1), ("false", 1), ("error result", 0), ("error exception", 0), ("value", 0), ("cancel", 0),
        ("result error", 1), ("exception error", 1), ("value error", 0), ("cancel error", 0), ("error done", 1),
        ("cancel exception", 0),
    ],
)
def test_it_is_reported_if_nobody_has_looked(use: str, reports: int, capsys: pytest.CaptureFixture[str]) -> None:
    future = reported.Future(call.Loop())
    steps = {**STEPS, "exception": lambda future: future.exception()}
    for step in use.split():
        with suppress(ValueError, Empty, asyncio.InvalidStateError, asyncio.CancelledError):
            steps[step](future)
    del future
    gc.collect()
    assert capsys.readouterr().out.count("nobody asked") == reports


# ---- the driver


def run(loop: Any, steps: Any) -> Any:
    """Drive a generator or a coroutine until nothing is left to do; return its future."""
    outcome = inline_callbacks(loop, steps)
    loop.run_until_idle()
    return outcome


def test_what_waits_can_be_waited_for() -> None:
    loop = call.Loop()

    def inner() -> Generator[Any, Any, str]:
        future = plain.Future(loop)
        loop.call_soon(future.set_result, "eggs")
        return f"{yield future} for Ann"

    async def outer() -> str:
        return str(await inline_callbacks(loop, inner()))

    assert run(loop, outer()).result() == "eggs for Ann"


def test_a_thousand_futures_that_are_done_take_no_stack() -> None:
    loop = call.Loop()
    done = plain.Future(loop)
    done.set_result(1)

    def steps() -> Generator[Any, Any, int]:
        total = 0
        for _ in range(5000):
            total += yield done
        return total

    assert run(loop, steps()).result() == 5000


def test_only_the_end_of_the_program_goes_through() -> None:
    async def fails(error: BaseException) -> None:
        raise error

    loop = call.Loop()
    assert isinstance(run(loop, fails(ValueError())).error, ValueError)
    assert run(loop, fails(asyncio.CancelledError())).state == "cancelled"
    with pytest.raises(KeyboardInterrupt):
        run(loop, fails(KeyboardInterrupt()))


# ---- promises


def seen(promise: Any) -> list[object]:
    """Return a list that will hold what a promise comes to."""
    outcome: list[object] = []
    promise.then(outcome.append, outcome.append)
    return outcome


def test_no_callback_is_called_by_those_who_resolve_or_ask() -> None:
    loop = call.Loop()
    early, late = Promise(loop), Promise(loop)
    late.resolve("tea")
    outcomes = seen(early), seen(late)
    early.resolve("eggs")
    assert outcomes == ([], [])
    loop.run_until_idle()
    assert outcomes == (["eggs"], ["tea"])


def test_who_has_been_resolved_with_a_promise_stays_with_it() -> None:
    loop = call.Loop()
    outer, inner = Promise(loop), Promise(loop)
    outcome = seen(outer)
    outer.resolve(inner)
    outer.resolve("too late")
    outer.reject(ValueError("too late"))
    inner.resolve("eggs")
    loop.run_until_idle()
    assert outcome == ["eggs"]


@pytest.mark.parametrize("error", [ValueError("burnt"), Empty(), asyncio.CancelledError()], ids=repr)
def test_an_error_travels_and_can_be_mended(error: BaseException) -> None:
    loop = ready_queue.Loop()

    def fail(_value: object) -> None:
        raise error

    start = Promise(loop)
    failed = start.then(fail).then(lambda value: f"never {value}")
    outcomes = seen(failed), seen(failed.then(on_error=lambda error: "mended"))
    start.resolve("eggs")
    loop.run_until_idle()
    assert outcomes == ([error], ["mended"])


@pytest.mark.parametrize("number", range(1, 6))
def test_no_circle_waits_for_ever(number: int) -> None:
    loop = call.Loop()
    promises = [cycle.Promise(loop) for _ in range(number)]
    outcomes = [seen(promise) for promise in promises]
    for promise, other in zip(promises, [*promises[1:], promises[0]]):
        promise.resolve(other)
    loop.run_until_idle()
    assert [type(each) for (each,) in outcomes] == [TypeError] * number
    assert all(promise.waits_for is None for promise in promises)


def test_a_driver_waits_for_each_in_turn() -> None:
    def bob() -> Generator[Any, Any, list[str]]:
        said = [(yield eggs)]
        try:
            yield toast
        except ValueError as error:
            said.append(str(error))
        return said

    loop = call.Loop()
    eggs, toast = plain.Future(loop), plain.Future(loop)
    outcome = inline_callbacks(loop, bob())
    toast.set_exception(ValueError("burnt"))
    loop.run_until_idle()
    assert outcome.state == "pending"
    eggs.set_result("eggs")
    loop.run_until_idle()
    assert outcome.result() == ["eggs", "burnt"]


def test_a_driver_refuses_what_is_no_future() -> None:
    loop = call.Loop()
    outcome = inline_callbacks(loop, (number for number in (7, 8)))
    loop.run_until_idle()
    with pytest.raises(AttributeError, match="add_done_callback"):
        outcome.result()


@pytest.mark.parametrize("name", ["Ann", "Bob", "Eve", "a stranger"])
def test_the_five_texts_say_the_same(name: str) -> None:
    said: list[str] = []
    with closing(Loop()) as loop:
        said.append(steps_blocking.breakfast(Kitchen(loop, steps_blocking.block), name))
        steps_pyramid.breakfast(Kitchen(loop, steps_pyramid.call_back), name, said.append)
        steps_then.breakfast(Kitchen(loop, steps_then.promise), name).then(said.append)
        for text in steps_inline, steps_await:
            steps = text.breakfast(Kitchen(loop, steps_inline.begin), name)
            inline_callbacks(loop, steps).add_done_callback(lambda future: said.append(future.result()))
        loop.run_until_idle()
    assert len(said) == 5
    assert len(set(said)) == 1
