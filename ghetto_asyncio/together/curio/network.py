"""A server for each client a task, and the way to it."""
from ghetto_asyncio.mainloop.passing import PASSING
from ghetto_asyncio.together.curio import socket
from ghetto_asyncio.together.curio.group import TaskGroup
from ghetto_asyncio.together.curio.time import sleep

__all__ = ["open_connection", "tcp_server", "tcp_server_socket"]


async def open_connection(host, port):
    """Connect to a server; return a socket."""
    return await socket.create_connection((host, port))


def tcp_server_socket(host, port, family=socket.AF_INET, backlog=100,
                      reuse_address=True, reuse_port=False):
    """Return a socket that listens."""
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        for option, wanted in ((socket.SO_REUSEADDR, reuse_address),
                               (socket.SO_REUSEPORT, reuse_port)):
            if wanted:
                sock.setsockopt(socket.SOL_SOCKET, option, True)
        sock.bind((host, port))
        sock.listen(backlog)
    except Exception:
        sock._socket.close()
        raise
    return sock


async def tcp_server(host, port, client_connected_task, **named):
    """Serve until it is cancelled."""
    listener = tcp_server_socket(host, port, **named)
    await run_server(listener, client_connected_task)


async def run_server(listener, client_connected_task):
    """Serve until it is cancelled, each client in a task of a group."""
    async def talk(client, address):
        """Talk to a client, and close its socket."""
        async with client:
            await client_connected_task(client, address)

    async def welcome(group, listener):
        """Make a task for each client; wait if no more can be let in."""
        while True:
            try:
                client = await listener.accept()
            except OSError as error:
                if error.errno not in PASSING:
                    raise
                print("nobody can come in:", error.strerror)
                await sleep(1)
            else:
                await group.spawn(talk, *client)

    async with listener, TaskGroup() as group:
        await group.spawn(welcome, group, listener)
        async for _ in group:
            pass
