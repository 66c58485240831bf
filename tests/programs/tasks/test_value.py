"""The way of one value: what its listing tells, held against a profiler."""
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
