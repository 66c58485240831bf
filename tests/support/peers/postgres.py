"""As much of PostgreSQL as a driver needs to connect and to be told that each query has one row with one word."""
from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

WORDS = {b"version": b"PostgreSQL 15.18", b"": b"on"}
"""{part of a query: its answer}; the first part found counts."""


def message(kind: bytes, body: bytes = b"") -> bytes:
    """Return a message of PostgreSQL's protocol."""
    return kind + struct.pack("!I", len(body) + 4) + body


READY = message(b"Z", b"I")
GREETING = (
    message(b"R", bytes(4)) + message(b"S", b"server_version\x0015.18\0")
    + message(b"S", b"standard_conforming_strings\0on\0") + message(b"K", bytes(8)) + READY
)
COLUMN = struct.pack("!2sIHIHIH", b"x\0", 0, 0, 25, 0xFFFF, 0xFFFFFFFF, 0)
ONE_COLUMN = message(b"t", bytes(2)) + message(b"T", b"\0\1" + COLUMN)
ANSWERS = {
    b"P": message(b"1"), b"D": ONE_COLUMN, b"B": message(b"2"), b"C": message(b"3"), b"S": READY, b"H": b"",
    b"Q": message(b"C", b"OK\0") + READY,
}


class Postgres:
    """A server that writes down in `heard` which query is asked, and when one is answered."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Talk to a driver until it leaves."""
        async def read() -> bytes:
            size, = struct.unpack("!I", await reader.readexactly(4))
            return await reader.readexactly(size - 4)

        with suppress(asyncio.IncompleteReadError, ConnectionError):
            await read()
            writer.write(GREETING)
            query = b""
            while (kind := await reader.readexactly(1)) != b"X":
                body = await read()
                if kind in b"PQ":
                    query = body.split(b"\0")[kind == b"P"]
                    self.heard.append(query.decode())
                if kind == b"E":
                    word = next(word for part, word in WORDS.items() if part in query)
                    writer.write(message(b"D", struct.pack("!HI", 1, len(word)) + word) + message(b"C", b"SELECT 1\0"))
                    self.heard.append("answered")
                else:
                    writer.write(ANSWERS[kind])
        writer.close()


@asynccontextmanager
async def postgres() -> AsyncIterator[tuple[Postgres, str]]:
    """Give a server, and its address as a driver takes it, without the name of the driver."""
    peer = Postgres()
    async with await asyncio.start_server(peer.meet, "127.0.0.1", 0) as server:
        host, port = server.sockets[0].getsockname()
        yield peer, f"://ann:x@{host}:{port}/house"
