"""Linux' sockets and pipes, as far as programs can see them: numbers, connections, bytes between two ends.

Written after ``net/ipv4/tcp.c``, ``tcp_input.c``, ``af_inet.c``, ``net/unix/af_unix.c`` and ``fs/pipe.c`` of Linux 6,
and held against the real thing by random programs (``tests/test_memory.py``). Nothing here waits: where
Linux would, it raises EAGAIN, and ``sockets.py`` knows the meaning. The differences are:

1. All bytes that are sent arrive at once, and an end comes with them, also where those before were not read.
2. TCP has one buffer for each direction, of fixed size; the sizes of Unix sockets and pipes are Linux's.
3. A full queue of a listening TCP socket takes one more; no port rests after its connection.
4. There are neither datagrams, nor urgent data, nor descriptors on their way, nor file objects above a pipe, nor other
   hosts.
"""
from __future__ import annotations

import errno
import itertools
import os
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

IN, PRI, OUT, ERR, HUP, NVAL, RDNORM, WRNORM, RDHUP = 1, 2, 4, 8, 16, 32, 64, 256, 0x2000
AF_UNIX, AF_INET, AF_INET6 = 1, 2, 10
SOL_SOCKET, SO_REUSEADDR, SO_TYPE, SO_ERROR, SO_SNDBUF, SO_RCVBUF = 1, 2, 3, 4, 7, 8
SO_LINGER, SO_REUSEPORT, SO_ACCEPTCONN, SO_PROTOCOL, SO_DOMAIN = 13, 15, 30, 38, 39

WORDS = {
    "EBADF": (9, "Bad file descriptor"),
    "EAGAIN": (11, "Resource temporarily unavailable"),
    "EINVAL": (22, "Invalid argument"),
    "EMFILE": (24, "Too many open files"),
    "EPIPE": (32, "Broken pipe"),
    "ENOTSOCK": (88, "Socket operation on non-socket"),
    "ENOPROTOOPT": (92, "Protocol not available"),
    "ESOCKTNOSUPPORT": (94, "Socket type not supported"),
    "EADDRINUSE": (98, "Address already in use"),
    "EADDRNOTAVAIL": (99, "Cannot assign requested address"),
    "ECONNABORTED": (103, "Software caused connection abort"),
    "ECONNRESET": (104, "Connection reset by peer"),
    "EISCONN": (106, "Transport endpoint is already connected"),
    "ENOTCONN": (107, "Transport endpoint is not connected"),
    "ETIMEDOUT": (110, "Connection timed out"),
    "ECONNREFUSED": (111, "Connection refused"),
    "EHOSTUNREACH": (113, "No route to host"),
    "EALREADY": (114, "Operation already in progress"),
    "EINPROGRESS": (115, "Operation now in progress"),
}
"""The numbers and words of Linux, which a page has too; errors that are not here are the host's own."""
SAME = {"EWOULDBLOCK": "EAGAIN"}
UNIX_ROOM = 212992
TCP_ROOM = 3_900_000
"""The bytes that Linux lets one socket send to another that does not read, once the buffers have grown."""
PIPE_ROOM = 65536
PAGE = 4096


def error(name: str) -> OSError:
    """Return an error as Linux has it, of the class that Python has for it."""
    number, words = WORDS[name] if name in WORDS else (getattr(errno, name), os.strerror(getattr(errno, name)))
    return OSError(number, words)


