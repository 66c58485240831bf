"""Our transport at its rims, on asyncio's loop and on ours; what a protocol does wrong ends its own connection only."""

from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from ghetto_asyncio.monday.two_ends import reset, wire
from ghetto_asyncio.service.loop import Loop
from ghetto_asyncio.service.manners import Transport

ROUNDS = 20
"""So many rounds after an act, all has been told."""

Ends = tuple[socket.socket, socket.socket]
Play = Callable[[Any], Awaitable[None]]


@pytest.fixture
def ends() -> Iterator[Ends]:
    """Our end of a connection, and Ann's."""
    ours, ann = socket.socketpair()
    with ours, ann:
        ours.setblocking(False)
        ann.setblocking(False)
        yield ours, ann


@pytest.fixture
def line() -> Iterator[Ends]:
    """The same by TCP, which knows a reset."""
    ours, ann = wire()
    with ours, ann:
        yield ours, ann


@pytest.fixture(params=[asyncio.SelectorEventLoop, Loop], ids=["asyncio", "ours"])
def play(request: pytest.FixtureRequest) -> Play:
    """Run a coroutine on a loop."""

    def run(coro: Any) -> Any:
        with asyncio.Runner(loop_factory=request.param) as runner:
            return runner.run(coro)

    return run


class Log(asyncio.Protocol):
    """Keeps what it is told, and fails where it is asked to."""

    def __init__(self, fails: str = "", error: BaseException | None = None, half: bool = False) -> None:
        self.said: list[Any] = []
        self.fails, self.error, self.half = fails, error or ValueError("a mistake"), half

    def told(self, name: str, *args: object) -> None:
        self.said.append((name, *args))
        if name == self.fails:
            raise self.error

    def connection_made(self, transport: Any) -> None:
        self.told("connection_made")

    def data_received(self, data: bytes) -> None:
        self.told("data_received", data)

    def eof_received(self) -> bool:
        self.told("eof_received")
        return self.half

    def pause_writing(self) -> None:
        self.told("pause_writing")

    def resume_writing(self) -> None:
        self.told("resume_writing")

    def connection_lost(self, error: Exception | None) -> None:
        self.told("connection_lost", type(error))


async def rounds() -> None:
    for _ in range(ROUNDS):
        await asyncio.sleep(0)


def hear(ann: socket.socket) -> bytes:
    """Return what has arrived at Ann's end."""
    heard = b""
    try:
        while data := ann.recv(65536):
            heard += data
    except BlockingIOError:
        pass
    return heard


async def heard_all(ann: socket.socket, transport: Any) -> bytes:
    """Let Ann read until all is sent."""
    heard = b""
    while transport.unsent and not transport.lost:
        heard += hear(ann)
        await asyncio.sleep(0.001)
    await rounds()
    return heard + hear(ann)


