"""A loop over a selector serves clients."""
import selectors
import socket
from collections import deque


class Loop:
    """Lets a task go on when there is something to be read from the socket that it has yielded."""

    def __init__(self):
        self.ready, self.waiting = deque(), {}
        self.selector = selectors.DefaultSelector()

    def run(self):
        """Run until nobody is left."""
        while self.ready or self.waiting:
            while self.ready:
                self.step(self.ready.popleft())
            for sock in self.wait():
                self.selector.unregister(sock)
                self.ready.append(self.waiting.pop(sock))
        self.selector.close()

    def wait(self):
        """Wait until there is something to be read; return where."""
        found = self.selector.select() if self.waiting else []
        return [key.fileobj for key, _events in found]

    def step(self, task):
        """Let a task go on."""
        try:
            sock = next(task)
        except StopIteration:
            return
        self.waiting[sock] = task
        self.selector.register(sock, selectors.EVENT_READ)


def accept(loop, clients):
    """Wait for so many clients, and serve them all."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        for _ in range(clients):
            loop.ready.append(serve(listener.accept()[0]))
    loop.run()


def serve(sock):
    """Say all that is heard in capitals."""
    number = 0
    while True:
        yield sock
        data = sock.recv(100)
        if not data:
            break
        number += 1
        sock.sendall(data.upper())
    print(number, "lines")
    sock.close()
