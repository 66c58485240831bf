"""Random programs of calls on sockets and pipes, and the results of each call: the same on any operating system.

usage: python -m whoruns.tests.calls FROM TO

Prints the differences between memory and this machine, for the programs of these numbers.
"""
from __future__ import annotations

import json
import os
import random
import select
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from whoruns.tests.places import ROOT

Program = list[tuple[Any, ...]]
"""Calls by name, with the numbers of things (modulo how many there are) and sizes."""

LENGTH = 40
SIZES = (1, 10, 700, 5000)
LARGE = (*SIZES, 40_000, 300_000)
ASKED = select.POLLIN | select.POLLOUT | select.POLLPRI | 0x2000


def program(seed: int) -> Program:
    """Return the program of a number."""
    chance = random.Random(seed)
    calls = {
        "pair": 2, "listen": 2, "connect": 6, "refused": 1, "fresh": 1, "accept": 8, "send": 16, "recv": 16, "peek": 2,
        "shutdown": 6, "close": 6, "poll": 12, "select": 3, "epoll": 4, "error": 3, "peer": 3, "again": 2, "linger": 1,
        "dup": 1, "room": 1, "pipe": 1, "write": 3, "read": 3, "is_listening": 1, "blocking": 1, "re_listen": 1,
        "read_line": 1, "timeout": 1,
    }
    names = chance.choices(list(calls), list(calls.values()), k=LENGTH)
    return [(name, chance.randrange(1000), chance.choice(LARGE), chance.randrange(3)) for name in names]


class Calls:
    """Carries out a program. Results that differ from run to run, such as numbers and ports, are not told."""

    def __init__(self, pause: float = 0) -> None:
        self.pause = pause
        self.socks: list[Any] = []
        self.pipes: list[int] = []
        self.addresses: list[Any] = []
        self.watching: Any = select.epoll()

    def run(self, program: Program) -> list[Any]:
        """Return the result of each call: a value, or the class and the name of an error."""
        told: list[Any] = []
        try:
            for name, *args in program:
                told.append([name, self.outcome(getattr(self, name), *args)])
                if self.pause:
                    time.sleep(self.pause)
        finally:
            for sock in self.socks:
                sock.close()
            self.watching.close()
            for number in self.pipes:
                with suppress(OSError):
                    os.close(number)
        return told

    def outcome(self, call: Callable[..., Any], *args: Any) -> Any:
        """Return the result of a call, as JSON can hold it."""
        try:
            return call(*args)
        except (OSError, ValueError) as error:
            return [type(error).__name__, getattr(error, "errno", None)]

    def keep(self, *socks: Any) -> None:
        """Keep new sockets, which never wait."""
        for sock in socks:
            sock.setblocking(False)
            if sock.family != socket.AF_UNIX:
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.socks.append(sock)

    def sock(self, number: int) -> Any:
        if not self.socks:
            self.keep(*socket.socketpair())
        return self.socks[number % len(self.socks)]

    # ---- calls

    def pair(self, *_: int) -> None:
        self.keep(*socket.socketpair())

    def listen(self, *_: int) -> None:
        sock = socket.create_server(("127.0.0.1", 0))
        self.keep(sock)
        self.addresses.append(sock.getsockname())

    def fresh(self, *_: int) -> None:
        self.keep(socket.socket())

    def connect(self, number: int, *_: int) -> None:
        if not self.addresses:
            self.listen()
        sock = socket.socket()
        self.keep(sock)
        sock.connect(self.addresses[number % len(self.addresses)])

    def refused(self, *_: int) -> None:
        sock = socket.socket()
        self.keep(sock)
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            address = other.getsockname()
        sock.connect(address)

    def again(self, number: int, *_: int) -> None:
        if self.sock(number).family != socket.AF_UNIX and self.addresses:
            self.sock(number).connect(self.addresses[number % len(self.addresses)])

    def accept(self, number: int, *_: int) -> bool:
        listening = [each for each in self.socks if self.outcome(each.getsockopt, 1, 30) == 1]
        among = listening or self.socks or [self.sock(0)]
        sock, address = among[number % len(among)].accept()
        self.keep(sock)
        return bool(address == self.outcome(sock.getpeername))

    def send(self, number: int, size: int, _how: int) -> int:
        sock = self.sock(number)
        return int(sock.send(bytes(size if sock.family == socket.AF_UNIX else min(size, SIZES[-1]))))

    def recv(self, number: int, size: int, _how: int) -> int:
        return len(self.sock(number).recv(size))

    def read_line(self, number: int, *_: int) -> int | None:
        with self.sock(number).makefile("rb") as file:
            found = file.read1(100)
            return found if found is None else len(found)

    def peek(self, number: int, size: int, _how: int) -> int:
        return len(self.sock(number).recv(size, socket.MSG_PEEK))

    def shutdown(self, number: int, _size: int, how: int) -> None:
        self.sock(number).shutdown(how)

    def close(self, number: int, *_: int) -> None:
        self.sock(number).close()

    def error(self, number: int, *_: int) -> int:
        return int(self.sock(number).getsockopt(socket.SOL_SOCKET, socket.SO_ERROR))

    def is_listening(self, number: int, *_: int) -> int:
        return int(self.sock(number).getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))

    def peer(self, number: int, *_: int) -> bool:
        return bool(self.sock(number).getpeername())

    def linger(self, number: int, *_: int) -> None:
        self.sock(number).setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def room(self, number: int, size: int, _how: int) -> int | None:
        sock = self.sock(number)
        if sock.family != socket.AF_UNIX:
            return None
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, min(size, 100_000))
        return int(sock.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF))

    def dup(self, number: int, *_: int) -> None:
        self.keep(self.sock(number).dup())

    def re_listen(self, number: int, *_: int) -> None:
        self.sock(number).listen()

    def timeout(self, number: int, *_: int) -> str:
        sock = self.sock(number)
        sock.settimeout(0.001)
        try:
            return f"{len(sock.recv(10))}"
        finally:
            sock.setblocking(False)

    def blocking(self, number: int, *_: int) -> list[bool]:
        sock = self.sock(number)
        return [os.get_blocking(sock.fileno()), sock.getblocking()]

    def pipe(self, *_: int) -> None:
        self.pipes += os.pipe()
        for number in self.pipes[-2:]:
            os.set_blocking(number, False)

    def end(self, number: int) -> int:
        if not self.pipes:
            self.pipe()
        return self.pipes[number % len(self.pipes)]

    def write(self, number: int, size: int, how: int) -> int:
        if how == 2:
            os.close(self.end(number))
            self.pipes.remove(self.end(number))
            return 0
        return os.write(self.end(number), bytes(min(size, 4096)))

    def read(self, number: int, size: int, _how: int) -> int:
        return len(os.read(self.end(number), size))

    def poll(self, *_: int) -> list[int]:
        polling, numbers = select.poll(), [sock.fileno() for sock in self.socks if sock.fileno() >= 0] + self.pipes
        for number in numbers:
            polling.register(number, ASKED)
        found = dict(polling.poll(0))
        return [found.get(number, 0) for number in numbers]

    def select(self, *_: int) -> list[list[int]]:
        socks = [sock for sock in self.socks if sock.fileno() >= 0]
        return [[socks.index(each) for each in found] for found in select.select(socks, socks, [], 0)]

    def epoll(self, number: int, _size: int, how: int) -> Any:
        sock = self.sock(number)
        if how == 0:
            return self.watching.register(sock, ASKED | select.EPOLLET * (number % 2))
        if how == 1 and number % 3 == 0:
            return self.watching.unregister(sock)
        return sorted(events for _number, events in self.watching.poll(0))


