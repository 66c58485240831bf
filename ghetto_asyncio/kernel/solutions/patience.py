"""Solution: a place in the queue is a turn's number, from the start."""
from heapq import heappop, heappush
from itertools import count

from ghetto_asyncio.kernel import kernel, task


class Patient:
    """A ready queue in which a task lets newcomers take some turns first."""

    name = "its turn"

    def __init__(self):
        self.heap, self.turn, self.order = [], 0, count()

    def __len__(self):
        return len(self.heap)

    def append(self, task):
        """Let a task in; its turn is counted from the present one."""
        due = self.turn + task.patience
        heappush(self.heap, (due, next(self.order), task))

    def popleft(self):
        """Take out the task whose turn was due first."""
        self.turn += 1
        return heappop(self.heap)[2]


class Task(task.Task):
    """A task that is as urgent as any other, at first."""

    patience = 0


class Kernel(kernel.Kernel):
    """Lets tasks in a hurry go first, and lets no task starve."""

    new_task = Task

    def __init__(self):
        super().__init__()
        self.ready = Patient()

    def trap_be_patient(self, turns):
        """Let newcomers have `turns` turns before each turn of this task."""
        self.running.patience = turns
