"""Our nursery and asyncio's TaskGroup, for programs that run on both."""
import asyncio
from asyncio import CancelledError

from ghetto_asyncio.cancellation.timeout import timeout_after
from ghetto_asyncio.cancellation.virtual import Kernel
from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.kernel.traps import clock, sleep
from ghetto_asyncio.together.nursery import Nursery


class Ours:
    """The kernel and its nursery."""

    Group, timeout = Nursery, timeout_after
    sleep, clock = staticmethod(sleep), staticmethod(clock)

    def run(self, coro):
        """Run a coroutine on a clock that jumps."""
        return Kernel().run(coro)

    async def cancel(self, task):
        """Cancel a task, and do not wait for it."""
        await task.cancel(blocking=False)


class Theirs:
    """asyncio and its TaskGroup, with the same names."""

    timeout, sleep = staticmethod(asyncio.timeout), staticmethod(asyncio.sleep)

    class Group(asyncio.TaskGroup):
        """Makes its tasks by a method that is called as ours is."""

        async def spawn(self, coro, name=None):
            """Have a coroutine run as a task of the group."""
            return self.create_task(coro, name=name)

    def run(self, coro):
        """Run a coroutine on a clock that jumps."""
        with asyncio.Runner(loop_factory=AsyncioLoop) as runner:
            return runner.run(coro)

    async def cancel(self, task):
        """Cancel a task."""
        task.cancel()

    async def clock(self):
        """Return the loop's time, in seconds."""
        return asyncio.get_running_loop().time()


def compare(program):
    """Run a program on both; say how each ended, and when."""
    for world in Ours(), Theirs():
        ended = world.run(ending(world, program))
        print(f"{type(world).__name__ + ':':8}{ended}")


async def ending(world, program):
    """Say how a program ended, and after how many seconds."""
    try:
        said = await program(world)
    except (Exception, CancelledError) as error:
        said = told(error)
    return f"{said} after {await world.clock():g} s"


def told(error):
    """Name an error, and the errors in it."""
    inside = ", ".join(map(told, getattr(error, "exceptions", [])))
    return type(error).__name__ + f"({inside})" * bool(inside)
