"""What a coroutine may ask of a kernel, and the one door to it."""
from selectors import EVENT_READ, EVENT_WRITE
from types import coroutine


@coroutine
def trap(*request):
    """Ask the kernel; return its answer, or raise its error."""
    return (yield request)


async def current_task():
    """Return the task that asks."""
    return await trap("current_task")


async def spawn(coro, name=None):
    """Have a coroutine run as a task of its own; return the task."""
    return await trap("spawn", coro, name)


async def schedule():
    """Give way to all tasks that are ready."""
    await trap("schedule")


async def clock():
    """Return the kernel's time, in seconds."""
    return await trap("clock")


async def sleep(seconds):
    """Go on after this number of seconds, not earlier."""
    await trap("sleep", seconds)


async def read_wait(sock):
    """Go on when a socket can be read, or has failed."""
    await trap("wait_for", sock, EVENT_READ)


async def write_wait(sock):
    """Go on when a socket can be written, or has failed."""
    await trap("wait_for", sock, EVENT_WRITE)


async def close(sock):
    """Close a socket; the tasks that wait for it get an OSError."""
    await trap("release", sock)
    sock.close()


async def park(place):
    """Wait in a place until the tasks there are woken."""
    await trap("park", place)


async def wake(place, number=1):
    """Wake the first tasks that wait in a place."""
    await trap("wake", place, number)
