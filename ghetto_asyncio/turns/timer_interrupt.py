"""A timer takes the same core away from each program in turn."""
from collections import deque


def run(core, programs, quantum):
    """Let each program in turn execute `quantum` instructions."""
    ready = deque([(program, (0, 0)) for program in programs])
    while ready:
        program, context = ready.popleft()
        core.counter, core.register = context
        for _ in range(quantum):
            if core.counter == len(program):
                break
            core.step(program)
        if core.counter < len(program):
            # The timer rings, whether the program likes it or not.
            context = core.counter, core.register
            ready.append((program, context))
