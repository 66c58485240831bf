"""A loop for tasks, with the clock that jumps."""
from ghetto_asyncio.clocks import virtual
from ghetto_asyncio.tasks import sockets


class Loop(sockets.Loop, virtual.Loop):
    """Runs tasks; when none is ready, its clock jumps to the deadline."""
