"""A socket is closed while Ann waits for it, and Bob gets its number."""
import socket


def hear(loop, name, sock):
    """Wait for data, and tell how the wait has ended."""
    sock.setblocking(False)
    try:
        print(name, "hears", (yield from loop.sock_recv(sock, 100)))
    except Exception as error:
        print(name, "gets a", type(error).__name__)


def evening(loop):
    """Let Ann wait, close her socket, and let Bob come."""
    anns, to_ann = socket.socketpair()
    loop.create_task(hear(loop, "Ann", anns))
    yield
    anns.close()
    bobs, to_bob = socket.socketpair()
    with to_ann, bobs, to_bob:
        to_bob.sendall(b"hello")
        yield from hear(loop, "Bob", bobs)
        yield
        raise SystemExit


def play(loop):
    """Run the evening to its end, which Ann may not see."""
    loop.create_task(evening(loop))
    try:
        loop.run()
    except SystemExit:
        print("end")
