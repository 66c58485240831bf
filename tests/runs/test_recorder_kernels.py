"""What the recorder tells of kernels: requests and answers, who is where, and who woke whom."""
from __future__ import annotations

import shutil
from textwrap import dedent

import pytest

from press.catalogue import PACKAGE, ROOT, Listing
from press.figures.kept import load
from press.figures.recordings import as_text
from tests.support.tiny.run import TinyRun, tiny_run
from whoruns.story.sentences import happening

__all__ = ["kernel_run", "tiny_run"]

HEAD = """
    from ghetto_asyncio.kernel.places import Place
    from ghetto_asyncio.kernel.traps import park, schedule, sleep, spawn, trap, wake
    from ghetto_asyncio.cancellation.timeout import timeout_after
"""
RUN = """
    from ghetto_asyncio.cancellation.virtual import Kernel
    from ghetto_asyncio.part.thing import program
    files = ("part.thing", "cancellation.kernel", "kernel.kernel", "clocks.virtual")
    places = {"ready": "ready", "sleepers": "sleep", "sockets": "read", "timeouts": ""}
    clock = "now"

    def main():
        Kernel().run(program())
"""


@pytest.fixture
def kernel_run(tiny_run: TinyRun) -> TinyRun:
    """A tree to record in, with the kernels of the book."""
    for chapter in ("kernel", "cancellation", "clocks", "callbacks", "mainloop", "descriptors"):
        shutil.copytree(ROOT / PACKAGE / chapter, tiny_run.root / PACKAGE / chapter)
    return tiny_run


def told(run: TinyRun, listing: str, setting: str = "") -> list[str]:
    """Record; return what the steps say."""
    run.write(dedent(HEAD) + dedent(listing), dedent(RUN) + setting)
    path = Listing("part.thing", run.root).recording
    path.write_text(as_text(run.record()), "utf-8")
    recording = load("part.thing", run.root)
    texts = [str(happening(recording, number)).replace("\u00a0", " ") for number in range(len(recording.steps))]
    return [said for text in texts for said in text.split("; ")]


def in_order(said: list[str], *expected: str) -> bool:
    """Are all these said, one after the other?"""
    rest = iter(said)
    return all(each in rest for each in expected)


JOIN = """
    async def child():
        await schedule()
        return 42

    async def program():
        task = await spawn(child())
        print(await task.join())
"""


def test_a_request_and_its_answer(kernel_run: TinyRun) -> None:
    said = told(kernel_run, JOIN)
    assert in_order(said, "program asks for spawn(<child>, None)", "child enters ready", "program gets <Task child>")


def test_who_waits_for_the_end_of_another_is_woken_by_it(kernel_run: TinyRun) -> None:
    assert in_order(
        told(kernel_run, JOIN), "program asks for park(<Place the end of child>)", "program waits for the end of child",
        "child returns 42", "program waits no more for the end of child", "program enters ready",
        "program is woken by child", "prints 42",
    )


def test_an_error_is_thrown_in_and_passes_all_who_wait(kernel_run: TinyRun) -> None:
    listing = """
        async def inner():
            await sleep(5)

        async def child():
            try:
                await inner()
            finally:
                await schedule()
                print("clean")

        async def program():
            task = await spawn(child())
            await schedule()
            print(await task.cancel())
    """
    said = told(kernel_run, listing)
    assert in_order(
        said, "5 child enters sleepers", "program asks for cancel(<Task child>, CancelledError())",
        "the entry 5 child counts no more", "child is woken by program", "child gets CancelledError(), thrown in",
        "inner fails: CancelledError()", "child asks for schedule()", "child goes on", "prints clean",
        "child fails: CancelledError()", "program is woken by child", "prints True",
    )


def test_an_error_that_is_caught_at_once_hands_control_back_through_all(kernel_run: TinyRun) -> None:
    listing = """
        async def inner():
            try:
                await sleep(5)
            except BaseException:
                await sleep(1)

        async def program():
            async with timeout_after(2):
                await inner()
    """
    said = told(kernel_run, listing)
    thrown = "program gets TimedOut(<timeout_after 1>), thrown in"
    assert in_order(said, thrown, "program asks for sleep(1)", "program ends")


def test_nested_timeouts_say_until_when(kernel_run: TinyRun) -> None:
    listing = """
        async def program():
            async with timeout_after(3):
                try:
                    async with timeout_after(1):
                        await sleep(5)
                except TimeoutError:
                    print("inner")
    """
    said = told(kernel_run, listing)
    assert in_order(
        said, "3 program enters timeouts", "1 program enters timeouts", "5 program enters sleepers",
        "the clock jumps from 0 s to 1 s", "program enters ready", "prints inner", "the entry 3 program counts no more",
    )
    recording = load("part.thing", kernel_run.root)
    assert {state for moment in recording.moments for state in moment.states.values()} >= {"sleep", "ready", "held"}


def test_places_are_known_by_the_tasks_in_them(kernel_run: TinyRun) -> None:
    listing = """
        async def child(place):
            await park(place)

        async def program():
            place = Place("a fork")
            for number in range(2):
                await spawn(child(place))
            await schedule()
            await wake(place, 2)
            await schedule()
    """
    said = told(kernel_run, listing)
    assert in_order(said, "child waits for a fork", "child 2 waits for a fork", "child is woken by program")
    kept = load("part.thing", kernel_run.root)
    assert kept.queues == {"ready": "ready", "sleepers": "sleep", "sockets": "read", "timeouts": "", "a fork": "read"}


def test_a_request_that_fails_is_thrown_in(kernel_run: TinyRun) -> None:
    listing = """
        async def program():
            try:
                await trap("dance")
            except AttributeError:
                print("no")
    """
    said = told(kernel_run, listing)
    assert "program asks for dance()" in said
    assert any(each.startswith("program gets AttributeError(") and each.endswith(", thrown in") for each in said)
