"""A kernel for one task, with a clock that jumps."""


class Kernel:
    """Runs a coroutine, and does what it asks for."""

    def __init__(self):
        self.now = 0.0

    def run(self, coro):
        """Run a coroutine until it ends; return its result."""
        answer = None
        while True:
            try:
                request = coro.send(answer)
            except StopIteration as stop:
                return stop.value
            answer = self.do(request)

    def do(self, request):
        """Do what a task asks for; return the answer."""
        name, *args = request
        return getattr(self, f"trap_{name}")(*args)

    def trap_clock(self):
        """Give the time, in seconds."""
        return self.now

    def trap_sleep(self, seconds):
        """Let time pass."""
        self.now += seconds
