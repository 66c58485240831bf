"""A loop that lets chance decide whose turn it is; a seed repeats a run."""
import asyncio
import random

from ghetto_asyncio.clocks import virtual
from ghetto_asyncio.runner import loop


def is_step(handle):
    """Return whether a call resumes a task: step() or wake_up()."""
    _context, callback, *_args = handle.args or (None, None)
    return hasattr(getattr(callback, "__self__", None), "get_coro")


class Lots(loop.Loop, virtual.Loop):
    """Our loop, on a clock that jumps; chance decides which task goes on."""

    def __init__(self, seed):
        super().__init__()
        self.chance = random.Random(seed)

    def run_once(self):
        """Make one call: a step of any task, or the first other call."""
        self.wait()
        steps = [each for each in self.ready if is_step(each)]
        others = [each for each in self.ready if not is_step(each)]
        if self.ready:
            drawn = self.chance.choice(others[:1] + steps)
            self.ready.remove(drawn)
            drawn.run()


def run(main, seed):
    """Run a coroutine on a loop of its own; return its result."""
    with asyncio.Runner(loop_factory=lambda: Lots(seed)) as host:
        return host.run(main)