BIG = bytes(2_000_000)
CALLS = ("connection_made", "data_received", "eof_received", "pause_writing", "resume_writing", "connection_lost")


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize(
    "error", [ValueError("a mistake"), asyncio.CancelledError()], ids=["Exception", "BaseException"]
)
def test_a_mistake_ends_one_connection(name: str, error: BaseException, play: Any, ends: Ends, line: Ends) -> None:
    (ours, ann), (theirs, bob), logged = ends, line, list[Any]()

    async def main() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _loop, said: logged.append(said))
        bad, good = Log(name, error), Log()
        transport = Transport(asyncio.get_running_loop(), ours, bad)
        other = Transport(asyncio.get_running_loop(), theirs, good)
        await rounds()
        transport.write(BIG)
        await heard_all(ann, transport)
        if not transport.closing:
            ann.send(b"tea")
            await rounds()
        ann.close()
        bob.send(b"toast")
        await rounds()
        assert ours.fileno() == -1
        assert [each[0] for each in bad.said].count("connection_lost") == 1
        assert ("data_received", b"toast") in good.said
        other.abort()
        await rounds()

    play(main())
    (said,) = logged
    assert said["exception"] is error
    expected = "Exception in callback" if name == "connection_lost" else f"protocol.{name}() call failed"
    assert expected in said["message"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_ctrl_c_in_a_protocol_reaches_the_program(error: type[BaseException], ends: Ends, play: Any) -> None:
    ours, ann = ends

    async def main() -> None:
        Transport(asyncio.get_running_loop(), ours, Log("data_received", error()))
        ann.send(b"tea")
        await asyncio.sleep(1)

    with pytest.raises(error):
        play(main())


def test_what_is_written_before_close_is_sent_and_after_it_dropped(ends: Ends, play: Any) -> None:
    ours, ann = ends

    async def main() -> None:
        log = Log()
        transport = Transport(asyncio.get_running_loop(), ours, log)
        transport.write(BIG)
        transport.pause_reading()
        transport.close()
        transport.close()
        transport.resume_reading()
        assert await heard_all(ann, transport) == BIG
        transport.write(b"late")
        transport.abort()
        transport.pause_reading()
        await rounds()
        assert log.said[-1] == ("connection_lost", type(None))
        assert [each[0] for each in log.said].count("connection_lost") == 1
        assert ann.recv(10) == b""

    play(main())


def test_abort_drops_what_is_unsent(ends: Ends, play: Any) -> None:
    ours, ann = ends

    async def main() -> None:
        log = Log()
        transport = Transport(asyncio.get_running_loop(), ours, log)
        transport.write(BIG)
        transport.close()
        transport.abort()
        assert transport.get_write_buffer_size() == 0
        await rounds()
        assert log.said[-1] == ("connection_lost", type(None))
        assert len(hear(ann)) < len(BIG)

    play(main())


def test_each_half_ends_by_itself(ends: Ends, play: Any) -> None:
    ours, ann = ends

    async def main() -> None:
        log = Log(half=True)
        transport = Transport(asyncio.get_running_loop(), ours, log)
        ann.shutdown(socket.SHUT_WR)
        await asyncio.sleep(0.01)
        transport.pause_reading()
        transport.resume_reading()
        await rounds()
        assert log.said.count(("eof_received",)) == 1
        transport.write(BIG)
        transport.write_eof()
        transport.write_eof()
        with pytest.raises(RuntimeError, match="write_eof"):
            transport.write(b"more")
        assert await heard_all(ann, transport) == BIG
        assert ann.recv(10) == b""
        assert not transport.is_closing()
        transport.close()
        await rounds()
        assert ours.fileno() == -1

    play(main())


def test_a_reset_is_told_once(line: Ends, play: Any) -> None:
    ours, ann = line

    async def main() -> None:
        log = Log()
        transport = Transport(asyncio.get_running_loop(), ours, log)
        address = transport.get_extra_info("peername")
        transport.write(BIG)
        reset(ann)
        for _ in range(3):
            await rounds()
            transport.write(b"more")
            transport.write_eof()
        assert [each for each in log.said if each[0] == "connection_lost"] == [
            ("connection_lost", ConnectionResetError)
        ]
        assert transport.get_extra_info("peername") == address

    play(main())


def test_our_half_cannot_be_ended_after_a_reset(line: Ends, play: Any) -> None:
    ours, ann = line

    async def main() -> None:
        log = Log()
        transport = Transport(asyncio.get_running_loop(), ours, log)
        await rounds()
        transport.pause_reading()
        reset(ann)
        transport.write_eof()
        await rounds()
        assert log.said[-1] == ("connection_lost", OSError)

    play(main())


def test_pauses_come_in_turns(ends: Ends, play: Any) -> None:
    ours, ann = ends

    async def main() -> None:
        log = Log()
        transport = Transport(asyncio.get_running_loop(), ours, log)
        for _ in range(2):
            transport.write(BIG)
            transport.write(BIG)
            await heard_all(ann, transport)
        told = [name for name, *_ in log.said if name.endswith("writing")]
        assert told == ["pause_writing", "resume_writing"] * 2
        transport.abort()
        await rounds()

    play(main())


def test_kinds_of_data(ends: Ends, play: Any) -> None:
    ours, ann = ends

    async def main() -> None:
        transport = Transport(asyncio.get_running_loop(), ours, Log())
        transport.write(b"")
        wrong: Any
        for wrong in "tea", 5, None, "", 0, []:
            with pytest.raises(TypeError):
                transport.write(wrong)
        numbers = memoryview(BIG).cast("I")
        transport.write(numbers)
        transport.writelines([b"tea", bytearray(b"toast"), b""])
        assert await heard_all(ann, transport) == BIG + b"teatoast"
        transport.abort()
        await rounds()

    play(main())


def test_marks(ends: Ends, play: Any) -> None:
    ours, _ann = ends

    async def main() -> None:
        log = Log()
        transport = Transport(asyncio.get_running_loop(), ours, log)
        for high, low, marks in (100, None, (25, 100)), (None, 100, (100, 400)), (None, None, (16384, 65536)):
            transport.set_write_buffer_limits(high, low)
            assert transport.get_write_buffer_limits() == marks
        for high, low in (1, 2), (-1, None), (None, -1):
            with pytest.raises(ValueError, match="high"):
                transport.set_write_buffer_limits(high, low)
        transport.set_write_buffer_limits(high=10 * len(BIG))
        transport.write(BIG)
        assert log.said == []
        transport.set_write_buffer_limits(high=0)
        assert log.said == [("pause_writing",)]
        transport.abort()
        await rounds()

    play(main())


def test_a_protocol_with_a_buffer_of_its_own_is_refused(ends: Ends, play: Any) -> None:
    ours, _ann = ends

    async def main() -> None:
        with pytest.raises(NotImplementedError, match="BufferedProtocol"):
            Transport(asyncio.get_running_loop(), ours, asyncio.BufferedProtocol())
        log = Log()
        transport = Transport(asyncio.get_running_loop(), ours, log)
        with pytest.raises(NotImplementedError, match="BufferedProtocol"):
            transport.set_protocol(asyncio.BufferedProtocol())
        assert transport.get_protocol() is log
        transport.abort()
        await rounds()

    play(main())


def test_streams_of_asyncio_raise_what_happened(line: Ends, play: Any) -> None:
    ours, ann = line

    async def main() -> None:
        loop, reader = asyncio.get_running_loop(), asyncio.StreamReader()
        protocol = asyncio.StreamReaderProtocol(reader)
        writer = asyncio.StreamWriter(Transport(loop, ours, protocol), protocol, reader, loop)
        writer.write(BIG)
        waiting = asyncio.create_task(writer.drain())
        await rounds()
        assert not waiting.done()
        reset(ann)
        for wait in (lambda: waiting), writer.drain, reader.read, writer.wait_closed:
            with pytest.raises(ConnectionResetError):
                await wait()

    play(main())
