"""``_socket``, above connections that are made of memory."""
from __future__ import annotations

import _socket
import os
import struct
import warnings
from collections.abc import Callable, Iterable
from typing import Any

from whoruns.memory.connections import (
    AF_INET,
    AF_INET6,
    AF_UNIX,
    ERR,
    HUP,
    IN,
    OUT,
    SO_LINGER,
    SOL_SOCKET,
    WORDS,
    Net,
    Numbers,
    Socket,
    Tcp,
    Unix,
    error,
)

MSG_PEEK, MSG_DONTWAIT = 2, 64
LINUX = {
    "AF_UNIX": AF_UNIX, "AF_INET": AF_INET, "AF_INET6": AF_INET6, "SOCK_STREAM": 1, "SOCK_DGRAM": 2,
    "SOCK_NONBLOCK": 0x800, "SOCK_CLOEXEC": 0x80000, "SOL_SOCKET": SOL_SOCKET, "SO_REUSEADDR": 2, "SO_TYPE": 3,
    "SO_ERROR": 4, "SO_BROADCAST": 6, "SO_SNDBUF": 7, "SO_RCVBUF": 8, "SO_KEEPALIVE": 9, "SO_LINGER": SO_LINGER,
    "SO_REUSEPORT": 15, "SO_ACCEPTCONN": 30, "SO_PROTOCOL": 38, "SO_DOMAIN": 39, "SOMAXCONN": 4096, "IPPROTO_TCP": 6,
    "IPPROTO_UDP": 17, "IPPROTO_IPV6": 41, "IPV6_V6ONLY": 26, "TCP_NODELAY": 1, "TCP_KEEPIDLE": 4, "TCP_KEEPINTVL": 5,
    "TCP_KEEPCNT": 6, "TCP_USER_TIMEOUT": 18, "SHUT_RD": 0, "SHUT_WR": 1, "SHUT_RDWR": 2, "MSG_PEEK": MSG_PEEK,
    "MSG_DONTWAIT": MSG_DONTWAIT, "MSG_NOSIGNAL": 0x4000, "AI_PASSIVE": 1, "AI_CANONNAME": 2, "AI_NUMERICHOST": 4,
    "AI_ADDRCONFIG": 32, "EAI_NONAME": -2, "NI_NUMERICHOST": 1, "NI_NUMERICSERV": 2,
}
"""The constants of ``socket`` as Linux has them; some hosts lack a few, or have other numbers."""

numbers = Numbers()
net = Net()


def waits(call: str, timeout: float | None, look: Callable[[], Any]) -> Any:
    """Return what a call finds, without waiting: there is no world. Raise Hang if it would wait for ever."""
    if not (found := look()) and timeout is None:
        from whoruns.recorder.world import Hang  # the world imports what this module puts in place

        raise Hang(f"{call} would wait here for ever")
    return found


