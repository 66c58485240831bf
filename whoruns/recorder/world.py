"""The world around a recorded run: a clock that jumps, and peers that follow a script.

While a listing runs in a World, calls that would make the process wait (``time.sleep``, ``poll``,
``recv`` on a blocking socket) come here (``replacing.py``). Nothing waits: the clock jumps to the next thing that can
happen, which is a timeout or the next act of a peer. Sockets are real; only the waiting is not.
Where nothing can ever happen, the real program would hang, and ``Hang`` is raised.

The idea of a clock that jumps is Trio's (``trio.testing.MockClock``).
"""
from __future__ import annotations

import heapq
import io
import itertools
import math
import select
import socket
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from contextlib import suppress
from threading import get_ident
from typing import Any, Protocol, TypedDict, Unpack

from whoruns.events import Kind
from whoruns.recorder.outside import Outside

__tracebackhide__ = True  # pytest shows the frames of the test that hangs, not these

Script = Callable[["Peer"], Generator[float]]
"""The script of a peer: a generator function that yields the seconds until its next act."""

really_select = select.select
"""Asks the operating system, also while a world stands in its place."""


class Hang(RuntimeError):
    """The real program would wait here for ever."""


class TooLong(BaseException):
    """The run has more events than a reader can follow, or no end."""


class Told(TypedDict, total=False):
    """The details of an event, as the program has them."""

    call: str
    value: object
    size: int
    timeout: float | None
    ready: object
    """The result of the call."""
    person: str
    """At the other end of the socket: a peer, "listener", or none that is known."""


class Listener(Protocol):
    """The object that is told the events in a World."""

    def happens(self, kind: Kind, peer: str = "", **told: Unpack[Told]) -> None:
        """Take note of an event; `peer` names the peer that acts, if one does."""


class Nobody:
    """Hears events, and takes no note of them."""

    def happens(self, kind: Kind, peer: str = "", **told: Unpack[Told]) -> None:
        """Take no note."""


class Peer:
    """A person at the other end of a socket. Every act is reported."""

    def __init__(self, name: str, world: World) -> None:
        self.name = name
        self.world = world
        self.socket: socket.socket | None = None
        self.address: Any = None

    def connect(self) -> None:
        """Connect to the newest listening socket."""
        if self.world.address is None:
            raise RuntimeError(f"{self.name} cannot connect: nobody listens yet")
        self.socket = socket.create_connection(self.world.address)
        send_at_once(self.socket)
        self.address = self.socket.getsockname()
        self._did("connects")

    def send(self, data: bytes) -> None:
        """Send all data."""
        self._connected().sendall(data)
        self._did("sends", value=data, size=len(data))

    def receive(self, limit: int = 65536) -> bytes:
        """Receive the bytes that are there; b"" is the end."""
        if not arrives(self._connected()):
            raise Hang(f"{self.name} would wait here for ever: nothing is there to be received")
        data = self._connected().recv(limit)
        self._did("receives", value=data, size=len(data))
        return data

    def close(self) -> None:
        """Close the connection."""
        self._connected().close()
        self._did("closes")

    def _connected(self) -> socket.socket:
        if self.socket is None:
            raise RuntimeError(f"{self.name} is not connected")
        return self.socket

    def _did(self, act: Kind, **told: Unpack[Told]) -> None:
        self.world.listener.happens(act, self.name, **told)


