"""Whatever takes a day is over at once, on any loop of this book."""
from contextlib import closing

from ghetto_asyncio.clocks import virtual


def jumping(loop):
    """Return a class: the loop `loop`, on the clock that jumps."""
    grown = () if issubclass(virtual.Loop, loop) else (loop,)
    return type("Jumping", (*grown, virtual.Loop), {})


def jump(main, new_loop=virtual.AsyncioLoop):
    """Run a coroutine on a loop whose clock jumps; return its result."""
    with closing(new_loop()) as loop:
        return loop.run_until_complete(main)