class socket:
    """``_socket.socket``."""

    __slots__ = ("_family", "_fd", "_proto", "_timeout", "_type")

    def __init__(self, family: int = -1, type: int = -1, proto: int = -1, fileno: int | None = None) -> None:
        self._fd = -1
        self._timeout: float | None = _defaults["timeout"]
        if fileno is not None:
            file = numbers[fileno]
            if not isinstance(file, Socket):
                raise error("ENOTSOCK")
            self._fd, self._family, self._type, self._proto = fileno, file.family, 1, file.protocol
            return
        self._family = AF_INET if family == -1 else family
        self._type = 1 if type == -1 else type & 0xF
        self._proto = max(proto, 0)
        if self._type != 1 or self._family not in (AF_UNIX, AF_INET, AF_INET6):
            raise error("ESOCKTNOSUPPORT")
        made = Unix(net, AF_UNIX) if self._family == AF_UNIX else Tcp(net, self._family)
        made.blocking = self._timeout is None
        self._fd = numbers.add(made)

    def __del__(self) -> None:
        if getattr(self, "_fd", -1) != -1:
            fd, shown = self._fd, repr(self)
            self._fd = -1
            numbers.close(fd)
            warnings.warn(f"unclosed {shown}", ResourceWarning, stacklevel=2, source=self)

    family = property(lambda self: self._family)
    type = property(lambda self: self._type)
    proto = property(lambda self: self._proto)
    timeout = property(lambda self: self._timeout)

    @property
    def _file(self) -> Any:
        return numbers[self._fd]

    def _call(self, name: str, act: Callable[..., Any], *args: Any, ready: int = IN, now: bool = False) -> Any:
        """Make a call; where Linux would wait, see the timeout. With one, Python waits until poll() ends."""
        try:
            if not self._timeout or self._file.events() & (ready | ERR | HUP):
                return act(*args)
        except BlockingIOError:
            if now or self._timeout == 0 or (self._timeout is None and not self._file.blocking):
                raise
        waits(name, self._timeout, lambda: None)
        raise TimeoutError("timed out")

    # ---- its number, and how it waits

    def fileno(self) -> int:
        """Return its number, or -1."""
        return self._fd

    def detach(self) -> int:
        """Return the number, and let it go."""
        fd, self._fd = self._fd, -1
        return fd

    def close(self) -> None:
        """Take the number away."""
        fd, self._fd = self._fd, -1
        if fd != -1:
            numbers.close(fd)

    def settimeout(self, seconds: float | None) -> None:
        """Wait so long, or for ever."""
        if seconds is not None and seconds < 0:
            raise ValueError("Timeout value out of range")
        self._timeout = None if seconds is None else float(seconds)
        self._file.blocking = seconds is None

    def gettimeout(self) -> float | None:
        """Return how long it waits."""
        return self._timeout

    def setblocking(self, flag: bool) -> None:
        """Wait for ever, or never."""
        self.settimeout(None if flag else 0.0)

    def getblocking(self) -> bool:
        """Say whether it waits."""
        return self._timeout != 0

    # ---- connections

    def bind(self, address: Any) -> None:
        """Take an address."""
        self._file.bind(self._resolved(address))

    def listen(self, backlog: int = 128) -> None:
        """Let others connect."""
        self._file.listen(max(0, min(backlog, 4096)))

    def _accept(self) -> tuple[int, Any]:
        numbers.free()  # none has to come for nothing
        found = self._call("accept", self._file.accept)
        return numbers.add(found), found.peer.address if found.peer else ""

    def connect(self, address: Any) -> None:
        """Connect to the listener there."""
        address, file = self._resolved(address), self._file
        if self._timeout == 0 or (not file.blocking and self._timeout is None):
            file.connect(address, False)
        else:
            self._call("connect", file.connect, address, True, ready=~0)

    def connect_ex(self, address: Any) -> int:
        """Connect, and return the number of the error, or 0."""
        try:
            self.connect(address)
        except TimeoutError:
            return WORDS["EAGAIN"][0]
        except OSError as failed:
            if failed.errno is None:
                raise
            return failed.errno
        return 0

    def _resolved(self, address: Any) -> Any:
        """Return an address with a host of digits."""
        if self._family == AF_UNIX:
            return os.fspath(address)
        if not isinstance(address, tuple):
            raise TypeError(f"connect(): AF_INET address must be tuple, not {type(address).__name__}")
        host, port = address[:2]
        if not 0 <= port <= 65535:
            raise OverflowError("port must be 0-65535.")
        return digits(host, self._family) or net.any_host(self._family), port

    def getsockname(self) -> Any:
        """Return its own address."""
        return self._file.address

    def getpeername(self) -> Any:
        """Return the address of the other end."""
        return self._file.peer_address()

    def shutdown(self, how: int) -> None:
        """End one direction, or both."""
        if how not in (0, 1, 2):
            raise error("EINVAL")
        self._file.shutdown(how)

    # ---- bytes

    def recv(self, size: int, flags: int = 0) -> bytes:
        """Return up to so many bytes; b"" is the end."""
        if size < 0:
            raise ValueError("negative buffersize in recv")
        if not size:
            return b""
        found: bytes = self._call("recv", self._file.read, size, bool(flags & MSG_PEEK), now=bool(flags & MSG_DONTWAIT))
        return found

    def recv_into(self, buffer: Any, nbytes: int = 0, flags: int = 0) -> int:
        """Receive into a buffer, and return how much."""
        with memoryview(buffer).cast("B") as view:
            found = self.recv(nbytes or len(view), flags)
            view[: len(found)] = found
            return len(found)

    def recvfrom(self, size: int, flags: int = 0) -> tuple[bytes, Any]:
        """Receive from the other end, whose address a stream doesn't tell."""
        return self.recv(size, flags), None

    def recvmsg(self, size: int, ancbufsize: int = 0, flags: int = 0) -> tuple[bytes, list[Any], int, Any]:
        """Receive, without anything beside the bytes."""
        return self.recv(size, flags), [], 0, None

    def send(self, data: Any, flags: int = 0) -> int:
        """Send, and return how much went: all, if it waits for ever."""
        if self._timeout is None and self._file.blocking and not flags & MSG_DONTWAIT:
            self.sendall(data)
            return memoryview(data).nbytes
        with memoryview(data).cast("B") as view:
            sent: int = self._call("send", self._file.write, bytes(view), ready=OUT, now=bool(flags & MSG_DONTWAIT))
        return sent

    def sendall(self, data: Any, flags: int = 0) -> None:
        """Send all."""
        rest = bytes(memoryview(data).cast("B"))
        while rest:
            rest = rest[self._call("sendall", self._file.write, rest, ready=OUT) :]

    def sendmsg(self, buffers: Iterable[Any], ancdata: Any = (), flags: int = 0, address: Any = None) -> int:
        """Send the bytes of several buffers, and return how many went."""
        return self.send(b"".join(buffers), flags)

    def sendto(self, data: Any, *flags_and_address: Any) -> int:
        """Send to the other end: a stream has no other address."""
        return self.send(data, *flags_and_address[:-1])

    # ---- options

    def getsockopt(self, level: int, name: int, size: int = 0) -> Any:
        """Return an option, as a number or as bytes."""
        value = self._file.get_option(level, name)
        if (level, name) == (SOL_SOCKET, SO_LINGER):
            value = struct.pack("ii", *value or (0, 0))
            return value[:size] if size else value[0]
        return struct.pack("i", value)[:size] if size else value

    def setsockopt(self, level: int, name: int, value: Any, size: int = 0) -> None:
        """Set an option, from a number or from bytes."""
        if (level, name) == (SOL_SOCKET, SO_LINGER):
            value = struct.unpack("ii", value)
        elif isinstance(value, bytes | bytearray):
            if len(value) != 4:
                raise error("EINVAL")  # a filter of packets, say
            (value,) = struct.unpack("i", value)
        self._file.set_option(level, name, value)


