"""What the page on coroutine objects says and its sessions do not show."""
from __future__ import annotations

import asyncio
import gc
import types
from collections.abc import Awaitable, Callable, Coroutine, Generator
from typing import Any

import pytest

from ghetto_asyncio.coroutines import anatomy, chain, decorator, dialogue, drive, pause
from ghetto_asyncio.coroutines.solutions import by_hand, handlers, not_begun, refuse
from ghetto_asyncio.mainloop import coroutines, simple, sturdy
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


def test_a_coroutine_that_somebody_awaits_is_refused_and_goes_on() -> None:
    async def boil() -> str:
        await pause.Pause()
        return "tea"

    for way in (native, by_hand.awaited):
        tea = boil()
        ann, bob = way(tea), way(tea)
        ann.send(None)
        with pytest.raises(RuntimeError, match="is being awaited already"):
            bob.send(None)
        with pytest.raises(StopIteration, match="tea"):
            ann.send(None)


def test_a_method_on_the_object_is_not_looked_for() -> None:
    thing = types.SimpleNamespace(__await__=lambda: iter([1]))
    with pytest.raises(TypeError):
        drive.drive(by_hand.awaited(thing))
    with pytest.raises(TypeError):
        drive.drive(native(thing))


def test_the_question_that_comes_out_of_throw_is_answered() -> None:
    asked: list[str] = []

    def answer(request: str) -> str:
        asked.append(request)
        if request.startswith("first"):
            raise KeyError(request)
        return request.upper()

    async def stubborn_asker() -> str:
        try:
            return str(await dialogue.ask("first"))
        except KeyError:
            try:
                return str(await dialogue.ask("first again"))
            except KeyError:
                return str(await dialogue.ask("last"))

    assert refuse.drive(stubborn_asker(), answer) == "LAST"
    assert asked == ["first", "first again", "last"]


def test_ctrl_c_in_an_answer_is_no_answer() -> None:
    def answer(_request: str) -> str:
        raise KeyboardInterrupt

    coro = dialogue.order("Ann")
    with pytest.raises(KeyboardInterrupt):
        refuse.drive(coro, answer)
    coro.close()


def test_handlers_pass_on_what_is_thrown_and_clean_up() -> None:
    said: list[str] = []

    async def careful() -> None:
        try:
            await dialogue.ask("elsewhere")
        except asyncio.CancelledError:
            said.append("cancelled")
            raise
        finally:
            said.append("cleaned up")

    outer = handlers.handle(handlers.handle(careful(), {}), {})
    assert outer.send(None) == "elsewhere"
    with pytest.raises(asyncio.CancelledError):
        outer.throw(asyncio.CancelledError())
    assert said == ["cancelled", "cleaned up"]


def test_the_inner_handler_answers_first() -> None:
    both = {"now": lambda: "inner", "random": lambda: 1}
    outer = handlers.handle(handlers.handle(handlers.lottery("Ann"), both), {"now": lambda: "outer"})
    assert drive.drive(outer) == "Ann drew 1 at inner"


def test_one_send_passes_every_frame_of_the_chain() -> None:
    async def deep(levels: int) -> Any:
        return await (deep(levels - 1) if levels else dialogue.ask("who?"))

    outermost = deep(50)
    assert outermost.send(None) == "who?"
    assert [each.__name__ for each in chain.chain(outermost)] == ["deep"] * 51 + ["ask"]
    with pytest.raises(StopIteration, match="Ann"):
        outermost.send("Ann")


def test_await_asks_an_object_once_for_its_iterator() -> None:
    asked: list[str] = []

    class Counted(pause.Pause):
        def __await__(self) -> Made:
            asked.append("asked")
            return (yield from super().__await__())

    drive.drive(native(Counted()))
    assert asked == ["asked"]


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


def test_the_mark_is_on_the_function_of_the_simpler_loop_too() -> None:
    assert coroutines.Loop.sock_recv is simple.Loop.sock_recv is sturdy.Loop.sock_recv


def test_a_plain_generator_may_not_delegate_to_a_coroutine() -> None:
    def plain(coro: Any) -> Made:
        return (yield from coro)

    coro = dialogue.order("Ann")
    with pytest.raises(TypeError, match="non-coroutine generator"):
        next(plain(coro))
    assert drive.drive(decorator.coroutine(plain)(pause.talk("Ann", 0))) is None
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