class Buffer:
    """Bytes that are on their way in one direction."""

    def __init__(self) -> None:
        self._parts: deque[tuple[memoryview, int]] = deque()
        self.used = 0
        """Their cost, out of the sender's room."""

    def put(self, part: bytes, cost: int) -> None:
        """Add some bytes."""
        self._parts.append((memoryview(part), cost))
        self.used += cost

    def take(self, size: int, peek: bool = False) -> bytes:
        """Take so many bytes, if there are as many; or only look at them."""
        found = []
        for part, cost in list(self._parts) if peek else iter(self._first, None):
            found.append(part[:size])
            size -= len(found[-1])
            if not peek:
                self._parts.popleft()
                if len(found[-1]) < len(part):
                    self._parts.appendleft((part[len(found[-1]):], cost))
                else:
                    self.used -= cost
            if not size:
                break
        return b"".join(found)

    def _first(self) -> tuple[memoryview, int] | None:
        return self._parts[0] if self._parts else None

    def __bool__(self) -> bool:
        return bool(self._parts)

    def clear(self) -> None:
        """Forget the rest, which has no taker."""
        self._parts.clear()
        self.used = 0


class File:
    """The file behind a number, or several after dup()."""

    def __init__(self) -> None:
        self.held = 0
        """How many numbers stand for it."""
        self.blocking = True
        self.changes = 0
        """Grows with each change that may have made it ready: so an edge is seen."""

    def events(self) -> int:
        """Return poll()'s answer, asked for everything."""
        return 0

    def read(self, size: int, peek: bool = False) -> bytes:
        """Return bytes; b"" is the end."""
        raise error("EINVAL")

    def write(self, data: bytes) -> int:
        """Take bytes, and return how many."""
        raise error("EINVAL")

    def release(self) -> None:
        """No number stands for it any more."""


class Numbers:
    """The table of a process: numbers, and their files."""

    FIRST = 64
    """Those below are the host's."""

    def __init__(self) -> None:
        self.files: dict[int, File] = {}
        self.limits = 1024, 1024
        """No number is as high as the first, which can be as high as the second (RLIMIT_NOFILE)."""
        self.on_release: list[Callable[[File], None]] = []

    def add(self, file: File) -> int:
        """Give it the lowest number that is free; raise EMFILE if there is none."""
        number = self.free()
        self.files[number] = file
        file.held += 1
        return number

    def free(self) -> int:
        """Return the lowest number that is free; raise EMFILE if there is none."""
        number = next(number for number in itertools.count(self.FIRST) if number not in self.files)
        if number >= self.limits[0]:
            raise error("EMFILE")
        return number

    def __getitem__(self, number: int) -> File:
        if number not in self.files:
            raise error("EBADF")
        return self.files[number]

    def close(self, number: int) -> None:
        """Take a number away; the last one releases its file."""
        file = self[number]
        del self.files[number]
        file.held -= 1
        if not file.held:
            file.release()
            for tell in self.on_release:
                tell(file)


class PipeEnd(File):
    """One end of a pipe."""

    def __init__(self, buffer: Buffer, writes: bool) -> None:
        super().__init__()
        self._buffer, self._writes = buffer, writes
        self.other: PipeEnd
        self._over = False

    def events(self) -> int:
        if self._writes:
            free = self._buffer.used <= PIPE_ROOM - PAGE
            return (ERR if self.other._over else 0) | (OUT | WRNORM if free else 0)
        return (IN | RDNORM if self._buffer else 0) | (HUP if self.other._over else 0)

    def read(self, size: int, peek: bool = False) -> bytes:
        if self._writes:
            raise error("EBADF")
        if not self._buffer and not self.other._over:
            raise error("EAGAIN")
        self.other.changes += 1
        return self._buffer.take(size)

    def write(self, data: bytes) -> int:
        if not self._writes:
            raise error("EBADF")
        if self.other._over:
            raise error("EPIPE")
        room = PIPE_ROOM - self._buffer.used
        if room < min(len(data), PAGE):
            raise error("EAGAIN")
        self._buffer.put(data[:room], len(data[:room]))
        self.other.changes += 1
        return len(data[:room])

    def release(self) -> None:
        self._over = True
        self.other.changes += 1


def pipe() -> tuple[PipeEnd, PipeEnd]:
    """Return the ends of a new pipe: one that reads, one that writes."""
    buffer = Buffer()
    reads, writes = PipeEnd(buffer, False), PipeEnd(buffer, True)
    reads.other, writes.other = writes, reads
    return reads, writes


