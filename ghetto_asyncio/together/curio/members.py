"""Who is in a group of tasks, and who of them has ended."""
from collections import deque

from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import park, wake
from ghetto_asyncio.together.curio.task import spawn


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

    def left(self, tasks):
        """Return those of some tasks that have not ended."""
        return [task for task in tasks if not task.ended]

    def may_come(self):
        """Say whether a task has ended, or will."""
        return bool(self.finished or self.left(self.known))

    def add(self, task):
        """Take a task in; it must not be in a group."""
        if self.joined or task.taskgroup:
            raise RuntimeError("the group is joined, or the task in one")
        task.taskgroup = self
        (self.daemons if task.daemon else self.known).append(task)
        if task.ended:
            self.note(task)

    async def spawn(self, what, *args, daemon=False):
        """Make a task in the group; return it."""
        if self.joined:
            raise RuntimeError("the group is joined")
        task = await spawn(what, *args, daemon=daemon)
        self.add(task)
        return task

    async def add_task(self, task):
        """Take a task in that is there already."""
        self.add(task)
        await wake(self.waiting, len(self.waiting))

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

    async def news(self):
        """Wait until another task ends."""
        await park(self.waiting)
