"""Promises and futures: what sessions cannot say. The future is held against asyncio's, in every short program."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import gc
import itertools
from collections.abc import Callable
from contextlib import closing, suppress
from typing import Any

import pytest

from ghetto_asyncio.callbacks import call
from ghetto_asyncio.clocks.virtual import Loop
from ghetto_asyncio.futures import future as plain
from ghetto_asyncio.futures import reported, steps_await, steps_inline
from ghetto_asyncio.futures.inline_callbacks import inline_callbacks
from ghetto_asyncio.promises import steps_blocking, steps_pyramid, steps_then
from ghetto_asyncio.promises.kitchen import Kitchen


class Empty(Exception):
    """An exception that is false, as some with a length are."""

    def __bool__(self) -> bool:
        return False


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
