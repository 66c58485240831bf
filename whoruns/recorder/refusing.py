"""The acts of a reader's program that cannot be followed: they are refused, and their callers are kept.

A program that would end its process without a word (``os._exit()``, a deadly signal to itself) is left instead: the
events until then are kept.
"""
from __future__ import annotations

import _thread
import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Literal, NamedTuple

try:
    import _posixsubprocess
except ImportError:  # not everywhere
    _posixsubprocess = None  # type: ignore[assignment]

Kind = Literal["threads", "processes", "network", "leaves", "outside", "others", "loops"]
"""It starts threads; processes; it asks for another machine; it ends its own process; an outside end does not answer;
files of the program that are not followed run; a loop runs in another thread."""
HERE = ("127.0.0.1", "::1", "localhost", "", None)
"""Hosts that are this machine."""
OTHER_LOOPS = ("uvloop", "winloop", "rloop")
HARMLESS = ("SIGCHLD", "SIGCLD", "SIGURG", "SIGWINCH", "SIGCONT", "SIGIO", "SIGINFO")
"""Signals that end no process for which nothing else is said."""


class Limit(NamedTuple):
    """An act that cannot be followed."""

    kind: Kind
    what: str = ""
    """How the line of the program calls it ("run", "ThreadPoolExecutor.submit"), the other machine, or the files."""
    file: str = ""
    line: int = 0
    """Where it is asked for; 0 if no line of the program does."""


class NoOtherLoop:
    """Finds no library whose loops wait past every world: a program that needs none, as uvicorn, takes asyncio's."""

    def find_spec(self, name: str, *_more: object) -> None:
        """Let others find a module, unless it is such a library."""
        if name in OTHER_LOOPS:
            raise ModuleNotFoundError(f"no {name} here: its loop waits where nobody can follow", name=name)


class Left(SystemExit):
    """The process would be over here, with this status."""


@contextmanager
def refusing(
    files: Collection[str] = (), leave: Callable[[], object] = lambda: None, real: bool = False
) -> Iterator[list[Limit]]:
    """Refuse threads, processes and other machines; yield the list of the requests, each kind once.

    `files`: those that are followed; `leave` is called where the program would end its process; `real`: only that is
    refused, and to become another program.
    """
    asked: list[Limit] = []
    mine = threading.get_ident(), os.getpid()  # others that run meanwhile are not the program's
    undo: list[tuple[Any, str, Any]] = []

    def replace(owner: Any, name: str, value: Any) -> None:
        if hasattr(owner, name):
            undo.append((owner, name, getattr(owner, name)))
            setattr(owner, name, value)

    def note(kind: Kind, what: str, called: bool = True) -> None:
        caller: FrameType = sys._getframe(2)
        frame: FrameType | None = caller
        outermost = ""
        while frame is not None and frame.f_code.co_filename not in files:
            outermost, frame = frame.f_code.co_qualname, frame.f_back
        if kind in [limit.kind for limit in asked]:
            return
        if called and frame is not None and frame is not caller and outermost[:1] not in ("_", "<"):
            what = outermost
        where = (frame.f_code.co_filename, frame.f_lineno) if frame is not None else ("", 0)
        asked.append(Limit(kind, what, *where))

    def refused(owner: Any, name: str, kind: Kind, words: str) -> None:
        real = getattr(owner, name, None)
        what = owner.__name__ if name == "__init__" else f"{owner.__name__}.{name}" if isinstance(owner, type) else name

        def function(*args: object, **named: object) -> Any:
            if (threading.get_ident(), os.getpid()) == mine:
                note(kind, what)
                loop: Any = asyncio.events._get_running_loop()
                if loop is not None:
                    loop._default_executor = None  # it has no thread, for which the loop would start another to wait
                raise RuntimeError(words)
            return real(*args, **named)  # type: ignore[misc]

        replace(owner, name, function)

    def connecting(real: Callable[..., Any]) -> Callable[..., Any]:
        def connect(this: socket.socket, address: Any) -> Any:
            if isinstance(address, tuple) and address[0] not in HERE:
                note("network", address[0], called=False)
                raise ConnectionRefusedError(f"there is no {address[0]} here")
            return real(this, address)

        return connect

    def looking_up(host: Any, *args: Any, **named: Any) -> Any:
        if host not in HERE and not str(host).replace(".", "").isdigit():
            note("network", str(host), called=False)
            raise socket.gaierror(f"there is no {host} here")
        return look_up("127.0.0.1" if host == "localhost" else host, *args, **named)

    async def at_once(_loop: object, host: Any, port: Any, **named: int) -> Any:
        return looking_up(host, port, **named)  # asyncio itself asks in a thread

    def left(owner: Any, name: str, is_end: Callable[..., bool] = lambda *args: True) -> Callable[..., Any]:
        real = getattr(owner, name, None)

        def function(*args: Any) -> Any:
            if (threading.get_ident(), os.getpid()) != mine or not is_end(*args):
                return real(*args)  # type: ignore[misc]
            note("leaves", name)
            leave()
            raise Left(args[0] if name == "_exit" else 1)

        function.__name__ = name
        return function

    def is_deadly(*args: int) -> bool:
        """Say whether a signal to oneself ends the process; the process is named first, if it is."""
        *process, number = args
        return process in ([], [os.getpid()], [0]) and number != 0 and dies_of(number)

    def refuse_all() -> None:
        refused(threading.Thread, "start", "threads", "can't start a thread here")
        for name in ("start_new_thread", "start_joinable_thread"):
            refused(_thread, name, "threads", "can't start a thread here")
        refused(subprocess.Popen, "__init__", "processes", "can't start a process here")
        if _posixsubprocess is not None:
            refused(_posixsubprocess, "fork_exec", "processes", "can't start a process here")
        for name in ("fork", "forkpty", "posix_spawn", "posix_spawnp", "system", "startfile"):
            refused(os, name, "processes", "can't start a process here")
        for name in ("connect", "connect_ex"):
            replace(socket.socket, name, connecting(getattr(socket.socket, name)))
        replace(socket, "getaddrinfo", looking_up)
        replace(asyncio.base_events.BaseEventLoop, "getaddrinfo", at_once)

    look_up: Any = socket.getaddrinfo
    if not real:
        refuse_all()
    for name in ("execv", "execve"):
        refused(os, name, "processes", "can't start a process here")
    for name in ("_exit", "abort"):
        replace(os, name, left(os, name))
    for owner, name in ((os, "kill"), (os, "killpg"), (signal, "raise_signal")):
        replace(owner, name, left(owner, name, is_deadly))
    finder: Any = NoOtherLoop()
    sys.meta_path.insert(0, finder)
    try:
        yield asked
    finally:
        sys.meta_path.remove(finder)
        for owner, name, value in reversed(undo):
            setattr(owner, name, value)


def dies_of(number: int) -> bool:
    """Say whether a signal ends a process like this."""
    deadly = number not in [getattr(signal, name, None) for name in HARMLESS]
    return deadly and signal.getsignal(number) is signal.SIG_DFL

