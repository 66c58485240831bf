"""Bob speaks first, and Ann is heard first. Where are his bytes until then?"""
from socket import create_server


def ann(peer):
    peer.connect()
    yield 3
    peer.send(b"tea")
    peer.close()


def bob(peer):
    peer.connect()
    yield 1
    peer.send(b"cake")
    peer.close()


peers = {"Ann": ann, "Bob": bob}


def talk(listener):
    sock, _address = listener.accept()
    with sock:
        yield
        order = sock.recv(100)
        print("an order:", order)


def main(listener):
    tasks = [talk(listener), talk(listener)]
    for _round in range(2):
        for task in tasks:
            next(task, None)


if __name__ == "__main__":
    with create_server(("127.0.0.1", 0)) as listener:
        main(listener)
