"""A loop for tasks that owns its time."""
from ghetto_asyncio.clocks import virtual
from ghetto_asyncio.tasks import sockets


class Loop(sockets.Loop, virtual.Loop):
    """Runs tasks, and jumps to the deadline when none is ready."""
