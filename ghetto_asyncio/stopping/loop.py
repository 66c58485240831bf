"""A loop whose tasks can be cancelled."""
from ghetto_asyncio.stopping.task import Task
from ghetto_asyncio.tasks import sockets


class Loop(sockets.Loop):
    """Runs tasks that can be cancelled."""

    new_task = Task
