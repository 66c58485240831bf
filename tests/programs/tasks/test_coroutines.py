"""What the page on coroutine objects says and its sessions do not show."""
from __future__ import annotations

import gc
import types
from collections.abc import Awaitable, Callable, Coroutine, Generator
from typing import Any

import pytest

from ghetto_asyncio.coroutines import anatomy, dialogue, drive
from ghetto_asyncio.coroutines.solutions import by_hand, not_begun
from tests.support.loops.stories import STEPS, STORIES, echo, empty, failing, stubborn
from tests.support.shell import run
from whoruns.tests.pythons import pythons

Made = Generator[Any, Any, Any]


class Object:
    """Awaits what it is given."""

    def __init__(self, iterator: Any) -> None:
        self.iterator = iterator

    def __await__(self) -> Any:
        return self.iterator


async def native(thing: Awaitable[Any]) -> Any:
    """Await something, as Python has it."""
    return await thing


WAYS: dict[str, Callable[[Made], Any]] = {
    "coroutine": lambda made: native(Object(made)),
    "marked": lambda made: types.coroutine(lambda: (yield from made))(),
    "object": Object,
}
"""What can be awaited, made of a generator."""


def tell(resumed: Any, log: list[Any], story: tuple[str, ...]) -> list[Any]:
    """Resume something step by step; return all that can be seen."""
    for step in story:
        if step == "next":
            step = "none"
        try:
            log.append((step, resumed.send(None) if step == "none" else STEPS[step](resumed)))
        except BaseException as error:
            log.append((step, type(error)))
    try:
        resumed.close()
    except RuntimeError as error:
        log.append(error.args)
    return log


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("make", [echo, stubborn, failing, empty], ids=lambda make: make.__name__)
def test_await_by_hand_is_await(way: str, make: Callable[[list[Any]], Made]) -> None:
    for story in STORIES:
        if story[0] != "next":  # what is not begun leaves a coroutine that nobody awaits
            continue
        mine: list[Any] = []
        pythons_own: list[Any] = []
        ours = native(Object(by_hand.awaited(WAYS[way](make(mine)))))
        assert tell(ours, mine, story) == tell(native(WAYS[way](make(pythons_own))), pythons_own, story), story


REFUSED = {
    "number": 3, "list": [1], "iterator": iter([1]), "generator": (n for n in "ab"), "object": Object([1]),
    "function": len, "marked iterator": Object(types.coroutine(lambda: (yield))()),
}


@pytest.mark.parametrize("thing", REFUSED.values(), ids=REFUSED)
def test_what_await_refuses_is_refused(thing: Any) -> None:
    with pytest.raises(TypeError):
        drive.drive(native(thing))
    with pytest.raises(TypeError):
        drive.drive(by_hand.awaited(thing))


def test_a_coroutine_that_is_dropped_in_the_middle_is_closed(capsys: pytest.CaptureFixture[str]) -> None:
    visitor: Coroutine[Any, Any, Any] | None = anatomy.visit("Ann")
    assert visitor is not None
    visitor.send(None)
    visitor = None
    gc.collect()
    assert capsys.readouterr().out == "Ann comes in\nAnn leaves\n"


def test_what_has_begun_is_not_listed() -> None:
    begun, fresh = anatomy.visit("Ann"), dialogue.order("Bob")
    begun.send(None)
    others = [dialogue.measure("Eve"), anatomy.visit("Eve")]
    assert not_begun.not_begun(anatomy.visit, dialogue.order) == ["order", "visit"]
    for coro in (begun, fresh, *others):
        coro.close()


HISTORY = """
import asyncio, types
@types.coroutine
def old():
    yield
async def main():
    try:
        await asyncio.create_task(old())
        return "taken"
    except TypeError as error:
        return str(error)[:24]
print(hasattr(asyncio, "coroutine"), asyncio.run(main()))
"""


def test_since_when_the_old_form_does_not_work() -> None:
    for version, python in pythons().items():
        taken = "taken" if version.startswith("3.11.") else "a coroutine was expected"
        assert run(python, "-E", "-W", "ignore", "-c", HISTORY).said.strip() == f"False {taken}", version
