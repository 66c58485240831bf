"""An operating system made of memory: the modules ``_socket`` and ``select``, and parts of ``os`` and ``signal``.

``install()`` puts them in the place of the real ones. The modules above them run as they are: ``socket``, ``selectors``
and ``asyncio`` of the library, and the World of the recorder, in which calls wait (``press/recorder/world.py``).
Without a World nothing can happen while a call waits: with a timeout it is over at once, and without one ``Hang`` is
raised. The behaviour of a connection is in ``connections.py``.

The idea is that of Trio's ``trio.testing.memory_stream_pair``, done once beneath everything instead of beside it.
"""
from __future__ import annotations

import _socket
import errno
import gc
import os
import select
import signal
import sys
import types
from collections.abc import Callable
from typing import Any

from whoruns.memory import connections, polling, sockets
from whoruns.memory.connections import SAME, WORDS, File
from whoruns.memory.sockets import dup, numbers, waits

ABOVE = ("socket", "selectors", "ssl", "subprocess", "socketserver", "asyncio", "_asyncio")
"""Modules that have to be imported anew, if they have been imported above the real ones."""


DEPTH = 200
"""Calls within one another for which the stack of a browser is enough, of any kind."""


def instead(real: Callable[..., Any], ours: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that serves numbers of ours, and leaves all others to the real one."""
    def function(number: Any, *args: Any, **named: Any) -> Any:
        return (ours if number in numbers.files else real)(number, *args, **named)

    return function


def read(number: int, size: int) -> bytes:
    """``os.read()``."""
    return _os_call("read", numbers[number], numbers[number].read, size)  # type: ignore[no-any-return]


def write(number: int, data: Any) -> int:
    """``os.write()``."""
    return _os_call("write", numbers[number], numbers[number].write, bytes(data))  # type: ignore[no-any-return]


def _os_call(name: str, file: File, act: Callable[..., Any], *args: Any) -> Any:
    try:
        return act(*args)
    except BlockingIOError:
        if not file.blocking:
            raise
        return waits(name, None, lambda: None)


def pipe() -> tuple[int, int]:
    """``os.pipe()``."""
    reads, writes = connections.pipe()
    return numbers.add(reads), numbers.add(writes)


def dup_of_host(number: int) -> int:
    """``os.dup()`` of a number of the host: one of ours, for which there is nothing but to close it."""
    os.fstat(number)
    return numbers.add(File())


RESOURCE = {
    "RLIMIT_NOFILE": 7, "error": OSError, "getrlimit": lambda resource: numbers.limits,
    "setrlimit": lambda resource, limits: setattr(numbers, "limits", limits),
}
"""The members of ``resource`` for the numbers; a page has no such module."""


def replaced_os() -> None:
    """Let functions of ``os`` know the numbers of ours, and those of ``signal`` the one that wakes up."""
    os.read, os.write = instead(os.read, read), instead(os.write, write)
    os.close, os.dup = instead(os.close, numbers.close), instead(dup_of_host, dup)
    os.pipe = pipe
    os.get_blocking = instead(getattr(os, "get_blocking", bool), lambda number: numbers[number].blocking)
    os.set_blocking = instead(
        getattr(os, "set_blocking", bool), lambda number, flag: setattr(numbers[number], "blocking", bool(flag))
    )
    really_raise, really_wake, really_kill, bell = signal.raise_signal, signal.set_wakeup_fd, os.kill, [-1]

    def raise_signal(number: int) -> None:
        if bell[0] in numbers.files and callable(signal.getsignal(number)):
            write(bell[0], bytes([number]))
        really_raise(number)

    def set_wakeup_fd(number: int, *, warn_on_full_buffer: bool = True) -> int:
        before, bell[0] = bell[0], number
        if number in numbers.files or before in numbers.files:
            return before
        return really_wake(number, warn_on_full_buffer=warn_on_full_buffer)

    signal.raise_signal, signal.set_wakeup_fd = raise_signal, set_wakeup_fd

    def kill(process: int, number: int) -> None:
        if process == os.getpid():
            raise_signal(number)
        else:
            really_kill(process, number)

    os.kill = kill


def as_linux_counts() -> None:
    """Let ``errno`` and ``os.strerror`` have Linux's numbers for sockets' errors, and OSError its classes for them."""
    classes = next(
        table for table in gc.get_referrers(ConnectionRefusedError)
        if isinstance(table, dict) and table.get(errno.ECONNREFUSED) is ConnectionRefusedError
    )  # the interpreter's own: {number: class}
    numbered = {name: number for name, (number, _words) in WORDS.items()}
    numbered |= {other: numbered[name] for other, name in SAME.items()}
    for name, number in numbered.items():
        if (kind := classes.get(getattr(errno, name))) is not None:
            classes[number] = kind
    for name, number in numbered.items():
        setattr(errno, name, number)
        errno.errorcode[number] = name  # type: ignore[index]
    words, real = dict(WORDS.values()), os.strerror
    os.strerror = lambda number: words.get(number) or real(number)


def instead_of(real: types.ModuleType, names: dict[str, Any]) -> types.ModuleType:
    """Return a module with the members of the real one, and others under these names."""
    ours = types.ModuleType(real.__name__, real.__doc__)
    vars(ours).update({name: value for name, value in vars(real).items() if name[:2] != "__"}, **names)
    return ours


def install() -> None:
    """Put it all in place, once; modules imported above the real ones are forgotten, and imported anew."""
    if sys.modules["_socket"] is not _socket:
        return
    if sys.platform == "emscripten":
        sys.setrecursionlimit(DEPTH)
    if WORDS["EINPROGRESS"][0] != errno.EINPROGRESS:
        as_linux_counts()
    for name in [name for name in sys.modules if name in ABOVE or name.startswith("asyncio.")]:
        del sys.modules[name]
    sys.modules["_socket"] = instead_of(_socket, sockets.NAMES)
    sys.modules["select"] = instead_of(select, polling.NAMES)
    sys.modules["resource"] = instead_of(types.ModuleType("resource"), RESOURCE)
    replaced_os()
