"""Clean-up that waits, but not for long."""
from asyncio import get_running_loop, timeout
from contextlib import suppress


async def echo(sock):
    """Send back what comes; say good-bye, however the talk ends."""
    loop = get_running_loop()
    with sock:
        try:
            while data := await loop.sock_recv(sock, 1024):
                await loop.sock_sendall(sock, data)
        finally:
            with suppress(OSError):
                async with timeout(1):
                    await loop.sock_sendall(sock, b"bye\n")
