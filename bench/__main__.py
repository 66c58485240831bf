"""Measure servers and loops of the book beside those of others, and poll beside epoll: ``make bench``.

Each server runs in a process of its own, and one client keeps so many connections busy: whenever an
answer of 64 bytes has come, it sends again. All servers are measured in turns, round after round, so
that a change of the machine's mood hits all of them; medians are printed, and above all the medians
of the ratios, round by round. Loops that run tasks take turns in one process. Linux only, since epoll is.
"""
from __future__ import annotations

import argparse
import os
import platform
import resource
import select
import socket
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from bench import kernels, tasks, web
from bench.libraries import LIBRARIES
from bench.load import MESSAGE, Load
from bench.servers import BLOCKING, SERVERS

FIRST, STREAMS = "bare epoll", "asyncio streams"
"""What CPU time and requests per second are compared with."""
WEB = ("FastAPI, uvloop", "FastAPI, asyncio")
"""What a loop is compared with where it serves FastAPI."""
PEER, LIMIT = "asyncio", "coro.send()"
"""What loops are compared with, and what no loop can beat."""


def servers(names: Iterable[str], peers: tuple[str, str], connections: int, rounds: int, requests: int) -> None:
    """Print a table of servers at this number of connections, with ratios to the first peer, and to the other."""
    loads = {name: Load(name, connections) for name in names}
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in loads}
    for number in range(rounds + 1):
        for name, load in loads.items():
            result = load.run(max(requests, connections))
            if number:  # the first round is for warming up
                found[name].append(result)
    for load in loads.values():
        load.close()
    rate = {name: median(rate for rate, _cpu in results) for name, results in found.items()}
    cpu = {name: median(cpu for _rate, cpu in results) for name, results in found.items()}

    def ratio(name: str, other: str, what: int) -> float:
        """Return the median of the ratios, round by round: the load of the machine hits both alike."""
        return median(mine[what] / theirs[what] for mine, theirs in zip(found[name], found[other]))

    print(f"\n{connections} busy connections")
    first, second = (f"of {peer.removeprefix('asyncio ')}" for peer in peers)
    print(f"  {'server':20} {'requests/s':>10} {second:>19} {'CPU µs':>8} {first:>19} {second:>19}")
    for name in loads:
        print(
            f"  {name:20} {rate[name]:10.0f} {ratio(name, peers[1], 0):19.2f} {cpu[name]:8.2f} "
            f"{ratio(name, peers[0], 1):19.2f} {ratio(name, peers[1], 1):19.2f}"
        )


def often(mine: list[float], theirs: list[float]) -> float:
    """Return how many one makes while the other makes one: the median of the ratios, round by round."""
    return median(other / one for one, other in zip(mine, theirs))


def compare(
    names: Iterable[str], tests: Iterable[str], limits: Mapping[str, Callable[[int], float]], rounds: int, number: int,
    seconds: Callable[[str, str], float | None], ratio: Callable[[list[float], list[float], list[float] | None], float],
) -> None:
    """Print a table: what each test takes by each name and by the limit, and the ratio to the peer, or to the limit.

    `seconds` measures a name in a test, and returns None if that cannot be; `ratio` takes the measurements of a name,
    of the peer and of the limit, of which there may be none.
    """
    print(f"\n  {'CPU ns':20}" + "".join(f"{test:>16}" for test in tests))
    found: dict[tuple[str, str], list[float]] = {}
    for turn in range(rounds + 1):
        for test in tests:
            took = {name: seconds(name, test) for name in names}
            if test in limits:
                took[LIMIT] = limits[test](number) / number
            for name, one in took.items():
                if turn and one is not None:  # the first round is for warming up
                    found.setdefault((name, test), []).append(one)
    for name in [*names, LIMIT]:
        cells = ""
        for test in tests:
            if mine := found.get((name, test)):
                cells += f"{median(mine) * 1e9:8.0f} ({ratio(mine, found[PEER, test], found.get((LIMIT, test))):5.2f})"
            else:
                cells += f"{'-':>16}"
        print(f"  {name:20}{cells}")


def loops(rounds: int, number: int) -> None:
    """Print what a switch, a call and the like cost on each loop, and how many it makes while asyncio makes one."""
    compare(
        tasks.LOOPS, tasks.TESTS, tasks.LIMITS, rounds, number,
        lambda name, test: tasks.seconds(tasks.LOOPS[name], tasks.TESTS[test], number),
        lambda mine, peer, _limit: often(mine, peer),
    )


