import socket
from contextlib import closing

from ghetto_asyncio.tasks.sockets import Loop
from ghetto_asyncio.tasks.task import Task

files = (
    "tasks.sockets", "tasks.loop", "tasks.task", "futures.future", "clocks.cancelled", "clocks.heap",
    "callbacks.call", "callbacks.watching",
)
boxes = ("Future", "Task", "Handle", "Timer")


async def ann(loop, sock):
    data = await loop.sock_recv(sock, 100)
    print(data)


async def bob(loop):
    await loop.sleep(60)


async def serve(loop, listener):
    await loop.sock_accept(listener)


async def eve(loop):
    await loop.create_future()


def main():
    ours, hers = socket.socketpair()
    with ours, hers, socket.create_server(("127.0.0.1", 0)) as door, closing(Loop()) as loop:
        loop.new_task = Task
        loop.create_task(ann(loop, ours))
        loop.create_task(bob(loop))
        loop.create_task(eve(loop))
        loop.run_once()
        loop.create_task(serve(loop, door))
        yield loop
