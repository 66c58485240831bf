"""The loop of the chapter: what it promises, how many lines it has, and what it does with nonsense."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import inspect
import socket
import threading
from functools import partial
from typing import Any

import pytest

from ghetto_asyncio.mainloop import coroutines, ops, simple, start, sturdy
from ghetto_asyncio.mainloop.serve import serve
from press.catalogue import ROOT
from tests.support.loops.main_loops import Pair, Task, patient

HUNDRED = 100
"""Lines that a reader sees of the loop that runs `async def`: docstrings are among them, imports and gaps are not."""


def visible(source: str) -> int:
    """Count the lines of a listing that are no import and not blank."""
    lines = [line for line in source.splitlines() if line.strip()]
    return len(lines) - sum(line.startswith(("import ", "from ")) for line in lines)


def test_a_loop_of_a_hundred_lines_serves() -> None:
    """The first page says so: nothing else of ours is in the loop that the server is started on."""
    served_by = inspect.signature(start.on_ours).parameters["new_loop"].default
    parts = [part for part in served_by.__mro__ if part is not object]
    assert parts == [coroutines.Loop, simple.Loop, ops.Calls]
    files = [ROOT / f"ghetto_asyncio/mainloop/{name}.py" for name in ("coroutines", "simple", "ops")]
    assert [inspect.getsourcefile(part) for part in parts] == [str(file) for file in files]
    assert HUNDRED - 10 < sum(visible(file.read_text("utf-8")) for file in files) <= HUNDRED


def test_docstrings_are_lines_and_imports_are_none() -> None:
    source = '"""One."""\nimport ast\nfrom os import path\n\nx = 1\n'
    assert visible(source) == 2


def on_asyncio(serve: Any, listener: socket.socket) -> None:
    start.on_theirs(serve, listener, asyncio.new_event_loop)


LOOPS = {"simple": start.on_ours, "sturdy": partial(start.on_ours, new_loop=sturdy.Loop), "asyncio": on_asyncio}


def heard(on_loop: Any, clients: int) -> list[bytes]:
    """Serve so many clients that come at once and speak in turns; return what each of them is told."""
    with socket.create_server(("127.0.0.1", 0), backlog=clients) as listener:
        said: list[bytes] = [b""] * clients

        def talk(number: int) -> None:
            with socket.create_connection(listener.getsockname(), 60) as client:
                for line in range(3):
                    client.sendall(b"%d %d\n" % (number, line))
                client.shutdown(socket.SHUT_WR)
                while data := client.recv(100):
                    said[number] += data

        threads = [threading.Thread(target=talk, args=(number,)) for number in range(clients)]
        for thread in threads:
            thread.start()
        on_loop(partial(serve, clients=clients), listener)
        for thread in threads:
            thread.join()
    return said


@pytest.mark.parametrize("on_loop", LOOPS.values(), ids=LOOPS)
def test_twenty_clients_of_one_file(on_loop: Any, capsys: pytest.CaptureFixture[str]) -> None:
    expected = [b"0> %d 0\n1> %d 1\n2> %d 2\n3> " % (number, number, number) for number in range(20)]
    assert heard(on_loop, 20) == expected
    assert sorted(capsys.readouterr().out.splitlines()) == sorted(
        f"client {number} {what}" for number in range(1, 21) for what in ("comes", "leaves")
    )


def test_five_megabytes_and_two_directions(pair: Pair) -> None:
    ours, theirs = pair
    loop, got = patient(simple.Loop, 100_000), [0, 0]

    def send(sock: socket.socket) -> Task:
        yield from loop.sock_sendall(sock, bytes(5_000_000))
        sock.shutdown(socket.SHUT_WR)

    def hear(number: int, sock: socket.socket) -> Task:
        while data := (yield from loop.sock_recv(sock, 65536)):
            got[number] += len(data)

    for task in send(ours), send(theirs), hear(0, ours), hear(1, theirs):
        loop.create_task(task)
    loop.run()
    assert got == [5_000_000] * 2


NONSENSE = [7, "nonsense", (1, 2, 3), (None, 1), {}, [socket, 1], object]


@pytest.mark.parametrize("nonsense", NONSENSE, ids=str)
def test_what_cannot_be_waited_for_is_thrown_into_its_task(nonsense: object, pair: Pair) -> None:
    ours, theirs = pair
    loop = patient(simple.Loop)
    closed, log = socket.socket(), []
    closed.close()

    def mad() -> Task:
        for wanted in nonsense, (closed, 1), (theirs, 0), (theirs, "soon"):
            try:
                yield wanted
            except (AttributeError, TypeError, ValueError):
                log.append("mad")
        theirs.send(b"sane")

    def sane() -> Task:
        data = yield from loop.sock_recv(ours, 10)
        log.append(data.decode())

    loop.create_task(sane())
    loop.create_task(mad())
    loop.run()
    assert log == ["mad"] * 4 + ["sane"]


def test_after_each_call_what_is_watched_is_what_somebody_waits_for(pair: Pair) -> None:
    """The sentence of the chapter, looked at whenever one of the five methods returns."""
    ours, theirs = pair
    seen = set()

    class Checked(simple.Loop):
        def __getattribute__(self, name: str) -> Any:
            found = super().__getattribute__(name)
            if name not in ("step", "park", "watch", "wake"):
                return found

            def call(*args: Any) -> Any:
                found(*args)
                watched = {key.fileobj: key.events for key in self.selector.get_map().values()}
                wanted = {sock: sum({event for _, event in all}) for sock, all in self.waiting.items()}
                assert watched == wanted
                seen.add((name, len(watched)))

            return call

    loop = patient(Checked)

    def echo(sock: socket.socket, speaks: bool) -> Task:
        for _ in range(3):
            if speaks:
                yield from loop.sock_sendall(sock, b"hello")
            yield from loop.sock_recv(sock, 10)
            if not speaks:
                yield from loop.sock_sendall(sock, b"hello")

    loop.create_task(echo(ours, True))
    loop.create_task(echo(theirs, False))
    loop.run()
    assert {name for name, _count in seen} == {"step", "park", "watch", "wake"}
    assert {count for _name, count in seen} == {0, 1, 2}


def test_ctrl_c_closes_every_task_and_the_selector(pair: Pair) -> None:
    ours, _theirs = pair
    loop, log = patient(simple.Loop), []

    def waits(name: str) -> Task:
        try:
            yield ours, 1
        finally:
            log.append(name)

    def stops() -> Task:
        yield
        raise KeyboardInterrupt

    tasks = [waits("Ann"), waits("Bob"), stops()]
    for task in tasks:
        loop.create_task(task)
    with pytest.raises(KeyboardInterrupt):
        loop.run()
    assert sorted(log) == ["Ann", "Bob"]
    assert loop.selector.get_map() is None
