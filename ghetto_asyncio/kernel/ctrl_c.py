"""A kernel that Ctrl-C ends between two turns, and in no task."""
import signal

from ghetto_asyncio.kernel import kernel


class Kernel(kernel.Kernel):
    """Lets Ctrl-C strike while the kernel waits, and at no other time."""

    pressed = False

    def run(self, coro):
        """Run a coroutine until it ends, or until Ctrl-C is pressed."""
        before = signal.signal(signal.SIGINT, self.press)
        try:
            return super().run(coro)
        finally:
            signal.signal(signal.SIGINT, before)

    def press(self, number, frame):
        """Raise KeyboardInterrupt if the kernel waits, or at its next wait."""
        self.pressed = True
        while frame:
            if frame.f_code is Kernel.wait.__code__:
                raise KeyboardInterrupt
            frame = frame.f_back

    def wait(self):
        """Wait until a task can go on, or Ctrl-C is pressed."""
        if self.pressed:
            raise KeyboardInterrupt
        super().wait()