def outcomes(seeds: Iterable[int], pause: float = 0) -> dict[str, Any]:
    """Return the results of the programs of these numbers here."""
    return {str(seed): Calls(pause).run(program(seed)) for seed in seeds}


def difference(memory: list[Any], seed: int) -> str:
    """Return the first call that gives something else on this machine, which gets time to carry packets; or nothing."""
    for pause in (0, 0.001, 0.005):
        real = json.loads(json.dumps(Calls(pause).run(program(seed))))
        if real == memory:
            return ""
    row = next(row for row, (one, other) in enumerate(zip(real, memory)) if one != other)
    return f"program {seed}, call {row}: {real[row]} here, {memory[row]} in memory; {program(seed)[: row + 1]}"


def in_memory(module: str, *arguments: str) -> Any:
    """Run a function main() of a module where everything is memory; return its result."""
    code = (
        "import json, sys; from whoruns.memory import install; install.install(); from importlib import import_module; "
        "print(json.dumps(import_module(sys.argv[1]).main(*sys.argv[2:])))"
    )
    command = [sys.executable, "-W", "error", "-c", code, module, *arguments]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout)


def main(first: str, last: str) -> dict[str, Any]:
    """Return the results of the programs of these numbers here."""
    return outcomes(range(int(first), int(last)))


if __name__ == "__main__":
    found = in_memory("whoruns.tests.calls", *sys.argv[1:])
    different = [said for seed, told in found.items() if (said := difference(told, int(seed)))]
    print("\n".join(different))
    print(f"{len(found)} programs, {len(different)} differ")
