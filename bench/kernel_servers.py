"""Echo servers on the kernels that ``make bench`` compares, and on curio and trio where they are installed."""
from __future__ import annotations

import importlib
import importlib.util
import select
import socket
from collections.abc import Callable
from typing import Any

from ghetto_asyncio.cancellation import kernel as cancelling
from ghetto_asyncio.kernel import kernel as whole
from ghetto_asyncio.kernel import ops as plain_ops
from ghetto_asyncio.kernel import traps
from ghetto_asyncio.together import ops as quick_ops
from ghetto_asyncio.together import quick, watched


def echo(kernel: Callable[[], Any], ops: Any) -> Callable[[socket.socket], None]:
    """Return an echo server on a kernel of the book."""

    spawn: Any = traps.spawn

    async def talk(client: socket.socket) -> None:
        with client:
            while data := await ops.sock_recv(client, 1024):
                await ops.sock_sendall(client, data)

    async def serve(listener: socket.socket) -> None:
        while True:
            client, _address = await ops.sock_accept(listener)
            await spawn(talk(client))

    def run(listener: socket.socket) -> None:
        listener.setblocking(False)
        kernel().run(serve(listener))

    return run


def echo_of_curio(listener: socket.socket) -> None:
    """Serve on curio, with its own sockets."""
    curio: Any = importlib.import_module("curio")
    curio_io: Any = importlib.import_module("curio.io")

    async def talk(client: Any) -> None:
        async with client:
            while data := await client.recv(1024):
                await client.sendall(data)

    async def serve() -> None:
        sock = curio_io.Socket(listener)
        while True:
            client, _address = await sock.accept()
            await curio.spawn(talk, client, daemon=True)

    curio.run(serve)


def echo_of_trio(listener: socket.socket) -> None:
    """Serve on trio, with its own sockets."""
    trio: Any = importlib.import_module("trio")

    async def talk(client: Any) -> None:
        with client:
            while data := await client.recv(1024):
                while data:
                    data = data[await client.send(data):]

    async def serve() -> None:
        sock = trio.socket.from_stdlib_socket(listener)
        async with trio.open_nursery() as nursery:
            while True:
                client, _address = await sock.accept()
                nursery.start_soon(talk, client)

    trio.run(serve)


SERVERS: dict[str, Callable[[socket.socket], None]] = {
    "kernel.kernel": echo(whole.Kernel, plain_ops),
    "cancellation.kernel": echo(cancelling.Kernel, plain_ops),
    "together.quick": echo(quick.Kernel, plain_ops),
}
if hasattr(select, "epoll"):
    SERVERS["together.watched"] = echo(watched.Kernel, quick_ops)
for _name, _serve in (("curio", echo_of_curio), ("trio", echo_of_trio)):
    if importlib.util.find_spec(_name):
        SERVERS[_name] = _serve
