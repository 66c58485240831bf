"""Waits of a process, replaced by waits in a World; and a program's calls on its sockets, told to it."""
from __future__ import annotations

import builtins
import functools
import select
import selectors
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from whoruns.recorder.clocks import TIMES, dates, worlds
from whoruns.recorder.world import Told, World, really_select, send_at_once

__tracebackhide__ = True  # pytest shows the frames of the test that hangs, not these

Replace = Callable[[object, str, object], None]
"""Puts something in the place of an attribute: (owner, name, new value)."""

INHERITED = object()
"""Stands for an attribute that an owner has not got itself."""


@contextmanager
def replacing_time(world: World, epoch: float = 0.0) -> Iterator[None]:
    """Send all waits through a world; at the end put everything back, and let its peers hang up.

    `epoch`: the beginning of time.time(), in seconds.
    """
    world.epoch = epoch
    with replacing() as replace, dates():
        replace_clocks(replace)
        replace_keyboard(world, replace)
        replace_polling(world, replace)
        replace_sockets(world, replace)
        worlds.append(world)
        try:
            yield
        finally:
            worlds.remove(world)
    world.hang_up()


@contextmanager
def replacing() -> Iterator[Replace]:
    """Yield a function that replaces attributes; put the old ones back at the end."""
    undo: list[tuple[object, str, object]] = []

    def replace(owner: object, name: str, value: object) -> None:
        undo.append((owner, name, vars(owner).get(name, INHERITED)))
        setattr(owner, name, value)

    try:
        yield replace
    finally:
        for owner, name, value in reversed(undo):
            if value is INHERITED:
                delattr(owner, name)
            else:
                setattr(owner, name, value)


def ready(read: list[Any], write: list[Any], odd: list[Any]) -> bool:
    """Ask the operating system, without waiting."""
    return any(really_select(read, write, odd, 0))


def replace_clocks(replace: Replace) -> None:
    """Let all clocks show the time of the newest world, and sleep() wait in it."""
    for name, value in TIMES.items():
        replace(time, name, value)


def replace_keyboard(world: World, replace: Replace) -> None:
    """Let input() take the typed lines, one after the other: the same that sys.stdin gives."""

    def keyboard(prompt: object = "", /) -> str:
        world.prompt(str(prompt))
        line = sys.stdin.readline()
        world.typing = line.removesuffix("\n") if line else "^D"
        try:
            return typed(str(prompt), world.typing)
        finally:
            world.typing = ""

    replace(sys, "stdin", world.stdin)
    replace(builtins, "input", keyboard)


def typed(prompt: str, line: str) -> str:
    """Show a line that is typed after a prompt, as a terminal does, and return it; raise EOFError if it is ``^D``."""
    print(f"{prompt}{line}")
    if line == "^D":
        raise EOFError("EOF when reading a line")
    return line


def replace_polling(world: World, replace: Replace) -> None:
    """Let poll(), select() and the selectors wait in the world."""

    class Polling:
        """poll() or epoll(); ready descriptors come in the order of registration."""

        def __init__(self, real: Any, unit: float) -> None:
            self._real, self._unit = real, unit
            self._order: dict[int, int] = {}

        def __getattr__(self, name: str) -> Any:
            return getattr(self._real, name)

        def register(self, file: Any, *mask: int) -> None:
            self._real.register(file, *mask)
            number = file if isinstance(file, int) else file.fileno()
            self._order[number] = len(self._order)
            world.uses_selector = True
            world.watched.add(number)
            if isinstance(file, socket.socket):
                world.name_of(file)

        def unregister(self, file: Any) -> None:
            self._real.unregister(file)
            world.watched.discard(file if isinstance(file, int) else file.fileno())

        def poll(self, timeout: float | None = None, *limit: int) -> Any:
            if not world.is_mine():
                return self._real.poll(timeout, *limit)
            seconds = None if timeout is None or timeout < 0 else timeout * self._unit

            def look() -> Any:
                return sorted(self._real.poll(0), key=lambda pair: self._order.get(pair[0], -1))

            return world.wait("poll", seconds, look, watched=world.watched)

    def polling(real: Callable[..., Any], unit: float) -> Callable[..., Polling]:
        return lambda *args: Polling(real(*args), unit)

    def select_(read: Any, write: Any, odd: Any, timeout: float | None = None) -> Any:
        if not world.is_mine():
            return really_select(read, write, odd, timeout)

        def look() -> Any:
            found = really_select(read, write, odd, 0)
            return found if any(found) else None

        numbers = {file if isinstance(file, int) else file.fileno() for file in (*read, *write, *odd)}
        return world.wait("select", timeout, look, watched=numbers) or ([], [], [])

    poll, epoll = polling(select.poll, 0.001), polling(select.epoll, 1)
    replace(select, "poll", poll)
    replace(select, "epoll", epoll)
    replace(select, "select", select_)
    replace(selectors.PollSelector, "_selector_cls", staticmethod(poll))
    replace(selectors.EpollSelector, "_selector_cls", staticmethod(epoll))
    replace(selectors.SelectSelector, "_select", staticmethod(select_))


