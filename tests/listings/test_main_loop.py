"""What the sessions of the main loops cannot say: their corners, on each of them."""
from __future__ import annotations

import errno
import os
import signal
import socket
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any

import pytest

from ghetto_asyncio.mainloop import coroutines, kept, loop, rest
from ghetto_asyncio.mainloop.ops import PASSING
from ghetto_asyncio.mainloop.serve import serve as serve_awaiting
from ghetto_asyncio.readiness.serve import serve
from tests.support.cable import impatient, pull

Task = Generator[Any, Any, None]
Pair = tuple[socket.socket, socket.socket]


class Awaited:
    """A generator that a loop for coroutines takes for one."""

    def __init__(self, task: Task) -> None:
        self.task = task

    def __await__(self) -> Task:
        return self.task


class Coroutines(coroutines.Loop):
    """The loop for coroutines, with generators."""

    def create_task(self, task: Any) -> None:
        super().create_task(Awaited(task) if isinstance(task, Generator) else task)


class Spins(Exception):
    """A loop has gone round more often than it should."""


LOOPS = {"loop": loop.Loop, "rest": rest.Loop, "kept": kept.Loop, "coroutines": Coroutines}
every_loop = pytest.mark.parametrize("new_loop", LOOPS.values(), ids=LOOPS)


def patient(new_loop: Callable[[], Any], rounds: int = 200) -> Any:
    """Return a loop that may wait for events so often, and no more."""

    class Patient(new_loop):  # type: ignore[valid-type, misc]
        left = rounds

        def wake(self) -> None:
            self.left -= 1
            if not self.left:
                raise Spins
            super().wake()

    return Patient()