class Keyboard(io.TextIOBase):
    """The typed lines, one by one; ``^D`` is an end, and so is the last line."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = iter(lines)

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        """Return the next line with its end, or "" where there is an end."""
        line = next(self._lines, "^D")
        return "" if line == "^D" else f"{line}\n"

    def read(self, size: int | None = -1, /) -> str:
        """Return all lines until there is an end."""
        return "".join(self)

    def readable(self) -> bool:
        """Say that one can read."""
        return True


class World:
    """A clock in seconds from 0, and an agenda of the peers' acts.

    Example: ``with replacing_time(World(listener, {"ann": ann})): main()``
    """

    real = False
    """Whether it is no such world, but the real one."""
    begin = 0.0
    """What a loop's clock says when this one says 0."""

    def __init__(
        self, listener: Listener, peers: Mapping[str, Script] | None = None, typed: tuple[str, ...] = ()
    ) -> None:
        self.listener = listener
        self.stdin: Any = Keyboard(typed)
        self.prompt: Callable[[str], object] = lambda text: None
        """Shows the prompt to the typist."""
        self.outside = Outside()
        self.thread = get_ident()
        self.now = 0.0
        self.epoch = 0.0
        """The beginning of time.time()."""
        self.address: Any = None
        self.acting = False
        self.typing = ""
        """The line that is being typed."""
        self.hangs = False
        self._order = itertools.count()
        self._agenda: list[tuple[float, int, Generator[float]]] = []
        self._peers = [Peer(name, self) for name in peers or {}]
        self._names: dict[int, str] = {}  # by number of a descriptor: whose connection it is
        self.watched: set[int] = set()
        self.uses_selector = False
        for peer, script in zip(self._peers, (peers or {}).values()):
            self._plan(0.0, script(peer))

    def clock(self) -> float:
        """Return the time, which may be later than that of the event that is told."""
        return self.now

    def is_mine(self) -> bool:
        """Say whether the caller is recorded: no other thread."""
        return get_ident() == self.thread

    def told(self, time: float) -> float:
        """Return a time as it is told."""
        return time

    def sleep(self, seconds: float) -> None:
        """Wait for nothing but that time passes."""
        self.wait("sleep", seconds, lambda: None)

    def wait(
        self, call: str, timeout: float | None, look: Callable[[], Any], person: str = "",
        watched: Collection[int] = (),
    ) -> Any:
        """Wait in the named call until `look` gives something true, or for `timeout` seconds, for a `person`.

        `watched`: the descriptors on which something may come. Return the last result of `look`. Raise Hang if there is
        no timeout and no peer will act any more.
        """
        found = look()
        if self.acting or found or timeout == 0:
            if not self.acting and call in ("poll", "select"):
                self.listener.happens("looks", call=call, ready=found)
            return found
        waits: Told = {"call": call, "timeout": timeout}
        if person:
            waits["person"] = person
        self.listener.happens("waits", **waits)
        end = None if timeout is None else self.now + timeout
        while not found:
            if self._agenda and (end is None or self._agenda[0][0] <= end):
                self._act()
                found = look()
            elif self.outside.patient and self.now != end and (whom := self.outside.among(watched)):
                rest = math.inf if end is None else end - self.now
                found, waited = self.outside.wait(whom, look, rest)
                self.now = end if end is not None and waited >= rest else round(self.now + waited, 6)
            elif end is not None:
                self.now = max(self.now, end)
                found = look()
                break
            else:
                self.hangs = True
                raise Hang(f"{call} would wait here for ever")
        self.listener.happens("wakes", call=call, ready=found)
        return found

    def finish(self) -> None:
        """The program has ended; let the peers do the rest of their scripts."""
        while self._agenda:
            with suppress(OSError):  # the program has hung up on somebody
                self._act()

    def expects(self) -> bool:
        """Say whether a person will act, or somebody outside may answer."""
        return bool(self._agenda) or bool(self.outside.patient and self.outside.among(self.watched))

    def name_of(self, sock: socket.socket) -> str:
        """Return whose connection a socket of the program is, "listener" if it is a listening one, or nothing."""
        try:
            if sock.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                name = "listener"
            else:
                there = sock.getpeername()
                found = (peer.name for peer in self._peers if peer.address and peer.address == there)
                name = next(found, self._names.get(sock.fileno(), ""))
        except OSError:  # closed, or its peer has reset it
            return self._names.get(sock.fileno(), "")
        self._names[sock.fileno()] = name
        return name

    def name_of_number(self, number: int) -> str:
        """Return whose connection has the number of a descriptor, as far as is known."""
        return self._names.get(number, "")

    def is_watched(self, number: int) -> bool:
        """Is a descriptor registered with a selector? True without any selector."""
        return number in self.watched or not self.uses_selector

    def hang_up(self) -> None:
        """Close the peers' open sockets."""
        for peer in self._peers:
            if peer.socket is not None:
                peer.socket.close()

    def _plan(self, when: float, script: Generator[float]) -> None:
        """Let a peer go on with its script at a time."""
        heapq.heappush(self._agenda, (when, next(self._order), script))

    def _act(self) -> None:
        """Let the next peer do the next act of its script."""
        when, _, script = heapq.heappop(self._agenda)
        self.now = max(self.now, when)
        self.acting = True
        try:
            self._plan(self.now + next(script), script)
        except StopIteration:
            pass
        finally:
            self.acting = False


def arrives(sock: socket.socket) -> bool:
    """Say whether anything can be received, or comes at once; the kernel may need a moment of real time."""
    return any(really_select([sock], [], [], 1))


def send_at_once(sock: socket.socket) -> None:
    """Let small pieces not wait for the acknowledgement of those before: it comes in real time, and ours stands still.

    A listening socket hands this on to those that it accepts.
    """
    if sock.family != socket.AF_UNIX:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
