"""Every socket is watched for everything, whatever a task waits for."""
from select import POLLIN, POLLOUT

from ghetto_asyncio.readiness import small


class Loop(small.Loop):
    """Resumes a task when anything happens on its socket."""

    def step(self, task):
        """Resume a task, and watch its socket for data and for room."""
        try:
            sock, _event = next(task)
        except StopIteration:
            return
        self.poll.register(sock, POLLIN | POLLOUT)
        self.waiting[sock.fileno()] = task
