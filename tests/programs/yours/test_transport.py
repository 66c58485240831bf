"""Our transport at its rims; what a protocol does wrong ends its own connection only."""

from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import socket
from collections.abc import Awaitable, Callable
from functools import partialmethod
from typing import Any

import pytest

from ghetto_asyncio.monday.two_ends import reset, wire
from ghetto_asyncio.service.manners import Transport

BIG = bytes(2_000_000)


class Log(asyncio.Protocol):
    """Keeps what it is told, and fails where it is asked to."""

    def __init__(self, fails: str = "", error: BaseException | None = None, half: bool = False) -> None:
        self.said: list[Any] = []
        self.fails, self.error, self.half = fails, error or ValueError("a mistake"), half

    def told(self, name: str, *args: object) -> Any:
        self.said.append((name, *(type(each) if name == "connection_lost" else each for each in args)))
        if name == self.fails:
            raise self.error
        return self.half if name == "eof_received" else None


CALLS = ("connection_made", "data_received", "eof_received", "pause_writing", "resume_writing", "connection_lost")
for call in CALLS:
    setattr(Log, call, partialmethod(Log.told, call))


def pair() -> tuple[socket.socket, ...]:
    """Return our end of a connection, and Ann's; a wire() knows a reset, too."""
    ends = socket.socketpair()
    for each in ends:
        each.setblocking(False)
    return ends


def play(scene: Callable[..., Awaitable[None]], log: Any = None, ends: Any = pair) -> Any:
    """Let a scene play with a transport on asyncio's loop, and with the socket of Ann; return the protocol's log."""
    log, (ours, ann) = log or Log(), ends()

    async def main() -> None:
        transport: Any = Transport(asyncio.get_running_loop(), ours, log)
        await scene(transport, ann, log)
        (transport.abort if transport.unsent else transport.close)()
        await rounds()
        loop: Any = asyncio.get_running_loop()
        assert len(loop._selector.get_map()) == 1, "only the loop's own bell is watched"

    with ours, ann, asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        runner.run(main())
    return log


async def rounds() -> None:
    """Wait until all has been told."""
    for _ in range(20):
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


@pytest.mark.parametrize("error", [ValueError("a mistake"), asyncio.CancelledError()], ids=["Exception", "cancel"])
@pytest.mark.parametrize("name", CALLS)
def test_a_mistake_ends_one_connection(name: str, error: BaseException) -> None:
    logged: list[Any] = []

    async def scene(transport: Any, ann: socket.socket, _log: Log) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, said: logged.append(said))
        await rounds()
        transport.write(BIG)
        await heard_all(ann, transport)
        if not transport.closing:
            ann.send(b"tea")
            await rounds()
        ann.close()
        await rounds()
        assert transport.sock.fileno() == -1

    log = play(scene, Log(name, error))
    assert [each[0] for each in log.said].count("connection_lost") == 1
    (said,) = logged
    assert said["exception"] is error
    expected = "Exception in callback" if name == "connection_lost" else f"protocol.{name}() call failed"
    assert expected in said["message"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_ctrl_c_in_a_protocol_reaches_the_program(error: type[BaseException]) -> None:
    async def scene(_transport: Any, ann: socket.socket, _log: Log) -> None:
        ann.send(b"tea")
        await asyncio.sleep(1)

    with pytest.raises(error):
        play(scene, Log("data_received", error()))


def test_what_is_written_before_close_is_sent_and_after_it_dropped() -> None:
    async def scene(transport: Any, ann: socket.socket, _log: Log) -> None:
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
        assert ann.recv(10) == b""

    log = play(scene)
    assert [each for each in log.said if each[0] == "connection_lost"] == [("connection_lost", type(None))]


def test_abort_drops_what_is_unsent() -> None:
    async def scene(transport: Any, ann: socket.socket, _log: Log) -> None:
        transport.write(BIG)
        transport.close()
        transport.abort()
        assert transport.get_write_buffer_size() == 0
        await rounds()
        assert len(hear(ann)) < len(BIG)

    assert play(scene).said[-1] == ("connection_lost", type(None))


def test_each_half_ends_by_itself() -> None:
    async def scene(transport: Any, ann: socket.socket, log: Log) -> None:
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
        assert transport.sock.fileno() == -1

    play(scene, Log(half=True))


def test_a_reset_is_told_once() -> None:
    async def scene(transport: Any, ann: socket.socket, _log: Log) -> None:
        address = transport.get_extra_info("peername")
        transport.write(BIG)
        reset(ann)
        for _ in range(3):
            await rounds()
            transport.write(b"more")
            transport.write_eof()
        assert transport.get_extra_info("peername") == address

    log = play(scene, ends=wire)
    assert [each for each in log.said if each[0] == "connection_lost"] == [("connection_lost", ConnectionResetError)]


def test_our_half_cannot_be_ended_after_a_reset() -> None:
    async def scene(transport: Any, ann: socket.socket, _log: Log) -> None:
        await rounds()
        transport.pause_reading()
        reset(ann)
        transport.write_eof()
        await rounds()

    assert play(scene, ends=wire).said[-1] == ("connection_lost", OSError)


def test_pauses_come_in_turns() -> None:
    async def scene(transport: Any, ann: socket.socket, log: Any) -> None:
        log.resume_writing = lambda: log.told("resume_writing", len(transport.unsent) <= transport.low)
        for _ in range(2):
            transport.write(BIG)
            transport.write(BIG)
            await heard_all(ann, transport)
        assert ("resume_writing", False) not in log.said

    told = [name for name, *_ in play(scene).said if name.endswith("writing")]
    assert told == ["pause_writing", "resume_writing"] * 2


def test_kinds_of_data() -> None:
    async def scene(transport: Any, ann: socket.socket, _log: Log) -> None:
        transport.write(b"")
        wrong: Any
        for wrong in "tea", 5, None, "", 0, []:
            with pytest.raises(TypeError):
                transport.write(wrong)
        transport.write(memoryview(BIG).cast("I"))
        transport.writelines([b"tea", bytearray(b"toast"), b""])
        assert await heard_all(ann, transport) == BIG + b"teatoast"

    play(scene)


def test_marks() -> None:
    async def scene(transport: Any, _ann: socket.socket, log: Log) -> None:
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

    play(scene)


def test_a_protocol_with_a_buffer_of_its_own_is_refused() -> None:
    async def scene(transport: Any, _ann: socket.socket, log: Log) -> None:
        with pytest.raises(NotImplementedError, match="BufferedProtocol"):
            Transport(asyncio.get_running_loop(), transport.sock, asyncio.BufferedProtocol())
        with pytest.raises(NotImplementedError, match="BufferedProtocol"):
            transport.set_protocol(asyncio.BufferedProtocol())
        assert transport.get_protocol() is log

    play(scene)
