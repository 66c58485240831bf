"""Two ends of a connection: one for our program, and Ann's."""
import socket
import struct


def wire():
    """Return two connected sockets, with little room on the way."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        ann = socket.create_connection(listener.getsockname())
        ours, _address = listener.accept()
    for sock, room in (ours, socket.SO_SNDBUF), (ann, socket.SO_RCVBUF):
        sock.setsockopt(socket.SOL_SOCKET, room, 4096)
        sock.setblocking(False)
    return ours, ann


def reset(sock):
    """Reset a connection, as happens when a program is killed."""
    linger = struct.pack("ii", 1, 0)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    sock.close()