_defaults: dict[str, float | None] = {"timeout": None}


def socketpair(family: int = AF_UNIX, type: int = 1, proto: int = 0) -> tuple[socket, socket]:
    """Return two sockets that are connected."""
    pair = socket(family, type, proto), socket(family, type, proto)
    pair[0]._file.pair(pair[1]._file)
    return pair


def dup(number: int) -> int:
    """Return a second number for the same."""
    return numbers.add(numbers[number])


def digits(host: str | bytes | None, family: int) -> str:
    """Return a host in digits; raise gaierror for an unknown one."""
    host = host.decode() if isinstance(host, bytes | bytearray) else host or ""
    known = {"localhost": net.own_host(family), "": "", "<broadcast>": "255.255.255.255"}
    if host in known:
        return known[host]
    try:
        _socket.inet_pton(AF_INET6 if family == AF_INET6 else AF_INET, host)
    except OSError:
        raise _socket.gaierror(LINUX["EAI_NONAME"], "Name or service not known") from None
    return host


def getaddrinfo(
    host: Any, port: Any, family: int = 0, type: int = 0, proto: int = 0, flags: int = 0
) -> list[tuple[int, int, int, str, Any]]:
    """Return the addresses of a host in digits, of localhost, or of all hosts."""
    number = int(port or 0)
    families = [each for each in (AF_INET6, AF_INET) if family in (0, each)]
    if host is None:
        hosts = [net.any_host(each) if flags & 1 else net.own_host(each) for each in families]
        pairs = list(zip(families, hosts))
    elif host in ("localhost", b"localhost"):
        pairs = [(each, digits(host, each)) for each in families]
    else:
        six = ":" in (host.decode() if isinstance(host, bytes) else host)
        pairs = [(each, digits(host, each)) for each in families if (each == AF_INET6) == six]
        if not pairs:
            raise _socket.gaierror(-9, "Address family for hostname not supported")
    kinds = [(1, 6), (2, 17)] if not type else [(type, {1: 6, 2: 17}.get(type, 0))]
    return [
        (each, kind, protocol, "", (own, number, 0, 0) if each == AF_INET6 else (own, number))
        for each, own in pairs for kind, protocol in kinds if proto in (0, protocol)
    ]


NAMES = {
    **LINUX, "socket": socket, "SocketType": socket, "socketpair": socketpair, "dup": dup, "close": numbers.close,
    "getaddrinfo": getaddrinfo, "gethostbyname": lambda host: digits(host, AF_INET), "has_ipv6": True,
    "getdefaulttimeout": lambda: _defaults["timeout"],
    "setdefaulttimeout": lambda seconds: _defaults.update(timeout=seconds),
}
"""The members of ``_socket`` that are not the real one's."""
