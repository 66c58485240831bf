"""A task that can be inspected, by AnyIO and by whoever is debugging."""
import asyncio
from asyncio import base_tasks

from ghetto_asyncio.service import forgotten


class Task(forgotten.Task):
    """Shows where it waits, whether it is cancelled, and its frames."""

    __class__ = property(lambda self: asyncio.Task)  # says isinstance()
    _loop = property(lambda self: self.loop)
    _coro = property(lambda self: self.coro)
    _callbacks = property(lambda self: self.callbacks)
    _exception = property(lambda self: self.error)
    _fut_waiter = property(lambda self: self.waits_for)
    _must_cancel = property(lambda self: self.must_cancel)

    def get_context(self):
        """Return the context in which it takes its steps."""
        return self.context

    def get_stack(self, *, limit=None):
        """Return the frames in which it is, or in which it failed."""
        return base_tasks._task_get_stack(self, limit)

    def print_stack(self, *, limit=None, file=None):
        """Print where it is, or where it failed."""
        base_tasks._task_print_stack(self, limit, file)

    def __repr__(self):
        return f"<Task {self.state} name={self.name!r} coro={self.coro!r}>"
