"""Ann was here first, and Eve goes on first. Who decides that?"""
from socket import socketpair

from ghetto_asyncio.readiness.small import Loop


def hear(loop, name, sock):
    line = yield from loop.sock_recv(sock, 100)
    print(name, "hears", line)


def say(loop, *lines):
    for sock, line in lines:
        yield from loop.sock_sendall(sock, line)


def main():
    loop = Loop()
    ann, anns = socketpair()
    eve, eves = socketpair()
    with ann, anns, eve, eves:
        loop.create_task(hear(loop, "Ann", ann))
        loop.create_task(hear(loop, "Eve", eve))
        loop.create_task(say(loop, (eves, b"cake"), (anns, b"tea")))
        loop.run()


if __name__ == "__main__":
    main()