def replace_sockets(world: World, replace: Replace) -> None:
    """Let a blocking socket wait in the world before it calls the operating system, and tell of each call."""

    def whole(name: str, this: socket.socket, data: Any, *flags: int) -> int | None:
        """Send all; whenever there is no room, wait in the world until a peer has taken some."""
        view, sent = memoryview(data).cast("B"), 0
        while sent < len(view):
            wait(name, this, "write")
            sent += real_send(this, view[sent:], sum(flags) | socket.MSG_DONTWAIT)
        return sent if name == "send" else None

    def wait(name: str, this: socket.socket, waits_for: str) -> None:
        sets: Any = ([], [this], []) if waits_for == "write" else ([this], [], [])
        look = functools.partial(ready, *sets)
        if not world.wait(name, this.gettimeout(), look, world.name_of(this), {this.fileno()}):
            raise TimeoutError("timed out")

    def telling(name: str, waits_for: str) -> Callable[..., Any]:
        real: Any = getattr(socket.socket, name)

        def method(this: socket.socket, *args: Any) -> Any:
            if world.acting or not world.is_mine():
                return real(this, *args)
            patience = this.gettimeout()
            if waits_for and patience != 0:
                wait(name, this, waits_for)
            if (name == "send" and patience is None) or (name == "sendall" and patience != 0):
                return tell(world, name, this, args, functools.partial(whole, name, this, *args))
            return tell(world, name, this, args, functools.partial(real, this, *args))

        return method

    def listen(this: socket.socket, *args: Any) -> None:
        send_at_once(this)
        real_listen(this, *args)
        world.address = this.getsockname()
        world.name_of(this)

    def meeting(name: str) -> Callable[..., Any]:
        """Return a method that is given the address of another socket, or one that the socket gets."""
        real: Any = getattr(socket.socket, name)

        def method(this: socket.socket, *args: Any) -> Any:
            try:
                return real(this, *args)
            finally:  # one that does not block connects later
                with suppress(OSError):
                    world.outside.has(this)
                    if name != "bind":
                        world.outside.meets(this, args[-1])

        return method

    for name in ("bind", "connect", "connect_ex", "sendto"):
        if hasattr(socket.socket, name):  # those of memory know no datagrams
            replace(socket.socket, name, meeting(name))
    real_listen, real_send = socket.socket.listen, socket.socket.send
    replace(socket.socket, "listen", listen)
    for name in ("recv", "recv_into", "accept"):
        replace(socket.socket, name, telling(name, "read"))
    for name in ("send", "sendall"):
        replace(socket.socket, name, telling(name, "write"))
    for name in ("shutdown", "close"):
        replace(socket.socket, name, telling(name, ""))


def tell(
    world: World, call: str, sock: socket.socket, args: tuple[Any, ...], carry_out: Callable[[], Any]
) -> Any:
    """Carry out a call of the program on a connection, and tell its result."""
    open_before, whose = sock.fileno() != -1, world.name_of(sock)
    try:
        result = carry_out()
    except OSError as error:
        world.listener.happens("io", call=call, value=error, person=whose)
        raise
    told: Told = {"call": call}
    if call == "accept":
        world.outside.meets(*result)
        whose, told["value"] = world.name_of(result[0]), result[0]
    elif call == "recv":
        told |= {"value": result, "size": len(result)}
    elif call == "recv_into":
        told |= {"value": bytes(args[0][:result]), "size": result}
    elif call in ("send", "sendall"):
        size = len(args[0]) if call == "sendall" else result
        told |= {"value": bytes(args[0][:size]), "size": size}
    if open_before:
        told["person"] = whose
        world.listener.happens("io", **told)
    return result
