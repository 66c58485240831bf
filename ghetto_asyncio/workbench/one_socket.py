"""The cook and the waiter listen to one socket. Who hears Ann?"""
import asyncio
from socket import socketpair


async def listen(name, sock):
    sock.setblocking(False)
    loop = asyncio.get_running_loop()
    print(name, "hears", await loop.sock_recv(sock, 100))


async def main():
    ours, ann = socketpair()
    with ours, ann:
        both = asyncio.gather(listen("cook", ours), listen("waiter", ours))
        await asyncio.sleep(1)
        ann.send(b"tea, please")
        try:
            async with asyncio.timeout(60):
                await both
        except TimeoutError:
            print("a minute later: nobody else")


if __name__ == "__main__":
    asyncio.run(main())