class Socket(File):
    """One end of a connection, or a listener, or neither yet."""

    peer: Any = None
    state = "new"
    """new, listening, connected; or new again, when all is over."""
    address: Any
    connected_to: Any = None

    def __init__(self, net: Net, family: int, protocol: int = 0) -> None:
        super().__init__()
        self.net, self.family, self.protocol = net, family, protocol
        self.options: dict[tuple[int, int], Any] = {}
        self.fresh()

    def fresh(self) -> None:
        """Be as a socket is at first, but for its address."""
        self.inbox = Buffer()
        self.queue: deque[Any] = deque()
        self.backlog = 0
        self.shut_read = self.shut_write = self.gone = False
        self.error = ""

    def shut(self) -> None:
        """There is nothing more to come, and to go."""
        self.shut_read = self.shut_write = True
        self.changes += 1

    def taken_error(self) -> str:
        """Return the error that stands there, once."""
        found, self.error = self.error, ""
        return found

    def accept(self) -> Any:
        """Return the other end of the first connection that has come."""
        if self.state != "listening":
            raise error("EINVAL")
        if not self.queue:
            raise error("EAGAIN")
        return self.queue.popleft()

    def get_option(self, level: int, name: int) -> Any:
        """Return an option as getsockopt() does."""
        if level != SOL_SOCKET:
            return self.options.get((level, name), 0)
        if name == SO_ERROR:
            failed = self.taken_error()
            return WORDS[failed][0] if failed else 0
        known = {
            SO_TYPE: 1, SO_ACCEPTCONN: int(self.state == "listening"), SO_DOMAIN: self.family,
            SO_PROTOCOL: self.protocol, SO_SNDBUF: UNIX_ROOM, SO_RCVBUF: UNIX_ROOM,
        }
        return self.options.get((level, name), known.get(name, 0))

    def set_option(self, level: int, name: int, value: Any) -> None:
        """Set an option as setsockopt() does; most have no effect."""
        if level == SOL_SOCKET and name in (SO_SNDBUF, SO_RCVBUF):
            value = max(2 * min(value, UNIX_ROOM), 4608 if name == SO_SNDBUF else 2304)
            self.changes += name == SO_SNDBUF and self.family == AF_UNIX  # there may be more room
        elif level == SOL_SOCKET and name in (SO_TYPE, SO_ERROR, SO_ACCEPTCONN, SO_DOMAIN, SO_PROTOCOL):
            raise error("ENOPROTOOPT")
        self.options[level, name] = value


