"""One program runs on two designs: which functions are called?"""
import sys
from contextlib import closing
from itertools import zip_longest

from ghetto_asyncio.clocks.virtual import JumpingSelector
from ghetto_asyncio.kernel import ops
from ghetto_asyncio.kernel.virtual import Kernel
from ghetto_asyncio.tasks.virtual import Loop

STEPS = set("""
    boil sleep call_later create_future __await__ wait_for
    add_done_callback settle set_result call_soon run wake_up
    step trap do trap_sleep trap_park wake end
""".split())
LOOK = JumpingSelector.select.__code__


async def boil(loop, dish, seconds):
    """Boil a dish; return it. Nothing here says on which design."""
    await loop.sleep(seconds)
    return f"hot {dish}"


def on_tasks(program, *args):
    """Run a program on the loop with tasks."""
    with closing(Loop()) as loop:
        loop.create_task(program(loop, *args))
        loop.run_until_idle()


def on_the_kernel(program, *args):
    """Run the same program on the kernel."""
    return Kernel().run(program(ops, *args))


def steps(run, program, *args):
    """Return which functions are called, from the program's first step on."""
    called = []

    def note(frame, event, _arg):
        """Note each function of this book that is called or resumed."""
        code = frame.f_code
        wanted = code.co_name in STEPS or code is LOOK
        if wanted and event == "call":
            called.append((code.co_qualname, code))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        run(program, *args)
    finally:
        sys.setprofile(before)
    first = [code for _name, code in called].index(program.__code__)
    return [name for name, _code in called[first:]]


def beside(left, right):
    """Print two lists side by side."""
    for pair in zip_longest(left, right, fillvalue=""):
        print("{:<28}{}".format(*pair).rstrip())
