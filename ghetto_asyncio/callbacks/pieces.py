"""What a client may say to the handshake, and what it hears."""
from socket import AF_UNIX, SHUT_WR, SOCK_SEQPACKET, socketpair

SAID = [
    [b"hello\n", b"ping"],
    [b"hel", b"lo\n", b"ping"],
    [b"hello\nping"],
    [b"good morning\n"],
    [b"\xff\n"],
    [b"hel"],
    [],
]


def hear(talk, said):
    """Say something in pieces to `talk(sock)`; return the answer."""
    ours, theirs = socketpair(AF_UNIX, SOCK_SEQPACKET)
    with theirs:
        for piece in said:
            theirs.send(piece)  # one piece is one recv()
        theirs.shutdown(SHUT_WR)
        talk(ours)
        return b"".join(iter(lambda: theirs.recv(1024), b""))


def check(talk):
    """Print what `talk(sock)` answers to all that may be said."""
    for said in SAID:
        print(*said, "->", hear(talk, said))