def compare_kernels(rounds: int, number: int) -> None:
    """Print what a switch and the like cost on each kernel, with the limit or the rate of asyncio as the measure."""
    compare(
        LIBRARIES, kernels.TESTS, kernels.LIMITS, rounds, number,
        lambda name, test: kernels.seconds(LIBRARIES[name], test, number),
        lambda mine, peer, limit: often(limit, mine) if limit else often(mine, peer),
    )
    print(f"  (switches: times {LIMIT}; the others: how many while {PEER} makes one)")


def resident(pid: int) -> int:
    """Return the bytes of memory that a process has in use."""
    pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    return pages * resource.getpagesize()


def memory(connections: int) -> None:
    """Print what each server needs for a connection that has said something and waits, beyond what it needs idle."""
    print(f"\n  {'bytes of memory for each of so many connections':40} {connections:>8}")
    for name in SERVERS:
        if name not in BLOCKING:
            load = Load(name, 1, fresh=True)
            load.run(10)
            idle = resident(load.process.pid)
            load.connect(connections)
            load.run(2 * connections)
            print(f"  {name:40} {(resident(load.process.pid) - idle) / connections:>8.0f}")
            load.close()


def readiness(numbers: list[int], rounds: int) -> None:
    """Print what one call of select, poll and epoll takes when one of n idle descriptors is ready."""
    print(f"\n  {'descriptors':>11} {'select µs':>10} {'poll µs':>9} {'epoll µs':>9} {'poll / epoll':>12}")
    for number in numbers:
        # a socket for datagrams is idle by itself; a connection would need two descriptors
        idle = [socket.socket(type=socket.SOCK_DGRAM) for _ in range(number - 1)]
        one, other = socket.socketpair()
        other.send(MESSAGE)
        files = [sock.fileno() for sock in [*idle, one]]
        poll, epoll = select.poll(), select.epoll()
        for file in files:
            poll.register(file, select.POLLIN)
            epoll.register(file, select.EPOLLIN)
        calls: list[Callable[[], Any]] = [partial(select.select, files, [], []), poll.poll, epoll.poll]
        if max(files) >= 1024:
            calls[0] = list
        times: list[list[float]] = [[], [], []]
        for _ in range(rounds):
            for call, found in zip(calls, times):
                began = time.perf_counter()
                for _ in range(50):
                    call()
                found.append((time.perf_counter() - began) / 50 * 1e6)
        took = [median(found) for found in times]
        shown = f"{took[0]:10.1f}" if max(files) < 1024 else f"{'impossible':>10}"
        print(f"  {number:11} {shown} {took[1]:9.1f} {took[2]:9.1f} {took[1] / took[2]:12.0f}")
        epoll.close()
        for sock in [*idle, one, other]:
            sock.close()


def enough(needed: int, limit: int) -> bool:
    """Say whether there are so many descriptors; if not, print a line."""
    if needed > limit:
        print(f"\nleft out: {needed} descriptors are needed, and the limit is {limit} (ulimit -Hn)")
    return needed <= limit


def main(arguments: list[str]) -> None:
    """Print everything that the limits allow."""
    if not hasattr(select, "epoll"):
        sys.exit("make bench needs epoll, which Linux has")
    parser = argparse.ArgumentParser(description="Echo servers and readiness calls, compared.")
    parser.add_argument("--connections", type=int, nargs="*", default=[1, 10, 100, 1000])
    parser.add_argument("--descriptors", type=int, nargs="*", default=[10, 100, 500, 1000, 9000])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--switches", type=int, default=100_000)
    parser.add_argument("--memory", type=int, default=10_000)
    chosen = parser.parse_args(arguments)
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(f"Python {platform.python_version()}, {platform.system()} {platform.release()}, {os.cpu_count()} cores")
    for connections in chosen.connections:
        if enough(connections * len(SERVERS) + 100, hard):
            servers(SERVERS, (FIRST, STREAMS), connections, chosen.rounds, chosen.requests)
            servers(web.SERVERS, WEB, connections, chosen.rounds, max(100, chosen.requests // 5))
    if chosen.switches:
        loops(chosen.rounds, chosen.switches)
        compare_kernels(chosen.rounds, chosen.switches)
    if chosen.memory and enough(chosen.memory + 100, hard):
        memory(chosen.memory)
    readiness([number for number in chosen.descriptors if enough(number + 100, hard)], chosen.rounds)


if __name__ == "__main__":
    main(sys.argv[1:])
