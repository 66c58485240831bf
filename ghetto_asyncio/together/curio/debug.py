"""Tools that are told what a kernel does, and write it into the log."""
import logging


class Activation:
    """Is told of each task what happens to it; does nothing itself."""

    def __init__(self, *, level=logging.INFO, filter=None):
        self.level, self.filter = level, filter

    def created(self, task):
        """There is a new task."""

    def running(self, task):
        """A task runs on."""

    def suspended(self, task, place):
        """A task waits in a place."""

    def terminated(self, task):
        """A task has ended."""

    def log(self, word, task):
        """Write a line, if the name of the task is in the filter."""
        if not self.filter or task.name in self.filter:
            logging.log(self.level, "%s: %r", word, task)


class schedtrace(Activation):
    """Logs every turn of a task."""

    def created(self, task):
        """There is a new task."""
        self.log("CREATE", task)

    def running(self, task):
        """A task runs on."""
        self.log("RUN", task)

    def suspended(self, task, place):
        """A task waits in a place."""
        self.log("SUSPEND", task)

    def terminated(self, task):
        """A task has ended."""
        self.log("TERMINATED", task)


class traptrace(schedtrace):
    """Logs for what a task gives way, too."""

    def suspended(self, task, place):
        """A task waits in a place, which has a name."""
        self.log(f"TRAP {place.name}", task)
        super().suspended(task, place)


def made(debug):
    """Make the tools that `Kernel(debug=...)` asks for."""
    if not debug:
        return []
    asked = [schedtrace] if debug is True else debug
    asked = asked if isinstance(asked, list) else [asked]
    return [tool() if isinstance(tool, type) else tool for tool in asked]
