"""This loop lets a new task begin at once. Which one is in the way?"""
from socket import socketpair

from ghetto_asyncio.lost.eager_bug import Loop


def waiter(loop, table):
    print("the waiter begins")
    order = yield from loop.sock_recv(table, 100)
    print("the waiter brings", order)


def door(loop, table, guest):
    print("a guest comes")
    loop.create_task(waiter(loop, table))
    print("the door is free again")
    yield from loop.sock_sendall(guest, b"tea")


def main():
    loop = Loop()
    guest, table = socketpair()
    with guest, table:
        loop.create_task(door(loop, table, guest))
        loop.run()


if __name__ == "__main__":
    main()
