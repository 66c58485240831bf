"""What the sessions of the main loops cannot say: how they treat their tasks, each of them."""
from __future__ import annotations

import socket
import tempfile
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any

import pytest

from ghetto_asyncio.clocks import sleeping_task
from tests.support.loops.main_loops import LOOPS, Pair, Task, and_simple, and_tasks, every_loop, patient, run


@and_simple
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


@and_tasks
def test_who_waits_for_the_same_gets_a_try_each(new_loop: Any, pair: Pair) -> None:
    ours, theirs = pair
    log: list[tuple[str, bytes]] = []

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
def test_an_event_that_is_no_whole_number_takes_nobody_off_the_list(new_loop: Any, pair: Pair) -> None:
    """2.0 is as good as 2 wherever Python compares; the selector wants an int."""
    ours, theirs = pair
    loop = patient(new_loop)
    log: list[Any] = []

    def waits(event: Any) -> Task:
        yield ours, event
        log.append(event)

    def peer() -> Task:
        yield from [None] * 9
        theirs.send(b"x")
        yield from [None] * 9
        loop.tasks.clear()

    for task in waits(EVENT_READ), waits(2.0), waits(True), peer():
        loop.create_task(task)
    loop.run()
    assert sorted(log) == [EVENT_READ, True, 2.0]


@and_tasks
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


@and_simple
def test_a_failure_is_shown_with_its_line_whatever_the_task_is(
    new_loop: Any, capsys: pytest.CaptureFixture[str]
) -> None:
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


@and_tasks
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


@pytest.mark.parametrize("new_loop", [*LOOPS.values(), sleeping_task.Loop])
def test_of_who_was_closed_at_the_end_nothing_is_told_in_the_next_run(
    new_loop: Any, pair: Pair, capsys: pytest.CaptureFixture[str]
) -> None:
    ours, _theirs = pair
    loop, log = patient(new_loop), []

    def waits() -> Task:
        with ours:
            yield ours, EVENT_READ

    def stops() -> Task:
        raise KeyboardInterrupt
        yield

    def alone() -> Task:
        log.append("alone on the loop")
        yield

    loop.create_task(waits())
    loop.create_task(stops())
    with pytest.raises(KeyboardInterrupt):
        loop.run()
    loop.create_task(alone())
    loop.run()
    assert log == ["alone on the loop"]
    assert capsys.readouterr().err == ""


@and_tasks
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
