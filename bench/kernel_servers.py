"""Echo servers on the kernels that ``make bench`` compares."""
from __future__ import annotations

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


SERVERS: dict[str, Callable[[socket.socket], None]] = {
    "kernel.kernel": echo(whole.Kernel, plain_ops),
    "cancellation.kernel": echo(cancelling.Kernel, plain_ops),
    "together.quick": echo(quick.Kernel, plain_ops),
}
if hasattr(select, "epoll"):
    SERVERS["together.watched"] = echo(watched.Kernel, quick_ops)
