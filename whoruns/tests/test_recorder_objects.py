"""The recorder's events of objects that have lanes, and of functions that are taken for a part of a line."""
from __future__ import annotations

import pytest

from whoruns.tests.tiny import TinyRun

FUTURE = """
    class Future:
        done = False

        def finish(self):
            self.done = True

        def __await__(self):
            yield self

        def is_done(self):
            return self.done

    async def hear(future):
        await future

    def loop():
        future = Future()
        coro = hear(future)
        %s
        send = coro.send
        send(None)
        future.finish()
        future.is_done()
        send = coro.send
        coro.close()
"""
RUN = """
    levels = True
    steps = {"Future.finish": "self", "Future.__await__": "self"}
    names = {"Future.finish": "future", "Future.__await__": "future"}
    inline = ("Future.is_done",)
    def main(): loop()
"""
AWAITED = ["start hear", "start future future.__await__", "yield future <future>", "yield hear <future>"]


def test_a_generator_of_an_object_runs_in_the_lane_of_the_object(tiny_run: TinyRun) -> None:
    assert tiny_run.events(FUTURE % "pass", RUN, "value", "call")[:5] == [*AWAITED, "call future future.finish"]


def test_a_generator_starts_although_its_object_has_been_called_before(tiny_run: TinyRun) -> None:
    events = tiny_run.events(FUTURE % "future.finish()", RUN, "value", "call")
    assert events[:2] == ["call future future.finish", "step future None future.finish"]
    assert events[2:6] == AWAITED


@pytest.mark.parametrize(
    ("inline", "followed"), [("()", True), ('("is_done",)', False), ('("Future.is_done",)', False)]
)
def test_what_is_part_of_a_line_is_not_followed(tiny_run: TinyRun, inline: str, followed: bool) -> None:
    tiny_run.write(FUTURE % "pass", RUN.replace('("Future.is_done",)', inline))
    lines = {event["at"][0][1] for event in tiny_run.record()["events"] if "at" in event}
    assert (12 in lines) is followed


def test_what_is_part_of_a_line_has_no_lane(tiny_run: TinyRun) -> None:
    run = RUN.replace('inline = ("Future.is_done",)', 'inline = ("finish", "__await__")')
    assert not [event for event in tiny_run.events(FUTURE % "pass", run) if "future" in event]


def test_a_method_of_a_built_in_object_has_one_name(tiny_run: TinyRun) -> None:
    tiny_run.write(FUTURE % "pass", RUN)
    shown = {event["vars"]["send"] for event in tiny_run.record()["events"] if "send" in event.get("vars", ())}
    assert shown == {"<send hear>"}, "it is bound anew each time, and is the same"


TASK = """
    class Task:
        def __init__(self, coro):
            self.coro = coro

        def cancel(self):
            return True

    async def hear():
        pass

    async def stop(task):
        task.cancel()

    def loop():
        ann = Task(hear())
        bob = stop(ann)
        try:
            bob.send(None)
        except StopIteration:
            ann.coro.close()
"""


def test_it_is_told_who_cancels_whom_also_without_a_kernel(tiny_run: TinyRun) -> None:
    tiny_run.write(TASK, 'names = {"hear": "Ann", "stop": "Bob"}\ndef main():\n    loop()')
    recording = tiny_run.record()
    names = [lane["name"] for lane in recording["lanes"]]
    told = [event for event in recording["events"] if event["ev"] == "cancels"]
    assert [(names[event["lane"]], names[event["whom"]], event["at"][0][1]) for event in told] == [("Bob", "Ann", 13)]
