"""A clock for curio's tests that does not wait: a sleeper finds that the time has passed.

In the tests that are asked, everything that is waited for is a task of the same kernel or the other end of a socket in
the same process. So where a kernel finds nothing ready and would wait for its next deadline, nothing can happen until
then, and the clock may go there at once. It does so only after a moment in which the system may bring what is under way
(`GRACE`), and not while another thread runs. Between two jumps it goes by what this process has worked: nothing takes
no time, and a busy machine, on which it stands still for a while, brings no deadline nearer.
"""
from __future__ import annotations

import select
import selectors
import threading
import time
from collections.abc import Callable
from typing import Any

GRACE = 0.002
"""Seconds for which a kernel really waits: bytes sent to a socket of this process are there by then."""


class Clock:
    """The functions of the module `time`, and the calls that a kernel waits in."""

    def __init__(self) -> None:
        self.jumped = 0.0
        self.real = time.monotonic

    def install(self) -> None:
        """Take the place of the real one; do it before a kernel is imported."""
        for name in ("time", "monotonic", "perf_counter"):
            setattr(time, name, self.later(getattr(time, name)))
        setattr(time, "sleep", self.sleep)  # noqa: B010  to mypy it is final
        if hasattr(select, "epoll"):
            setattr(select, "epoll", self.epoll(select.epoll))  # noqa: B010
        for selector in (selectors.DefaultSelector, selectors.SelectSelector, selectors.PollSelector):
            setattr(selector, "select", self.jumping(selector.select))  # noqa: B010

    def later(self, real: Callable[[], float]) -> Callable[[], float]:
        """Return a clock that begins where the real one is."""
        begun = real() - time.process_time()
        return lambda: begun + time.process_time() + self.jumped

    def sleep(self, seconds: float) -> None:
        """Let the time pass."""
        self.jumped += seconds

    def jumping(self, wait: Callable[..., list[Any]]) -> Callable[..., list[Any]]:
        """Return a way to wait that does not, until the time that it is given."""
        real = self.real

        def waits(self_: Any, timeout: float | None = None, *more: Any) -> list[Any]:
            if threading.active_count() > 1:
                begun = real()
                ready = wait(self_, timeout, *more)
                self.jumped += real() - begun
                return ready
            ready = wait(self_, timeout if timeout is None else min(timeout, GRACE), *more)
            if timeout is not None and timeout > 0 and not ready:
                self.jumped += timeout
            return ready

        return waits

    def epoll(self, real: Any) -> Any:
        """Return an epoll that waits in this way, for kernels that use no selector."""
        jump = self.jumping(lambda inner, *arguments: list(inner.poll(*arguments)))

        class Epoll:
            """One that cannot be a subclass, so it asks a real one."""

            def __init__(self, *arguments: Any, **named: Any) -> None:
                self.inner = real(*arguments, **named)

            def __getattr__(self, name: str) -> Any:
                return getattr(self.inner, name)

            def __enter__(self) -> Epoll:
                return self

            def __exit__(self, *error: object) -> None:
                self.inner.close()

            def poll(self, timeout: float | None = None, maxevents: int = -1) -> list[Any]:
                """Wait for events, as the real one does (to which a negative time is for ever)."""
                return jump(self.inner, None if timeout is not None and timeout < 0 else timeout, maxevents)

        return Epoll
