"""What the main loops watch: numbers that are used again, copies of closed sockets, and nothing because of a signal."""
from __future__ import annotations

import signal
import socket
from contextlib import suppress
from typing import Any

import pytest

from tests.support.loops.main_loops import Pair, Task, and_tasks, every_loop, pair, patient


def used_again(new_loop: Any, copied: bool, rounds: int = 400) -> tuple[list[bytes], Any]:
    """Let a server end a talk early, and another client get the number; return what that one hears, and the loop."""
    loop = patient(new_loop, rounds)
    heard: list[bytes] = []
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setblocking(False)
    copies = []

    def server() -> Task:
        numbers = []
        for _ in range(2):
            client, _address = yield from new_loop.sock_accept(loop, listener)
            numbers.append(client.fileno())
            if copied:
                copies.append(client.dup())
            with client:
                data = yield from new_loop.sock_recv(loop, client, 2)
                yield from new_loop.sock_sendall(loop, client, data)
        same_number.append(numbers)

    def people() -> Task:
        for name in (b"Ann", b"Bob"):
            with socket.create_connection(listener.getsockname()) as person:
                person.setblocking(False)
                yield from [None] * 9
                person.send(name)
                for _ in range(50):
                    yield
                    with suppress(BlockingIOError):
                        heard.append(person.recv(10))
                        break

    same_number: list[list[int]] = []
    loop.create_task(server())
    loop.create_task(people())
    try:
        with listener:
            loop.run()
    finally:
        for copy in copies:
            copy.close()
    assert copied or same_number[0][0] == same_number[0][1]
    return heard, loop


@and_tasks
@pytest.mark.parametrize("copied", [False, True])
def test_a_number_that_is_used_again_is_watched(new_loop: Any, copied: bool) -> None:
    heard, _loop = used_again(new_loop, copied)
    assert heard == [b"An", b"Bo"]


@and_tasks
def test_a_copy_of_a_socket_that_was_closed_while_it_was_watched_does_not_make_it_spin(
    new_loop: Any, pair: Pair
) -> None:
    """epoll goes on reporting it; so would this loop go on being woken, though there is nothing to do."""
    ours, theirs = pair
    copy = ours.dup()
    loop, log = patient(new_loop, 60), []
    mine, peer = socket.socketpair()
    mine.setblocking(False)

    def waits() -> Task:
        try:
            yield from new_loop.sock_recv(loop, ours, 10)
        except (OSError, ValueError) as error:
            log.append(type(error).__name__)

    def closes() -> Task:
        yield
        yield
        ours.close()
        theirs.send(b"this can be read from the copy")
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        log.append((yield from new_loop.sock_recv(loop, mine, 10)))

    before = signal.signal(signal.SIGALRM, lambda *_: peer.send(b"at rest"))
    try:
        loop.create_task(waits())
        loop.create_task(closes())
        loop.run()
    finally:
        signal.signal(signal.SIGALRM, before)
        for sock in (copy, mine, peer):
            sock.close()
    assert log == ["OSError", b"at rest"]


@and_tasks
def test_copies_of_two_sockets_that_were_closed_while_they_were_watched_are_reported_at_once(new_loop: Any) -> None:
    """The first makes the loop take a new selector, which does not know the second."""
    pairs = [pair(), pair()]
    copies = [ours.dup() for ours, _theirs in pairs]
    loop, log = patient(new_loop, 60), []

    def waits(ours: socket.socket) -> Task:
        try:
            yield from new_loop.sock_recv(loop, ours, 10)
        except (OSError, ValueError) as error:
            log.append(type(error).__name__)

    def closes() -> Task:
        yield
        yield
        for ours, theirs in pairs:
            ours.close()
            theirs.send(b"this can be read from the copy")

    for ours, _theirs in pairs:
        loop.create_task(waits(ours))
    loop.create_task(closes())
    loop.run()
    for sock in (*copies, *(theirs for _ours, theirs in pairs)):
        sock.close()
    assert len(log) == 2


@every_loop
def test_a_number_is_used_again_while_somebody_waits_for_the_closed_socket(new_loop: Any) -> None:
    """The newcomer is watched, and whoever waits for the other hears that it is closed."""
    (ours, theirs), log = pair(), []
    loop = patient(new_loop, 60)

    def waits() -> Task:
        try:
            yield from new_loop.sock_recv(loop, ours, 10)
        except ValueError:
            log.append(b"closed")

    def closes() -> Task:
        yield
        yield
        number = ours.fileno()
        ours.close()
        newcomer, peer = pair()
        assert number in (newcomer.fileno(), peer.fileno())
        with newcomer, peer:
            mine, other = (newcomer, peer) if newcomer.fileno() == number else (peer, newcomer)
            other.send(b"newcomer")
            log.append((yield from new_loop.sock_recv(loop, mine, 10)))

    with theirs:
        loop.create_task(waits())
        loop.create_task(closes())
        loop.run()
    assert sorted(log) == [b"closed", b"newcomer"]


@and_tasks
def test_a_signal_does_not_wake_anybody(new_loop: Any, pair: Pair) -> None:
    """EINTR is Python's business since PEP 475; a handler runs while the loop waits, and the loop goes on waiting."""
    ours, theirs = pair
    log: list[Any] = []
    loop = patient(new_loop, 20)

    def reader() -> Task:
        log.append((yield from new_loop.sock_recv(loop, ours, 10)))

    def rings(*_: Any) -> None:
        log.append("rings")
        if len(log) < 3:
            signal.setitimer(signal.ITIMER_REAL, 0.01)  # no sooner than this one is over
        else:
            theirs.send(b"hello")

    before = signal.signal(signal.SIGALRM, rings)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        loop.create_task(reader())
        loop.run()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert log == ["rings"] * 3 + [b"hello"]


@and_tasks
def test_the_end_of_data_for_two_readers_does_not_lose_a_writer(new_loop: Any) -> None:
    """Both hear the end from one socket; who waits for room in it is still watched."""
    ours, theirs = pair()
    with suppress(BlockingIOError):
        while True:
            ours.send(bytes(65536))
    loop = patient(new_loop, 400)
    done: list[str] = []

    def reader() -> Task:
        assert (yield from new_loop.sock_recv(loop, ours, 100)) == b""
        done.append("the end")

    def writer() -> Task:
        yield from new_loop.sock_sendall(loop, ours, b"last words")
        done.append("written")

    def peer() -> Task:
        yield
        theirs.shutdown(socket.SHUT_WR)
        for _ in range(5):
            yield
        while "written" not in done:
            with suppress(BlockingIOError):
                while theirs.recv(1 << 20):
                    pass
            yield

    for task in (writer(), reader(), reader(), peer()):
        loop.create_task(task)
    loop.run()
    ours.close()
    theirs.close()
    assert sorted(done) == ["the end", "the end", "written"]
