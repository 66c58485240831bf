"""Ann was here first, and Eve speaks first. Who is heard first?"""
import asyncio
from socket import socketpair


async def hear(name, sock):
    sock.setblocking(False)
    loop = asyncio.get_running_loop()
    print(name, await loop.sock_recv(sock, 100))


async def main():
    (a, ann), (e, eve) = socketpair(), socketpair()
    with a, ann, e, eve:
        both = asyncio.gather(hear("Ann", a), hear("Eve", e))
        await asyncio.sleep(1)
        eve.send(b"cake")
        await asyncio.sleep(1)
        ann.send(b"tea")
        await both


if __name__ == "__main__":
    asyncio.run(main())
