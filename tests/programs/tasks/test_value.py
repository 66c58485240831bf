"""The way of one value: what its listing tells, held against a profiler, and against the recorded run."""
from __future__ import annotations

# mypy: allow-untyped-calls
import sys
from collections.abc import Iterator
from contextlib import closing
from socket import socketpair
from types import CoroutineType, FrameType
from typing import Any

from ghetto_asyncio.callbacks.call import Handle
from ghetto_asyncio.futures.future import Future
from ghetto_asyncio.tasks import sockets, value
from ghetto_asyncio.tasks.task import Task
from press.catalogue import ROOT
from press.figures.kept import load
from whoruns.events import Event
from whoruns.story.recording import Recording


def told() -> list[str]:
    """Return the steps that the listing tells."""
    way: list[str] = []
    ann, server = socketpair()

    def tell(step: str) -> None:
        way.append(step)
        if step == "loop.wait()":
            ann.send(b"hello\n")

    server.setblocking(False)
    with ann, server, closing(value.Loop(tell)) as loop:
        loop.create_task(value.hear(loop, server, tell))
        loop.run_until_idle()
    return way


class Profiler:
    """Sees what is called on the plain loop, by its code, and names it as the listing does."""

    def __init__(self) -> None:
        self.way: list[str] = []
        self.awaited: list[FrameType] = []
        self.ann, self.server = socketpair()

    def run(self) -> None:
        """Receive one line, on the loop that tells nothing."""
        self.server.setblocking(False)
        with self.ann, self.server, closing(sockets.Loop()) as loop:
            sys.setprofile(self.see)
            try:
                loop.create_task(value.hear(loop, self.server, len))
                loop.run_until_idle()
            finally:
                sys.setprofile(None)

    def see(self, frame: FrameType, event: str, arg: Any) -> None:
        """Take note of a call."""
        variables: dict[str, Any] = dict(frame.f_locals)
        if event == "call":
            self.way += self.called(frame, variables)
        elif event == "c_call" and arg.__name__ == "send" and isinstance(arg.__self__, CoroutineType):
            self.way.append(f"coro.send({variables['error']})")
        elif event == "return" and frame.f_code is value.hear.__code__ and "line" in variables:
            self.way.append(f"line = {variables['line']}")

    def called(self, frame: FrameType, variables: dict[str, Any]) -> Iterator[str]:
        """Yield the step that a function is, if it is one."""
        code, this = frame.f_code, variables.get("self", frame)
        caller = frame.f_back.f_code if frame.f_back else None
        if code is Handle.run.__code__:
            yield f"{this.callback.__name__}()"
        elif code is sockets.Loop.handle.__code__:
            yield f"loop.handle({variables['callback'].__name__})"
        elif code is sockets.Loop.wait.__code__ and not this.ready:
            yield "loop.wait()"
            self.ann.send(b"hello\n")
        elif code is Future.__await__.__code__:
            self.awaited.append(frame)
            if len(self.awaited) == 1:
                yield "future.__await__()"
        elif code is Task.wait_for.__code__ and caller is Task.step.__code__:
            yield f"coro.send() → {type(variables['wanted']).__name__}"
        elif code is Future.add_done_callback.__code__:
            yield f"future.add_done_callback({variables['callback'].__name__})"
        elif code is Future.set_result.__code__ and type(this) is Future:
            yield f"future.set_result({variables['value']})"


def test_fourteen_steps_are_told() -> None:
    assert len(told()) == 14


def test_what_is_told_is_what_a_profiler_sees_on_the_plain_loop() -> None:
    profiler = Profiler()
    profiler.run()
    assert profiler.way == told()


def test_the_iterator_of_the_first_await_goes_on() -> None:
    profiler = Profiler()
    profiler.run()
    first, again = profiler.awaited
    assert first is again, "__await__() is called once, and its frame is entered twice"


def steps(recording: Recording, way: list[str]) -> list[int]:
    """Return the events of a recording that are the steps of a way: for each the first that fits, behind the last."""
    found: list[int] = []
    for step in way:
        start = found[-1] + 1 if found else 0
        found.append(next(n for n in range(start, len(recording.events)) if fits(recording, n, step)))
    return found


def fits(recording: Recording, number: int, step: str) -> bool:
    """Is an event a step of the way?"""
    event = recording.events[number]
    name, kind, call = recording.lanes[event["lane"]]["name"], event["ev"], event.get("call")
    ready = [item[1] for item in event.get("queues", {}).get("ready", ())]
    line = line_of(recording, event)
    return {
        "loop.handle(step)": ready == ["task.step"],
        "step()": (kind, call) == ("call", "task.step"),
        "coro.send(None)": name == "task" and "coro.send(None)" in line and after(recording, number) == "hear",
        "loop.handle(wake)": name == "sock_ready" and "self.handle(self.wake, " in line,
        "future.__await__()": (kind, call) == ("start", "future.__await__"),
        "coro.send() → Future": (kind, name, event.get("value")) == ("yield", "hear", "<future>"),
        "future.add_done_callback(wake_up)": (kind, call) == ("call", "future.add_done_callback")
        and recording.events[number + 1]["vars"]["callback"] == "<task.wake_up>",
        "loop.wait()": (kind, call) == ("waits", "select") and event["timeout"] is None,
        "wake()": kind == "line" and recording.function(event["at"][0]) == "wake",
        "future.set_result(None)": (kind, call) == ("call", "future.set_result"),
        "loop.handle(wake_up)": ready == ["task.wake_up"],
        "wake_up()": (kind, call) == ("call", "task.wake_up"),
        "line = b'hello\\n'": event.get("vars", {}).get("line") == "b'hello\\n'" and name == "hear",
    }[step]


def line_of(recording: Recording, event: Event) -> str:
    """Return the line of code that is about to run."""
    if event["ev"] != "line":
        return ""
    file, line, _frame = event["at"][0]
    return recording.files[file].source().splitlines()[line - 1].strip()


def after(recording: Recording, number: int) -> str:
    """Return who runs at the next event."""
    return recording.lanes[recording.events[number + 1]["lane"]]["name"]


def test_the_recorded_run_has_the_same_fourteen_steps() -> None:
    way = [step.replace("\n", "\\n") for step in told()]
    assert len(steps(load("tasks.value", ROOT), way)) == 14


def test_in_the_recorded_run_the_bytes_are_never_in_the_future() -> None:
    recording = load("tasks.value", ROOT)
    future = next(number for number, lane in enumerate(recording.lanes) if lane["name"] == "future")
    itself = {str(event["this"]) for event in recording.events if "this" in event and event["lane"] == future}
    objects = [item for event in recording.events for item in event.get("objects", {}).items()]
    assert {attributes["value"] for number, attributes in objects if number in itself} == {"None"}
    calls = [(event["ev"], event["call"]) for event in recording.events if event.get("call") == "future.__await__"]
    assert calls == [("start", "future.__await__"), ("resume", "future.__await__")]
