"""What ``make bench`` puts on a server: busy connections to a process of its own, and what that costs."""
from __future__ import annotations

import multiprocessing
import select
import socket
import subprocess
import sys
import time
from typing import Any

from bench import web
from bench.servers import BLOCKING
from bench.servers import SERVERS as ECHO

MESSAGE = b"x" * 64
SERVERS = ECHO | web.SERVERS


def cpu_seconds(pid: int) -> float:
    """Return the seconds of CPU time that a process has used; raise OSError if it has ended."""
    return time.clock_gettime(~pid << 3 | 2)  # how Linux numbers the clock of a process


class Load:
    """Busy connections to one server, and the process that the server runs in."""

    def __init__(self, name: str, connections: int, fresh: bool = False) -> None:
        listener = socket.socket(proto=socket.IPPROTO_TCP)  # or asyncio's connections wait for acknowledgements
        listener.bind(("127.0.0.1", 0))
        listener.listen(1024)
        listener.setblocking(name in BLOCKING)
        self.process: Any
        if fresh:  # a fork uses memory that its parent has given back
            serve = [sys.executable, "-m", __spec__.name, name, str(listener.fileno())]
            self.process = subprocess.Popen(serve, pass_fds=[listener.fileno()])
        else:
            context = multiprocessing.get_context("fork")
            self.process = context.Process(target=SERVERS[name], args=(listener,), daemon=True)
            self.process.start()
        self.clients: dict[int, socket.socket] = {}
        self.poll = select.epoll()
        self.address = listener.getsockname()
        listener.close()
        self.message, self.size = (web.ASKED, self.answered()) if name in web.SERVERS else (MESSAGE, len(MESSAGE))
        self.connect(connections)

    def answered(self) -> int:
        """Return how many bytes the first answer has; the others have as many."""
        with socket.create_connection(self.address) as client:
            client.send(web.ASKED)
            answer = b""
            while web.END not in answer:
                answer += client.recv(4096) or sys.exit("the server has given up")
        return len(answer)

    def connect(self, connections: int) -> None:
        """Open so many connections more."""
        for _ in range(connections):
            client = socket.create_connection(self.address)
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.poll.register(client, select.EPOLLIN)
            self.clients[client.fileno()] = client

    def run(self, requests: int) -> tuple[float, float]:
        """Send so many requests; return requests per second, and microseconds of CPU for each."""
        began, used = time.perf_counter(), self.cpu()
        for client in self.clients.values():
            client.send(self.message)
        answered, under_way = 0, len(self.clients)
        left = dict.fromkeys(self.clients, self.size)
        while under_way:
            for number, _mask in self.poll.poll(0):  # the client never sleeps, so nobody has to wake it
                data = self.clients[number].recv(left[number])
                if not data:
                    sys.exit(f"the server has given up, after {answered} requests")
                left[number] -= len(data)
                if left[number]:
                    continue
                left[number] = self.size
                answered += 1
                if answered + under_way <= requests:
                    self.clients[number].send(self.message)
                else:
                    under_way -= 1
        took = max(self.cpu() - used, 1e-9)  # of a process that is running, the clock may stand still for some requests
        return answered / (time.perf_counter() - began), took / answered * 1e6

    def cpu(self) -> float:
        """Return the seconds of CPU time that the server has used."""
        return cpu_seconds(self.process.pid)

    def close(self) -> None:
        """Stop the server."""
        for client in self.clients.values():
            client.close()
        self.poll.close()
        self.process.kill()
        if isinstance(self.process, subprocess.Popen):
            self.process.wait()
        else:
            self.process.join()
            self.process.close()


if __name__ == "__main__":
    SERVERS[sys.argv[1]](socket.socket(fileno=int(sys.argv[2])))
