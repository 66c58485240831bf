"""The echo servers that ``make bench`` compares. Each serves a listening socket, for ever or for so many clients."""
from __future__ import annotations

import asyncio
import contextlib
import select
import socket
import threading
from collections.abc import Callable, Generator
from math import inf
from typing import Any, cast

import uvloop

from bench import kernel_servers
from bench.tasks import TaskLoop
from ghetto_asyncio.callbacks.reader import Loop as CallbackLoop
from ghetto_asyncio.mainloop.kept import Loop as KeptLoop
from ghetto_asyncio.mainloop.rest import Loop as MainLoop
from ghetto_asyncio.service.loop import Loop as ServiceLoop
from ghetto_asyncio.tasks.gates import Loop as GatesLoop
from ghetto_asyncio.tasks.quick import Loop as QuickLoop
from ghetto_asyncio.tasks.straight import Loop as StraightLoop

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


Task = Generator[Any, Any, None]


def echo_task(loop: Any, client: socket.socket) -> Task:
    """Give back what a client says."""
    with client, contextlib.suppress(OSError):
        while data := (yield from loop.sock_recv(client, LIMIT)):
            yield from loop.sock_sendall(client, data)


def accept_task(loop: Any, listener: socket.socket, clients: float) -> Task:
    """Start a task for each client."""
    listener.setblocking(False)
    while clients:
        client, _address = yield from loop.sock_accept(listener)
        loop.create_task(echo_task(loop, client))
        clients -= 1


def on_tasks(new_loop: Callable[[], Any]) -> Callable[..., None]:
    """Return a server whose tasks are generators."""

    def serve(listener: socket.socket, clients: float = inf) -> None:
        loop = new_loop()
        loop.create_task(accept_task(loop, listener, clients))
        loop.run()

    return serve


class Echo:
    """Gives back what a client says, called by a loop that has add_reader() and the like."""

    def __init__(self, loop: Any, client: socket.socket) -> None:
        self.loop = loop
        self.client = client
        self.unsent = b""
        self.writing = False
        loop.add_reader(client, self.read)

    def read(self) -> None:
        """There is something to receive."""
        try:
            data = self.client.recv(LIMIT)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self.unsent += data
            self.write()
        else:
            self.close()

    def write(self) -> None:
        """Send what there is room for; until all is sent, receive no more."""
        try:
            self.unsent = self.unsent[self.client.send(self.unsent) :]
        except BlockingIOError:
            pass
        except OSError:
            self.close()
            return
        if self.unsent and not self.writing:
            self.loop.remove_reader(self.client)
            self.loop.add_writer(self.client, self.write)
        elif self.writing and not self.unsent:
            self.loop.remove_writer(self.client)
            self.loop.add_reader(self.client, self.read)
        self.writing = bool(self.unsent)

    def close(self) -> None:
        """Tell the loop, and hang up."""
        self.loop.remove_writer(self.client)
        self.loop.remove_reader(self.client)
        self.client.close()


class EchoServer:
    """Accepts clients, called by a loop that has add_reader() and the like."""

    def __init__(self, loop: Any, listener: socket.socket, clients: float = inf) -> None:
        self.loop = loop
        self.listener = listener
        self.clients = clients
        listener.setblocking(False)
        loop.add_reader(listener, self.accept)

    def accept(self) -> None:
        """Take one client; after the last one, look no more."""
        try:
            client, _address = self.listener.accept()
        except BlockingIOError:
            return
        client.setblocking(False)
        Echo(self.loop, client)
        self.clients -= 1
        if not self.clients:
            self.loop.remove_reader(self.listener)


def callback_loop(listener: socket.socket, clients: float = inf) -> None:
    """The callback loop."""
    with contextlib.closing(CallbackLoop()) as loop:
        EchoServer(loop, listener, clients)
        loop.run_until_idle()


def threads(listener: socket.socket) -> None:
    """A thread for each client."""

    def echo(client: socket.socket) -> None:
        with client, contextlib.suppress(OSError):
            while data := client.recv(LIMIT):
                client.sendall(data)

    while True:
        client, _address = listener.accept()
        threading.Thread(target=echo, args=(client,), daemon=True).start()


async def _serve(loop: Any, listener: socket.socket) -> None:
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


async def _socks(listener: socket.socket) -> None:
    await _serve(asyncio.get_running_loop(), listener)


def on_ours(new_loop: Callable[[], Any]) -> Callable[[socket.socket], None]:
    """Return the server of ``asyncio sock_*`` on a loop of the book."""

    def run(listener: socket.socket) -> None:
        listener.setblocking(False)
        with contextlib.closing(new_loop()) as loop:
            loop.run_until_complete(_serve(loop, listener))

    return run


async def _streams(listener: socket.socket) -> None:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.closing(writer):
            while data := await reader.read(LIMIT):
                writer.write(data)
                await writer.drain()

    async with await asyncio.start_server(echo, sock=listener):
        await asyncio.Event().wait()


def on(new_loop: Callable[[], Any], serve: Callable[[socket.socket], Any]) -> Callable[[socket.socket], None]:
    """Return a server that runs a coroutine function on a new loop of asyncio's kind."""

    def run(listener: socket.socket) -> None:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(serve(listener))

    return run


class CTasks(ServiceLoop):
    """The loop of the last part, with the tasks and futures of asyncio, which are written in C."""

    def create_future(self) -> asyncio.Future[Any]:
        """Return a future written in C."""
        return asyncio.Future(loop=cast(Any, self))

    def create_task(self, coro: Any, **more: Any) -> asyncio.Task[Any]:
        """Return a task written in C."""
        return asyncio.Task(coro, loop=cast(Any, self), **more)


SERVERS: dict[str, Callable[[socket.socket], None]] = {
    "bare epoll": bare_epoll,
    "main loop": on_tasks(MainLoop),
    "main loop, kept": on_tasks(KeptLoop),
    "callback loop": callback_loop,
    "tasks": on_ours(TaskLoop),
    "tasks, quick": on_ours(QuickLoop),
    "tasks, gates": on_ours(GatesLoop),
    "tasks, straight": on_ours(StraightLoop),
    **kernel_servers.SERVERS,
    "threads": threads,
    "asyncio sock_*": on(asyncio.SelectorEventLoop, _socks),
    "asyncio streams": on(asyncio.SelectorEventLoop, _streams),
    "service, streams": on(ServiceLoop, _streams),
    "same, C tasks": on(CTasks, _streams),
    "uvloop sock_*": on(uvloop.new_event_loop, _socks),
    "uvloop streams": on(uvloop.new_event_loop, _streams),
}
BLOCKING = {"threads"}
"""Servers that want a blocking socket."""