class Unix(Socket):
    """A stream of the family AF_UNIX."""

    address: Any = ""

    def _room(self) -> int:
        return int(self.options.get((SOL_SOCKET, SO_SNDBUF), UNIX_ROOM))

    def events(self) -> int:
        found = ERR if self.error else 0
        if self.shut_read and self.shut_write:
            found |= HUP
        if self.shut_read:
            found |= IN | RDNORM | RDHUP
        if self.inbox or self.queue:
            found |= IN | RDNORM
        if self.state == "new":
            found |= HUP
        if self.state != "listening" and self.is_writable():
            found |= OUT | WRNORM
        return found

    def is_writable(self) -> bool:
        """Is a good part of its room free?"""
        return ((self.peer.inbox.used if self.peer else 0) + 1) * 4 <= self._room()

    def pair(self, other: Unix) -> None:
        """Be connected with another one."""
        self.peer, other.peer = other, self
        self.state = other.state = "connected"

    def bind(self, address: Any) -> None:
        """Take a name."""
        if self.address:
            raise error("EINVAL")
        if address in self.net.names:
            raise error("EADDRINUSE")
        self.net.names[address], self.address = self, address

    def listen(self, backlog: int) -> None:
        """Let others connect."""
        if not self.address or self.state == "connected":
            raise error("EINVAL")
        self.state, self.backlog = "listening", backlog

    def connect(self, address: Any, blocking: bool) -> None:
        """Connect to the listener there."""
        if address not in self.net.names:
            raise error("ENOENT")
        listener = self.net.names[address]
        if listener.state != "listening":
            raise error("ECONNREFUSED")
        if self.state != "new":
            raise error("EISCONN" if self.state == "connected" else "EINVAL")
        if len(listener.queue) > listener.backlog:
            raise error("EAGAIN")
        child = Unix(self.net, self.family)
        child.address = self.connected_to = address
        self.pair(child)
        listener.queue.append(child)
        listener.changes += 1
        self.changes += 1

    def peer_address(self) -> Any:
        """Return the name of the other end."""
        if self.peer is None:
            raise error("ENOTCONN")
        return self.peer.address

    def read(self, size: int, peek: bool = False) -> bytes:
        if self.state != "connected":
            raise error("EINVAL")
        if self.inbox:
            before = self.inbox.used
            found = self.inbox.take(size, peek)
            self.peer.changes += self.inbox.used < before and self.peer.is_writable()
            return found
        if self.error:
            raise error(self.taken_error())
        if not self.shut_read:
            raise error("EAGAIN")
        return b""

    def write(self, data: bytes) -> int:
        if self.peer is None:
            raise error("ENOTCONN")
        if self.shut_write or self.peer.gone or self.peer.shut_read:
            raise error("EPIPE")
        room, sent = self._room(), 0
        while sent < len(data) and self.peer.inbox.used < room:
            size = min(len(data) - sent, room // 2 - 64, 36544)
            self.peer.inbox.put(data[sent : sent + size], cost(size))
            sent += size
        if data and not sent:
            raise error("EAGAIN")
        self.peer.changes += 1
        return sent

    def shutdown(self, how: int) -> None:
        """End one direction, or both."""
        for this, read, write in (self, how != 1, how != 0), (self.peer, how != 0, how != 1):
            if this is not None:
                this.shut_read |= read
                this.shut_write |= write
                this.changes += 1

    def release(self) -> None:
        for child in self.queue:
            child.inbox.put(b"", 0)  # so much as unread
            child.release()
        if self.peer is not None:
            self.peer.shut()
            self.peer.error = "ECONNRESET" if self.inbox else self.peer.error
        self.inbox.clear()
        self.queue.clear()
        self.state, self.gone = "new", True


def cost(size: int) -> int:
    """Return the cost of a part of a message, out of the sender's room: its bytes, and Linux' notes beside them."""
    paged = min(size, -(-max(0, size - PAGE + 320) // PAGE) * PAGE)
    head = 1 << (size - paged + 320 - 1).bit_length()
    return 256 + head + -(-paged // PAGE) * PAGE


class Tcp(Socket):
    """A stream of the families AF_INET and AF_INET6."""

    def __init__(self, net: Net, family: int, protocol: int = 6) -> None:
        super().__init__(net, family, protocol)
        self.host, self.port = net.any_host(family), 0
        self.stage = ""
        """trying: it has been told EINPROGRESS, and not yet the result; joined: it is or was connected; spoilt:
        it was shut down before it knew that there is no listener."""
        self.chosen = False
        """Its port was."""

    def fresh(self) -> None:
        super().fresh()
        self.sent_end = self.got_end = False

    @property
    def address(self) -> Any:
        """Host and port; in IPv6, with two noughts more."""
        return (self.host, self.port, 0, 0) if self.family == AF_INET6 else (self.host, self.port)

    def get_option(self, level: int, name: int) -> Any:
        room = {SO_SNDBUF: 2626560 if self.state == "connected" else 16384, SO_RCVBUF: 131072}
        if level == SOL_SOCKET and name in room:
            return self.options.get((level, name), room[name])
        return super().get_option(level, name)

    def _room(self) -> int:
        sends, receives = self.options.get((SOL_SOCKET, SO_SNDBUF)), self.peer.options.get((SOL_SOCKET, SO_RCVBUF))
        return int(sends + (receives or 131072) // 4) if sends else TCP_ROOM

    def events(self) -> int:
        if self.state == "listening":
            return IN | RDNORM if self.queue else 0
        found = ERR if self.error else 0
        if self.state == "new" or (self.shut_read and self.shut_write):
            found |= HUP
        if self.shut_read:
            found |= IN | RDNORM | RDHUP
        if self.inbox:
            found |= IN | RDNORM
        if self.shut_write or self.state == "new" or self.is_writable():
            found |= OUT | WRNORM
        return found

    def is_writable(self) -> bool:
        """Is a good part of its room free?"""
        return bool(3 * self.peer.inbox.used <= 2 * self._room())

    def bind(self, address: Any) -> None:
        """Take a host and a port."""
        host, port = address[:2]
        if self.port or self.state != "new":
            raise error("EINVAL")
        if not self.net.is_here(host):
            raise error("EADDRNOTAVAIL")
        if port and not all(self._shares(other, host) for other in self.net.ports.get(port, ())):
            raise error("EADDRINUSE")
        self.host, self.chosen = host, bool(port)
        self.port = self.net.take_port(self, port)

    def _shares(self, other: Tcp, host: str) -> bool:
        """May another one have the same port?"""
        apart = self.family == other.family and host != other.host and not {host, other.host} & self.net.ANY

        def both(option: int) -> bool:
            return all(each.options.get((SOL_SOCKET, option)) for each in (self, other))

        return apart or both(SO_REUSEPORT) or (both(SO_REUSEADDR) and other.state != "listening")

    def listen(self, backlog: int) -> None:
        """Let others connect."""
        if self.stage:
            raise error("EINVAL")
        self.port = self.port or self.net.take_port(self, 0)
        self.state, self.backlog = "listening", backlog

    def connect(self, address: Any, blocking: bool) -> None:
        """Connect to the listener there; a socket that does not wait is told EINPROGRESS, and later the result."""
        if self.stage == "trying":
            self.stage = "joined" if self.state == "connected" else ""
            if not self.stage:
                raise self._failed()
            return
        if self.stage or self.state != "new":
            raise error("EINVAL" if self.stage == "spoilt" else "EISCONN")
        host = self.net.own_host(self.family) if address[0] in self.net.ANY else address[0]
        self.host = self.net.own_host(self.family) if self.host in self.net.ANY else self.host
        self.port = self.port or self.net.take_port(self, 0)
        listener = self.net.listener(self.family, host, address[1])
        if listener is None:
            self.error = "ECONNREFUSED"
            self.shut()
        else:
            child = Tcp(self.net, self.family)
            child.host, child.port, child.options = host, address[1], dict(listener.options)
            child.stage = "joined"
            child.state = self.state = "connected"
            child.peer, self.peer = self, child
            listener.queue.append(child)
            listener.changes += 1
        self.changes += 1
        if not blocking:
            self.stage = "trying"
            raise error("EINPROGRESS")
        if listener is None:
            raise self._failed()
        self.stage = "joined"

    def _failed(self) -> OSError:
        failed = self.taken_error() or "ECONNABORTED"
        self.fresh()
        return error(failed)

    def peer_address(self) -> Any:
        """Return host and port of the other end."""
        if self.state != "connected":
            raise error("ENOTCONN")
        return self.peer.address

    def read(self, size: int, peek: bool = False) -> bytes:
        if self.state == "listening":
            raise error("ENOTCONN")
        if self.inbox:
            full = not self.peer.is_writable()
            found = self.inbox.take(size, peek)
            self.peer.changes += full and self.peer.is_writable()
            return found
        if self.got_end:
            return b""
        if self.error:
            raise error(self.taken_error())
        if self.shut_read:
            return b""
        raise error("EAGAIN" if self.state == "connected" else "ENOTCONN")

    def write(self, data: bytes) -> int:
        if self.state != "connected" or self.shut_write:
            raise error(self.taken_error() or "EPIPE")
        there = self.peer
        part = data[: max(0, self._room() - there.inbox.used)]
        if data and not part:
            raise error("EAGAIN")
        if there.gone:
            self.reset()
        elif there.shut_read and there.sent_end:
            there.reset()
            self.reset()
        elif part:
            there.inbox.put(part, len(part))
            there.changes += 1
        return len(part)

    def reset(self) -> None:
        """The other end takes nothing any more."""
        if self.state == "connected":
            self.error = "EPIPE" if self.got_end and not self.sent_end else "ECONNRESET"
            self.over()

    def over(self) -> None:
        """The connection is no more."""
        self.state = "new"
        self.shut()

    def _end(self) -> None:
        """Say that nothing more is sent."""
        there = self.peer
        if self.state == "connected" and not self.sent_end:
            self.sent_end = there.got_end = there.shut_read = True
            there.changes += 1
            if there.sent_end:
                self.over()
                there.over()

    def shutdown(self, how: int) -> None:
        """End one direction, or both."""
        if self.state == "listening":
            if how != 1:
                self._stop_listening()
                self.fresh()
                if not self.chosen:
                    self.net.give_port_back(self)
                    self.port = 0
            return
        connected = self.state == "connected"
        if self.stage == "trying":
            self.stage = "joined" if connected else "spoilt"
        self.shut_read |= how != 1
        self.shut_write |= how != 0
        self.changes += 1
        if not connected:
            raise error("ENOTCONN")
        if how != 0:
            self._end()

    def _stop_listening(self) -> None:
        for child in self.queue:
            child.peer.reset()
            child.over()
        self.queue.clear()
        self.state = "new"

    def release(self) -> None:
        self.net.give_port_back(self)
        if self.state == "listening":
            self._stop_listening()
        elif self.state == "connected":
            hard = self.options.get((SOL_SOCKET, SO_LINGER), (0, 0))
            if self.inbox or hard == (1, 0):
                self.state = "new"
                self.peer.reset()
            else:
                self.shut_read = self.shut_write = True
                self._end()
        self.inbox.clear()
        self.gone = True


class Net:
    """Ports and names, and their owners."""

    ANY: Any = frozenset({"0.0.0.0", "::", ""})

    def __init__(self) -> None:
        self.ports: dict[int, list[Tcp]] = {}
        self.names: dict[Any, Unix] = {}
        self._next: Iterator[int] = itertools.cycle(range(40000, 60000))

    def any_host(self, family: int) -> str:
        """Return the host that stands for all."""
        return "::" if family == AF_INET6 else "0.0.0.0"

    def own_host(self, family: int) -> str:
        """Return the host that this machine is for itself."""
        return "::1" if family == AF_INET6 else "127.0.0.1"

    def is_here(self, host: str) -> bool:
        """Say whether a host is this machine."""
        return host in self.ANY or host == "::1" or host.startswith("127.")

    def take_port(self, who: Tcp, port: int) -> int:
        """Return the port, or one that is free."""
        port = port or next(port for port in self._next if port not in self.ports)
        self.ports.setdefault(port, []).append(who)
        return port

    def give_port_back(self, who: Tcp) -> None:
        """Its port is free, if no other socket has it."""
        others = [other for other in self.ports.pop(who.port, ()) if other is not who]
        if others:
            self.ports[who.port] = others

    def listener(self, family: int, host: str, port: int) -> Tcp | None:
        """Return the listener there."""
        fits = (
            other for other in self.ports.get(port, ()) if other.state == "listening"
            and (other.host == host or (other.host in self.ANY and (other.family == family or other.host == "::")))
        )
        return next(fits, None)
