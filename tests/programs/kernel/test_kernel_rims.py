"""The rims of the kernels: nonsense is an error of the task that asks, and an error of one task ends no other."""
from __future__ import annotations

# mypy: allow-untyped-calls
from typing import Any

import pytest

from ghetto_asyncio.cancellation.timeout import timeout_after
from ghetto_asyncio.kernel import virtual
from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import clock, park, schedule, sleep, spawn, trap
from tests.support.loops.quick_kernels import KERNELS

ALL: dict[str, type[Any]] = {"whole": virtual.Kernel, **KERNELS}
NONSENSE = [("tea",), ("tea", 1), ("spawn",), ("sleep", "x"), ("sleep", 1j), ("sleep", float("nan")), ("wake", 7, 1),
            ("__init__",), ("cancel", "tea"), ("interrupt", "tea", "x"), ("set_timeout", "tea", 1)]


@pytest.mark.parametrize("request_", NONSENSE, ids=str)
@pytest.mark.parametrize("name", ALL)
def test_a_request_that_makes_no_sense_is_an_error_of_the_task(name: str, request_: tuple[object, ...]) -> None:
    async def main() -> Any:
        with pytest.raises((AttributeError, TypeError, ValueError)):
            await trap(*request_)
        await sleep(3)
        return await clock()

    assert ALL[name]().run(main()) == 3


@pytest.mark.parametrize("name", KERNELS)
def test_what_cannot_be_raised_and_no_time_are_errors_of_the_task(name: str) -> None:
    async def main() -> Any:
        other = await spawn(sleep(5))
        for error in ("stop", UnicodeDecodeError, int):
            with pytest.raises(TypeError):
                await other.cancel(exc=error)
        with pytest.raises(TypeError, match="'x' cannot be raised"):
            await trap("interrupt", other, "x")
        for seconds in (1j, float("nan"), "long"):
            with pytest.raises((TypeError, ValueError)):
                async with timeout_after(seconds):
                    pass
        await other.join()
        return await clock()

    assert KERNELS[name]().run(main()) == 5


@pytest.mark.parametrize("name", ALL)
def test_an_error_without_words_ends_nobody_else(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    class Wordless(Exception):
        def __repr__(self) -> str:
            raise TypeError("no words")

    async def fails() -> None:
        raise Wordless

    async def main() -> Any:
        other, orphan = await spawn(sleep(5)), await spawn(fails(), "Bob")
        await other.join()
        return await clock(), orphan.ended

    assert ALL[name]().run(main()) == (5, True)
    assert capsys.readouterr().out == "Bob failed, and has no words: TypeError('no words')\n"


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


@pytest.mark.parametrize("name", KERNELS)
def test_who_waits_for_ever_while_tidying_up_is_named_and_closed(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
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

    assert KERNELS[name]().run(main()) == "value"
    assert capsys.readouterr().out == "while closing: nobody can go on: bob waits for godot\n"