def pair() -> Pair:
    """Return two ends of a connection that do not wait."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    theirs.setblocking(False)
    return ours, theirs


@pytest.fixture(name="pair")
def _pair() -> Iterator[Pair]:
    """Two ends of a connection that do not wait, closed at the end."""
    ours, theirs = pair()
    with ours, theirs:
        yield ours, theirs


def run(new_loop: Callable[[], Any], *tasks: Task) -> None:
    """Run tasks on a new loop."""
    loop = patient(new_loop)
    for task in tasks:
        loop.create_task(task)
    loop.run()


@every_loop
def test_two_events_at_once_and_nobody_waits_for_the_first(new_loop: Any, pair: Pair) -> None:
    ours, theirs = pair
    log = []

    def stuck() -> Task:
        yield ours, EVENT_READ
        ours.recv(1)
        with suppress(BlockingIOError):
            while True:
                ours.send(bytes(65536))
        yield ours, EVENT_WRITE
        log.append("there is room")

    def peer() -> Task:
        yield
        yield
        with suppress(BlockingIOError):
            while True:
                theirs.recv(65536)
        theirs.send(b"both at once")

    theirs.send(b"!")
    run(new_loop, stuck(), peer())
    assert log == ["there is room"]


@every_loop
def test_who_waits_for_the_same_gets_a_try_each(new_loop: Any, pair: Pair) -> None:
    ours, theirs = pair
    log = []

    def reader(name: str) -> Task:
        data = yield from new_loop.sock_recv(loop, ours, 1)
        log.append((name, data))

    loop = patient(new_loop)
    for name in ("Ann", "Bob", "Eve"):
        loop.create_task(reader(name))
    theirs.send(b"ab")

    def later() -> Task:
        for _ in range(9):
            yield
        theirs.send(b"e")

    loop.create_task(later())
    loop.run()
    assert log == [("Ann", b"a"), ("Bob", b"b"), ("Eve", b"e")]


@every_loop
@pytest.mark.parametrize("nonsense", [7, "nonsense", (1, 2, 3), [socket, EVENT_READ], (None, EVENT_READ), (7, 1), {}])
def test_nonsense_is_thrown_into_its_own_task_only(new_loop: Any, nonsense: object, pair: Pair) -> None:
    ours, theirs = pair
    log = []

    def mad() -> Task:
        for wanted in (nonsense, (ours, "soon"), (ours, 0), (ours, 3)):
            try:
                yield wanted
            except (AttributeError, TypeError, ValueError):
                log.append(b"mad hears of it")

    def sane() -> Task:
        yield ours, EVENT_READ
        log.append(ours.recv(10))

    def peer() -> Task:
        for _ in range(9):
            yield
        theirs.send(b"sane")

    run(new_loop, sane(), mad(), peer())
    assert log == [b"mad hears of it"] * 4 + [b"sane"]


@every_loop
def test_who_waits_for_a_file_or_a_closed_socket_hears_of_it(new_loop: Any) -> None:
    log = []

    def reader(of: Any) -> Task:
        try:
            yield of, EVENT_READ
        except (PermissionError, ValueError) as error:
            log.append(type(error))

    closed = socket.socket()
    closed.close()
    with tempfile.TemporaryFile() as file:
        run(new_loop, reader(file), reader(closed), reader(closed))
    assert sorted(log, key=str) == [PermissionError, ValueError, ValueError]


@every_loop
def test_a_failure_is_shown_with_its_line_whatever_the_task_is(new_loop: Any, capsys: pytest.CaptureFixture[str]) -> None:
    class Nameless:
        def __next__(self) -> None:
            raise LookupError("lost")

        __iter__ = __await__ = lambda self: self

        def close(self) -> None:
            raise NotImplementedError

    def peaceful() -> Task:
        for _ in range(3):
            yield
        print("peace")

    run(new_loop, Nameless(), peaceful())  # type: ignore[arg-type]
    said = capsys.readouterr()
    assert said.out == "peace\n"
    assert 'raise LookupError("lost")' in said.err


@every_loop
def test_ctrl_c_closes_everybody_and_no_clean_up_hides_it(
    new_loop: Any, pair: Pair, capsys: pytest.CaptureFixture[str]
) -> None:
    ours, _theirs = pair
    log = []
    loop = patient(new_loop)

    def waits() -> Task:
        try:
            yield ours, EVENT_READ
        finally:
            log.append("closed")

    def is_polite() -> Task:
        try:
            yield ours, EVENT_READ
        finally:
            yield

    def begins_something() -> Task:
        try:
            yield ours, EVENT_READ
        finally:
            loop.create_task(waits())

    def stops() -> Task:
        yield
        raise KeyboardInterrupt

    kept = [waits(), is_polite(), waits(), begins_something(), is_polite(), waits(), stops()]
    for task in kept:  # nobody but the loop closes them
        loop.create_task(task)
    with pytest.raises(KeyboardInterrupt):
        loop.run()
    assert log == ["closed"] * 3
    assert capsys.readouterr().err.count("generator ignored GeneratorExit") == 2


@every_loop
def test_it_runs_again(new_loop: Any, pair: Pair) -> None:
    ours, theirs = pair
    log = []
    loop = patient(new_loop)

    def reader() -> Task:
        log.append((yield from new_loop.sock_recv(loop, ours, 100)))

    def stops() -> Task:
        yield
        raise KeyboardInterrupt

    loop.create_task(reader())
    loop.create_task(stops())
    with pytest.raises(KeyboardInterrupt):
        loop.run()
    for word in (b"again", b"and again"):
        theirs.send(word)
        loop.create_task(reader())
        loop.run()
    assert log == [b"again", b"and again"]


@every_loop
def test_all_is_sent_in_however_many_parts(new_loop: Any, pair: Pair) -> None:
    ours, theirs = pair
    data = memoryview(bytes(range(256)) * 8000).cast("I")
    got = []
    loop = new_loop()

    def sender() -> Task:
        yield from new_loop.sock_sendall(loop, ours, data)
        ours.shutdown(socket.SHUT_WR)

    def reader() -> Task:
        while piece := (yield from new_loop.sock_recv(loop, theirs, 65536)):
            got.append(piece)

    loop.create_task(sender())
    loop.create_task(reader())
    loop.run()
    assert b"".join(got) == bytes(data)


def used_again(new_loop: Any, copied: bool, rounds: int = 400) -> tuple[list[bytes], Any]:
    """Let a server end a talk too early, and another client get the number; return what that one hears, and the loop."""
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


@every_loop
@pytest.mark.parametrize("copied", [False, True])
def test_a_number_that_is_used_again_is_watched(new_loop: Any, copied: bool) -> None:
    heard, _loop = used_again(new_loop, copied)
    assert heard == [b"An", b"Bo"]


@every_loop
def test_a_copy_of_a_socket_that_was_closed_while_it_was_watched_does_not_make_it_spin(new_loop: Any, pair: Pair) -> None:
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


@every_loop
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


@pytest.mark.parametrize("new_loop", [rest.Loop, kept.Loop, Coroutines])
@pytest.mark.parametrize("number", sorted(PASSING), ids=errno.errorcode.get)
def test_a_door_rests_while_nobody_can_come_in(
    new_loop: Any, number: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    waited: list[float | None] = []

    class Hurried(new_loop):  # type: ignore[misc]
        def how_long(self) -> float:
            waited.append(super().how_long())
            return 0

    class Full:
        left = 3

        def __init__(self, listener: socket.socket) -> None:
            self.fileno, self.setblocking, self.listener = listener.fileno, listener.setblocking, listener

        def accept(self) -> Any:
            if self.left:
                self.left -= 1
                raise OSError(number, os.strerror(number))
            return self.listener.accept()

    with socket.create_server(("127.0.0.1", 0)) as listener, socket.socket() as client:
        client.connect(listener.getsockname())
        client.sendall(b"hello\n")
        client.shutdown(socket.SHUT_WR)
        loop = Hurried()
        serves = serve_awaiting if new_loop is Coroutines else serve
        loop.create_task(serves(loop, Full(listener), clients=1))
        loop.run()
        assert client.recv(100) == b"0> hello\n1> "
    assert waited.count(1) == 3
    said = capsys.readouterr().out
    assert said == f"nobody can come in: {os.strerror(number)}\nclient 1 comes\nclient 1 leaves\n"


def test_a_listener_that_is_gone_ends_the_door_and_no_talk(capsys: pytest.CaptureFixture[str]) -> None:
    """It is readable for ever; who asked it again and again would spin."""
    loop = patient(Coroutines)
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.socket() as client:
        client.connect(listener.getsockname())

        def shuts() -> Task:
            yield from [None] * 9
            listener.shutdown(socket.SHUT_RDWR)
            yield from [None] * 9
            client.send(b"hello\n")
            client.shutdown(socket.SHUT_WR)

        loop.create_task(serve_awaiting(loop, listener))
        loop.create_task(shuts())
        loop.run()
        assert client.recv(100) == b"0> hello\n1> "
    said = capsys.readouterr().out
    assert said == "client 1 comes\nthe door is shut: [Errno 22] Invalid argument\nclient 1 leaves\n"


def test_a_closed_listener_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    listener.close()
    loop = patient(Coroutines)
    loop.create_task(serve_awaiting(loop, listener))
    loop.run()
    assert "OSError: [Errno 9] Bad file descriptor" in capsys.readouterr().err


def test_a_client_whose_talk_has_not_begun_is_hung_up_on() -> None:
    """Ctrl-C comes after accept() and before the first step of the talk."""

    class Interrupted(coroutines.Loop):
        def wake(self) -> None:
            if len(self.tasks) > 1:
                raise KeyboardInterrupt
            super().wake()

    address = ("127.0.0.1", 0)
    with socket.create_server(address) as listener, socket.create_connection(listener.getsockname(), 60) as person:
        loop = Interrupted()
        loop.create_task(serve_awaiting(loop, listener))
        with pytest.raises(KeyboardInterrupt):
            loop.run()
        assert person.recv(100) == b""


@every_loop
def test_a_signal_does_not_wake_anybody(new_loop: Any, pair: Pair) -> None:
    """EINTR is Python's business since PEP 475; a handler runs while the loop waits, and the loop goes on waiting."""
    ours, theirs = pair
    log: list[Any] = []
    loop = patient(new_loop, 20)

    def reader() -> Task:
        log.append((yield from new_loop.sock_recv(loop, ours, 10)))

    def rings(*_: Any) -> None:
        log.append("rings")
        if len(log) == 3:
            signal.setitimer(signal.ITIMER_REAL, 0)
            theirs.send(b"hello")

    before = signal.signal(signal.SIGALRM, rings)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
        loop.create_task(reader())
        loop.run()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert log == ["rings"] * 3 + [b"hello"]


@pytest.mark.parametrize("new_loop", [rest.Loop, kept.Loop, Coroutines])
def test_a_pulled_cable_ends_one_talk(new_loop: Any, capsys: pytest.CaptureFixture[str]) -> None:
    serves = serve_awaiting if new_loop is Coroutines else serve
    with impatient(socket.create_server(("127.0.0.1", 0))) as listener:
        address = listener.getsockname()
        with socket.create_connection(address, 60) as ann, socket.create_connection(address, 60) as bob:

            def people() -> Task:
                yield from [None] * 9
                assert ann.recv(100) == b"0> "
                pull(ann)
                ann.sendall(b"hello\n")

            loop = patient(new_loop)
            loop.create_task(serves(loop, listener, clients=2))
            loop.create_task(people())
            bob.sendall(b"hello\n")
            bob.shutdown(socket.SHUT_WR)
            loop.run()
            assert bob.recv(100) == b"0> hello\n1> "
    said = capsys.readouterr().out
    assert "client 1 is gone: [Errno 110]" in said
    assert "client 2 leaves" in said
