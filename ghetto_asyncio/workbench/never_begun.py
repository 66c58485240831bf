"""A task is cancelled before its first step. Is its socket closed?"""
import asyncio
import socket


async def talk(sock):
    with sock:
        await asyncio.sleep(60)


async def main():
    ours, anns = socket.socketpair()
    task = asyncio.create_task(talk(ours), name="talk")
    task.cancel()
    await asyncio.wait([task])
    print("closed" if ours.fileno() < 0 else "still open")
    for sock in ours, anns:
        sock.close()


if __name__ == "__main__":
    asyncio.run(main())
