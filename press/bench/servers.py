"""The echo servers that ``make bench`` compares. Each serves a listening socket, for ever or for so many clients."""
from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import select
import socket
import threading
from collections.abc import Callable
from math import inf
from typing import Any

from ghetto_asyncio.callbacks.echo import Server
from ghetto_asyncio.callbacks.reader import Loop as CallbackLoop
from ghetto_asyncio.mainloop.echo import server
from ghetto_asyncio.mainloop.loop import Loop as MainLoop

LIMIT = 1024
"""Bytes that a server takes at once."""


def bare_epoll(listener: socket.socket) -> None:
    """The least that Python can do: epoll and two system calls for each message."""
    clients: dict[int, socket.socket] = {}
    poll = select.epoll()
    poll.register(listener, select.EPOLLIN)
    while True:
        for number, _mask in poll.poll():
            if number == listener.fileno():
                client, _address = listener.accept()
                client.setblocking(False)
                clients[client.fileno()] = client
                poll.register(client, select.EPOLLIN)
            elif data := clients[number].recv(LIMIT):
                if clients[number].send(data) < len(data):
                    raise NotImplementedError("this server is for small messages")
            else:
                clients.pop(number).close()


def serve_with_threads(listener: socket.socket) -> None:
    """A thread for each client."""

    def echo(client: socket.socket) -> None:
        with client:
            while data := client.recv(LIMIT):
                client.sendall(data)

    while True:
        client, _address = listener.accept()
        threading.Thread(target=echo, args=(client,), daemon=True).start()


def main_loop(listener: socket.socket, clients: float = inf) -> None:
    """The main loop: tasks are generators."""
    loop = MainLoop()
    loop.create_task(server(loop, listener, clients))
    loop.run()


def callback_loop(listener: socket.socket, clients: float = inf) -> None:
    """The callback loop."""
    with contextlib.closing(CallbackLoop()) as loop:
        Server(loop, listener, clients)
        loop.run_until_idle()


async def _socks(listener: socket.socket) -> None:
    loop = asyncio.get_running_loop()

    async def echo(client: socket.socket) -> None:
        with client:
            while data := await loop.sock_recv(client, LIMIT):
                await loop.sock_sendall(client, data)

    tasks = set()
    while True:
        client, _address = await loop.sock_accept(listener)
        task = loop.create_task(echo(client))
        tasks.add(task)
        task.add_done_callback(tasks.discard)


async def _streams(listener: socket.socket) -> None:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.closing(writer):
            while data := await reader.read(LIMIT):
                writer.write(data)
                await writer.drain()

    await (await asyncio.start_server(echo, sock=listener)).serve_forever()


def on(new_loop: Callable[[], Any], serve: Callable[[socket.socket], Any]) -> Callable[[socket.socket], None]:
    """Return a server that runs a coroutine function on a new loop of asyncio's kind."""

    def run(listener: socket.socket) -> None:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(serve(listener))

    return run


SERVERS: dict[str, Callable[[socket.socket], None]] = {
    "bare epoll": bare_epoll,
    "main loop": main_loop,
    "callback loop": callback_loop,
    "threads": serve_with_threads,
    "asyncio sock_*": on(asyncio.SelectorEventLoop, _socks),
    "asyncio streams": on(asyncio.SelectorEventLoop, _streams),
}
BLOCKING = {"threads"}
"""Servers that want a blocking socket."""

if importlib.util.find_spec("uvloop"):
    import uvloop  # type: ignore[import-not-found, unused-ignore]

    SERVERS["uvloop sock_*"] = on(uvloop.new_event_loop, _socks)
    SERVERS["uvloop streams"] = on(uvloop.new_event_loop, _streams)
