"""The loop with tasks under load: crowds that come and go, and peers whom nobody has thought of."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import gc
import os
import socket
import tempfile
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.mainloop.serve import serve
from tests.support.loops.main_loops import Pair, VirtualTasks
from tests.support.peers.cable import reset

pytestmark = pytest.mark.usefixtures("lean_asyncio")

Work = Coroutine[Any, Any, Any]
CROWD = 10_000
TYPES = "Task", "Future", "Handle", "Timer", "coroutine", "CancelledError", "ZeroDivisionError", "traceback", "frame"


def crowd(tasks_loop: VirtualTasks, ours: socket.socket, theirs: socket.socket) -> None:
    """Ten thousand tasks: they sleep, wait for one another, receive, fail, and are cancelled while they do."""

    async def sleeps(seconds: float) -> float:
        await tasks_loop.sleep(seconds)
        return seconds

    async def waits(number: int) -> None:
        await tasks_loop.create_task(sleeps(number % 7))

    async def fails(number: int) -> float:
        await sleeps(number % 5)
        return 1 / 0

    async def receives(number: int) -> bytes:
        theirs.send(b"!")
        return bytes(await tasks_loop.sock_recv(ours, 1))

    async def main() -> None:
        for start in range(0, CROWD, 1000):
            some = [
                tasks_loop.create_task((sleeps, waits, fails, receives, receives)[number % 5](number % 9))
                for number in range(start, start + 800)  # and those whom 160 of them wait for, and main()
            ]
            await tasks_loop.sleep(1)
            for task in some[::11]:
                task.cancel()
            await tasks_loop.sleep(10)
            assert all(task.done() for task in some)
            with suppress(BlockingIOError):
                ours.recv(1000)  # what the cancelled ones did not fetch

    tasks_loop.run_until_complete(main())


def left() -> Counter[str]:
    """Count what a task is made of."""
    gc.collect()
    counted = Counter(type(thing).__name__ for thing in gc.get_objects())
    return Counter({name: counted[name] for name in TYPES})


def test_ten_thousand_tasks_leave_nothing_behind(tasks_loop: VirtualTasks, pair: Pair) -> None:
    pages = Path("/proc/self/statm")
    crowd(tasks_loop, *pair)
    before, resident = left(), int(pages.read_text().split()[1])
    crowd(tasks_loop, *pair)
    assert left() - before == Counter()
    grown = (int(pages.read_text().split()[1]) - resident) * os.sysconf("SC_PAGE_SIZE")
    assert grown < 200 * CROWD, f"{grown} bytes"
    assert not tasks_loop.tasks
    assert not tasks_loop.ready
    assert not tasks_loop.waiting
    assert len(tasks_loop.timers.heap) < 100


def test_a_loop_that_keeps_its_tasks_is_found_out(tasks_loop: VirtualTasks, pair: Pair) -> None:
    """The test above can fail."""
    crowd(tasks_loop, *pair)
    before = left()
    tasks_loop.tasks = set()  # type: ignore[assignment]
    crowd(tasks_loop, *pair)
    assert (left() - before)["Task"] > CROWD / 2


LINE = st.binary(max_size=90).map(lambda data: data.replace(b"\n", b"") + b"\n")
STEP = st.tuples(st.integers(0, 2), st.lists(LINE, max_size=30), st.integers(1, 40))
ENDS = st.sampled_from(["stays", "leaves", "resets"])
SCRIPT = st.tuples(st.lists(STEP, max_size=5), st.integers(0, 3), st.binary(max_size=20), ENDS)
SCRIPTS = st.lists(SCRIPT, min_size=1, max_size=5)


async def peer(loop: Any, sleep: Callable[[float], Work], address: str, script: Any) -> bytes:
    """Follow a script: pause and say lines, so many times over; hear after a while. Return what was heard."""
    steps, deaf, last, end = script
    sock, heard = socket.socket(socket.AF_UNIX), bytearray()
    sock.setblocking(False)
    await loop.sock_connect(sock, address)

    async def hear() -> None:
        await sleep(deaf)
        while data := await loop.sock_recv(sock, 1000):
            heard.extend(data)

    hearing = loop.create_task(hear())
    for pause, lines, times in steps:
        await sleep(pause)
        await loop.sock_sendall(sock, b"".join(lines) * times)
    if end == "stays":
        await loop.sock_sendall(sock, last.replace(b"\n", b""))
        sock.shutdown(socket.SHUT_WR)
        await hearing
    else:
        hearing.cancel()
        with suppress(asyncio.CancelledError):
            await hearing
    (reset if end == "resets" else socket.socket.close)(sock)
    sock.close()
    return bytes(heard)


def wanted(script: Any) -> bytes:
    """Return what the server says to somebody who stays."""
    steps, _deaf, last, _end = script
    said = b"".join(b"".join(lines) * times for _pause, lines, times in steps) + last.replace(b"\n", b"")
    parts = said.split(b"\n")
    lines = [part + b"\n" for part in parts[:-1]] + parts[-1:] * bool(parts[-1])
    return b"".join(b"%d> %s" % (number, line) for number, line in enumerate(lines)) + b"%d> " % len(lines)


def played(loop: Any, sleep: Callable[[float], Work], scripts: Any) -> list[bytes]:
    """Let everybody play; return what they have heard."""

    async def main(listener: socket.socket, address: str) -> list[bytes]:
        serving = loop.create_task(serve(loop, listener, len(scripts)))
        peers = [loop.create_task(peer(loop, sleep, address, script)) for script in scripts]
        heard = [await each for each in peers]
        await serving
        await sleep(1)  # for who talks to somebody who has left
        return heard

    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as listener, closing(loop):
        listener.bind(folder + "/talk")
        listener.listen()
        heard: list[bytes] = loop.run_until_complete(main(listener, folder + "/talk"))
        return heard


@settings(max_examples=60)
@given(SCRIPTS)
def test_peers_hear_the_same_bytes_as_on_asyncio(scripts: Any) -> None:
    ours = VirtualTasks()
    heard = played(ours, ours.sleep, scripts), played(AsyncioLoop(), asyncio.sleep, scripts)
    gc.collect()
    assert not ours.waiting
    assert not ours.tasks
    for script, *both in zip(scripts, *heard, strict=True):
        for words in both:
            assert words == wanted(script) if script[-1] == "stays" else wanted(script).startswith(words)
