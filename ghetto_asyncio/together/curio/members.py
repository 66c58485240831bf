"""Who is in a group of tasks, and who of them has ended."""
from collections import deque

from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import park


class Members:
    """Keeps tasks that count, daemons, and those that have ended."""

    def __init__(self, tasks):
        self.known, self.daemons, self.finished = [], [], deque()
        self.waiting, self.joined = Place("a task of its group"), False
        for task in tasks:
            self.add(task)

    @property
    def tasks(self):
        """Those that count, the oldest first."""
        return sorted(self.known, key=lambda task: task.id)

    @property
    def running(self):
        """Those that count and have not ended."""
        return [task for task in self.tasks if not task.ended]

    def add(self, task):
        """Take a task in; it must not be in a group."""
        if self.joined or task.taskgroup:
            raise RuntimeError("the group is joined, or the task in one")
        task.taskgroup = self
        (self.daemons if task.daemon else self.known).append(task)
        if task.ended:
            self.note(task)

    def note(self, task):
        """Keep that a task has ended; give the place of who waits."""
        if not task.daemon:
            self.finished.append(task)
        return self.waiting

    def discard(self, task):
        """Let a task out; the group does not care about it any more."""
        task.taskgroup = None
        for tasks in (self.known, self.daemons, self.finished):
            if task in tasks:
                tasks.remove(task)

    async def next_done(self):
        """Let out the task that ends next, and return it, or None."""
        while not self.finished and self.running:
            await self.news()
        if not self.finished:
            return None
        task = self.finished[0]
        self.discard(task)
        return task

    async def news(self):
        """Wait until another task ends."""
        await park(self.waiting)
