"""The book's echo servers and asyncio's, all called alike: serve(listener, clients)."""
from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable
from contextlib import closing
from types import ModuleType
from typing import Any

from bench.servers import EchoServer, callback_loop, on_tasks
from ghetto_asyncio.cancellation import kernel as cancelling
from ghetto_asyncio.clocks.loop import Loop as TimedLoop
from ghetto_asyncio.kernel import kernel, ops, traps
from ghetto_asyncio.mainloop.kept import Loop as KeptLoop
from ghetto_asyncio.mainloop.rest import Loop as MainLoop
from ghetto_asyncio.together import ops as quick_ops
from ghetto_asyncio.together import watched

Serve = Callable[[socket.socket, int], None]
"""Serves so many clients on a listening socket; returns when the last of them has gone."""


def timed_loop(listener: socket.socket, clients: int) -> None:
    """The server of the callback loop, on the loop with timers."""
    with closing(TimedLoop()) as loop:
        EchoServer(loop, listener, clients)
        loop.run_until_idle()


def asyncio_streams(listener: socket.socket, clients: int) -> None:
    """The peer that all are compared with."""

    async def serve() -> None:
        left = clients
        done = asyncio.Event()

        async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal left
            with contextlib.suppress(ConnectionError):
                while data := await reader.read(1024):
                    writer.write(data)
                    await writer.drain()
                writer.close()
                await writer.wait_closed()
            left -= 1
            if not left:
                done.set()

        async with await asyncio.start_server(echo, sock=listener.dup()):
            await done.wait()

    asyncio.run(serve())


def asyncio_readers(listener: socket.socket, clients: int) -> None:
    """The same server, unchanged, on asyncio's loop."""
    with closing(asyncio.SelectorEventLoop()) as loop:
        EchoServer(loop, listener, clients)

        def stop_when_idle() -> None:
            if len(loop._selector.get_map()) == 1:  # type: ignore[attr-defined] # asyncio's own pipe
                loop.stop()
            else:
                loop.call_later(0.5, stop_when_idle)

        stop_when_idle()
        loop.run_forever()


def on_a_kernel(new_kernel: Callable[[], Any], ops: ModuleType) -> Serve:
    """Return the server of a kernel: a task for each client."""

    async def echo(client: socket.socket) -> None:
        with client, contextlib.suppress(OSError):
            while data := await ops.sock_recv(client, 1024):
                await ops.sock_sendall(client, data)

    async def accept(listener: socket.socket, clients: int) -> None:
        listener.setblocking(False)
        talks = []
        for _ in range(clients):
            client, _address = await ops.sock_accept(listener)
            talks.append(await traps.spawn(echo(client)))
        for talk in talks:
            await talk.join()

    return lambda listener, clients: new_kernel().run(accept(listener, clients))


OURS: dict[str, Serve] = {
    "main loop": on_tasks(MainLoop), "main loop, kept": on_tasks(KeptLoop),
    "callback loop": callback_loop, "timed loop": timed_loop,
}
KERNELS: dict[str, Serve] = {
    "kernel": on_a_kernel(kernel.Kernel, ops), "kernel that cancels": on_a_kernel(cancelling.Kernel, ops),
    "watched kernel": on_a_kernel(watched.Kernel, quick_ops),
}
THEIRS: dict[str, Serve] = {"asyncio streams": asyncio_streams, "our callbacks on asyncio": asyncio_readers}
