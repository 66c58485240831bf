"""Ctrl-C at a line of a kernel: the error that came out of it, and its leftovers."""
from __future__ import annotations

import gc
import inspect
import os
import re
import socket
import sys
import warnings
from collections.abc import Callable, Coroutine
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from types import CoroutineType, FrameType
from typing import Any

from ghetto_asyncio.kernel.kernel import Kernel
from press.catalogue import ROOT

PACKAGE = ROOT / "ghetto_asyncio"
BEFORE = "kernel/kernel.py", inspect.getsourcelines(Kernel.run)[1] + 6
"""The first line that a kernel runs: nothing has begun, and its maker has it still."""
SANE = re.compile(
    "while closing: (nobody can go on: |nothing will ever happen|<.*Task object|"
    "'NoneType' object has no attribute 'remove'|"
    r"list.remove\(x\))"
    "|failed: .*cannot reuse already awaited coroutine"
)
"""Allowed words about a struck evening: a task was out of one place and not yet in the other, or was in both."""


@dataclass
class Evening:
    """The sockets and coroutines that a program has made, all to be gone at its end."""

    sockets: list[socket.socket] = field(default_factory=list)
    coros: list[CoroutineType[Any, Any, Any]] = field(default_factory=list)

    def pair(self) -> tuple[socket.socket, socket.socket]:
        """Return two ends of a connection that do not wait."""
        ours, theirs = socket.socketpair()
        for sock in (ours, theirs):
            sock.setblocking(False)
            self.sockets.append(sock)
        return ours, theirs

    def keep(self, coro: Any) -> Any:
        """Remember a coroutine."""
        self.coros.append(coro)
        return coro

    def left(self) -> list[str]:
        """Return the leftovers."""
        found = [f"{sock!r} is open" for sock in self.sockets if sock.fileno() != -1]
        states = [(inspect.getcoroutinestate(coro), coro.__name__) for coro in self.coros]
        found += [f"{name} has not ended" for state, name in states if state == inspect.CORO_SUSPENDED]
        never = [name for state, name in states if state == inspect.CORO_CREATED]
        return found + [f"{never} have never begun"] * (len(never) > 1)

    def forget(self) -> None:
        """Let go of everything."""
        for sock in self.sockets:
            sock.close()
        for _ in range(3):
            for coro in self.coros:
                try:
                    coro.close()
                except RuntimeError:
                    continue


Program = Callable[[Evening], Coroutine[Any, Any, Any]]


@dataclass
class Strike:
    """A program that Ctrl-C has struck at a line, or that has come to its end before."""

    where: tuple[str, int] = ("", 0)
    wrong: list[str] = field(default_factory=list)


def is_closed(kernel: Any) -> bool:
    """Say whether the epoll of a kernel is closed."""
    epoll = getattr(kernel.sockets, "epoll", None)
    return epoll.closed if epoll else kernel.sockets.selector.get_map() is None


def strike(new_kernel: Callable[[], Any], program: Program, files: frozenset[str], number: int) -> Strike:
    """Run a program on a new kernel; raise KeyboardInterrupt where the line with this number would be run."""
    done, lines = Strike(), 0

    def trace(frame: FrameType, event: str, _arg: Any) -> Any:
        nonlocal lines
        if frame.f_code.co_filename not in files:
            return None
        if event == "line":
            lines += 1
            if lines == number:
                done.where = os.path.relpath(frame.f_code.co_filename, PACKAGE), frame.f_lineno
                raise KeyboardInterrupt
        return trace

    def unraisable(args: Any) -> None:
        done.wrong.append(f"ignored: {args.exc_value!r} in {args.object!r}")

    evening, before, said = Evening(), set(os.listdir("/proc/self/fd")), StringIO()
    hook, sys.unraisablehook = sys.unraisablehook, unraisable
    try:
        with warnings.catch_warnings(), redirect_stdout(said), redirect_stderr(said):
            warnings.simplefilter("error")
            kernel = new_kernel()
            main = evening.keep(program(evening))
            try:
                sys.settrace(trace)
                kernel.run(main)
            except KeyboardInterrupt:
                done.wrong += ["nobody has pressed it"] * (not done.where[0])
            except BaseException as error:
                done.wrong.append(f"{error!r} came out")
            else:
                done.wrong += ["nobody has heard of it"] * bool(done.where[0])
            finally:
                sys.settrace(None)
            done.wrong += evening.left()
            done.wrong += [f"{task.name} is still a task" for task in kernel.tasks]
            if done.where == BEFORE and inspect.getcoroutinestate(main) == inspect.CORO_CREATED:
                kernel.close()
            done.wrong += ["the epoll is open"] * (not is_closed(kernel))
            done.wrong += [line for line in said.getvalue().splitlines() if not SANE.search(line)]
            evening.forget()
            del main, kernel
            evening.coros.clear()
            if done.wrong or number % 50 == 0:
                gc.collect()
            extra = set(os.listdir("/proc/self/fd")) - before
            done.wrong += [f"descriptors are open: {extra}"] * bool(extra)
    finally:
        sys.unraisablehook = hook
    return done


def everywhere(new_kernel: Callable[[], Any], program: Program, modules: list[Any], step: int = 1) -> list[Strike]:
    """Strike at each line, or at some, in a program of its own; return the strikes, the last of which is none."""
    files = frozenset(str(module.__file__) for module in modules)
    strikes = [strike(new_kernel, program, files, 1)]
    while strikes[-1].where[0]:
        strikes.append(strike(new_kernel, program, files, len(strikes) * step + 1))
    return strikes
