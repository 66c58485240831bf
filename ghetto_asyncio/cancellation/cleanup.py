"""Clean-up that waits, but not for long."""
from contextlib import suppress

from ghetto_asyncio.cancellation.timeout import timeout_after
from ghetto_asyncio.kernel.ops import sock_recv, sock_sendall


async def echo(sock):
    """Send back what comes; say good-bye, however the talk ends."""
    with sock:
        try:
            while data := await sock_recv(sock, 1024):
                await sock_sendall(sock, data)
        finally:
            with suppress(OSError):
                async with timeout_after(1):
                    await sock_sendall(sock, b"bye\n")
