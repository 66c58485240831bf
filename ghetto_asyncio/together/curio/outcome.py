"""What has become of a group, when it has been joined."""
from ghetto_asyncio.together.curio.members import Members


class Outcome(Members):
    """Gives results and errors; before the end, RuntimeError."""

    completed = None

    def ended(self):
        """Return the tasks that count; raise RuntimeError if it's early."""
        if not self.joined:
            raise RuntimeError("the group has not been joined")
        return self.tasks

    @property
    def result(self):
        """What the first task gave; its error is raised."""
        self.ended()
        if self.completed is None:
            raise RuntimeError("no task has completed")
        return self.completed.result

    @property
    def exception(self):
        """The error of the first task, or None."""
        self.ended()
        return self.completed and self.completed.exception

    @property
    def results(self):
        """What all gave; the first error is raised."""
        return [task.result for task in self.ended()]

    @property
    def exceptions(self):
        """The errors of all, None for who has none."""
        return [task.exception for task in self.ended()]
