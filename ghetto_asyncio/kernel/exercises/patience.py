"""Exercise: let tasks in a hurry go first, and let no task starve."""
from ghetto_asyncio.kernel import kernel, task


class Patient:
    """A ready queue in which a task lets newcomers take some turns first."""

    name = "its turn"

    def __len__(self):
        raise NotImplementedError

    def append(self, task):
        """Let a task in; it has `task.patience`."""
        raise NotImplementedError

    def popleft(self):
        """Take out the task that is to have its turn now."""
        raise NotImplementedError


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
