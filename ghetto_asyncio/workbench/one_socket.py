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
        tasks = [asyncio.create_task(listen(name, ours))
                 for name in ("the cook", "the waiter")]
        await asyncio.sleep(1)
        ann.send(b"tea, please")
        _done, waiting = await asyncio.wait(tasks, timeout=60)
        print(len(waiting), "still waits")


if __name__ == "__main__":
    asyncio.run(main())
