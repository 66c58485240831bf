"""The streams of asyncio, put together by hand on our transport."""
import asyncio

from ghetto_asyncio.service.manners import Transport


def streams(sock):
    """Return a reader and a writer for a connected socket."""
    loop = asyncio.get_running_loop()
    sock.setblocking(False)
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    transport = Transport(loop, sock, protocol)
    return reader, asyncio.StreamWriter(transport, protocol, reader, loop)
