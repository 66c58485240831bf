"""What asyncio's streams do with what was written, in each Python."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio

import pytest

from ghetto_asyncio.clocks.jump import jump
from ghetto_asyncio.monday.level import Level
from tests.support.shell import WARNINGS, run
from whoruns.tests.pythons import pythons

PROGRAM = """\
import asyncio, logging, sys
from socket import create_connection, socketpair

logging.disable()


async def overwritten():
    ours, ann = socketpair()
    ann.setblocking(False)
    _reader, writer = await asyncio.open_connection(sock=ours)
    data = bytearray(b"a" * 2_000_000)
    writer.write(data)
    data[:] = b"b" * 2_000_000
    heard, many = set(), 0
    while many < 2_000_000:
        await asyncio.sleep(0)
        try:
            got = ann.recv(1 << 20)
        except BlockingIOError:
            continue
        heard |= set(got)
        many += len(got)
    writer.close()
    ann.close()
    return bytes(sorted(heard))


async def paused_by_writelines():
    ours, ann = socketpair()
    _reader, writer = await asyncio.open_connection(sock=ours)
    writer.writelines([bytes(2_000_000), bytes(2_000_000)])
    drain = asyncio.create_task(writer.drain())
    await asyncio.sleep(0)
    waits = not drain.done()
    writer.transport.abort()
    ann.close()
    await asyncio.wait([drain])
    return waits


async def lost():
    ours, ann = socketpair()
    _reader, writer = await asyncio.open_connection(sock=ours)
    ann.close()
    writer.write(b"tea")
    while not writer.transport.is_closing():
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    writer.write(b"tea")
    try:
        writer.writelines([b"tea"])
    except AttributeError:
        return "AttributeError"
    return "silent"


async def failed():
    async def handler(reader, writer):
        writer.write(bytes(3_000_000))
        raise ValueError("burnt")

    server = await asyncio.start_server(handler, "127.0.0.1", 0)
    async with server:
        with create_connection(server.sockets[0].getsockname()) as ann:
            ann.setblocking(False)
            many, loop = 0, asyncio.get_running_loop()
            while got := await loop.sock_recv(ann, 1 << 20):
                many += len(got)
    return many


for each in overwritten, paused_by_writelines, lost, failed:
    print(asyncio.run(each()))
"""


@pytest.mark.parametrize("version", pythons())
def test_what_the_page_says_of_streams(version: str) -> None:
    overwritten, waits, lost, many = run(pythons()[version], *WARNINGS, "-c", PROGRAM).said.split()
    assert overwritten == ("b'a'" if version.startswith("3.11.") else "b'ab'")
    assert many == "3000000"
    if version in {"3.12.1", "3.13.0"}:
        assert (waits, lost) == ("False", "AttributeError")
    if version.startswith("3.11."):
        assert (waits, lost) == ("True", "silent")


def test_a_drain_that_is_cancelled_leaves_the_others_alone() -> None:
    async def main() -> None:
        loop, cook = asyncio.get_running_loop(), Level()
        cook.write(bytes(20))
        hasty, patient = loop.create_task(cook.drain()), loop.create_task(cook.drain())
        await asyncio.sleep(1.5)
        hasty.cancel()
        await patient
        with pytest.raises(asyncio.CancelledError):
            await hasty
        assert (cook.full, len(cook.unsent), loop.time()) == (False, 2, 5)
        cook.write(bytes(20))
        await cook.drain()
        assert len(cook.unsent) <= cook.low

    jump(main())
