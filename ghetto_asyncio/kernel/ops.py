"""Calls that take time, for tasks of a kernel: wait, then try."""
from ghetto_asyncio.kernel.traps import read_wait, sleep, write_wait
from ghetto_asyncio.mainloop.passing import PASSING


async def sock_accept(listener):
    """Wait for a client; return its socket and its address."""
    said = False
    while True:
        await read_wait(listener)
        try:
            client, address = listener.accept()
            client.setblocking(False)
            return client, address
        except BlockingIOError:
            continue
        except OSError as error:
            if error.errno not in PASSING:
                raise
            if not said:
                print("nobody can come in:", error.strerror)
            said = True
        await sleep(1)


async def sock_recv(sock, limit):
    """Wait for data; return at most `limit` bytes, b"" at the end."""
    while True:
        await read_wait(sock)
        try:
            return sock.recv(limit)
        except BlockingIOError:
            continue


async def sock_sendall(sock, data):
    """Send all data; wait for room whenever there is none."""
    rest = memoryview(data).cast("B")
    while rest:
        try:
            rest = rest[sock.send(rest):]
        except BlockingIOError:
            await write_wait(sock)
