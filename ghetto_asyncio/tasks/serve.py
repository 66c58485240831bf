"""The main loop's server, unchanged, on tasks."""
import signal
from contextlib import closing, contextmanager

from ghetto_asyncio.mainloop.serve import serve
from ghetto_asyncio.mainloop.start import start
from ghetto_asyncio.tasks.sockets import Loop


@contextmanager
def ctrl_c_between_calls(loop):
    """Let Ctrl-C end a wait or come between two calls, never in one."""
    def interrupt(number, frame):
        """Raise KeyboardInterrupt now, or in a call of its own."""
        while frame and frame.f_code is not loop.wait.__code__:
            frame = frame.f_back
        if frame:
            raise KeyboardInterrupt
        loop.call_soon(signal.default_int_handler, number, frame)

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def on_tasks(serve, listener):
    """Serve on the loop with tasks, until the talks have ended."""
    with closing(Loop()) as loop, ctrl_c_between_calls(loop):
        loop.run_until_complete(serve(loop, listener))
        loop.run_until_idle()


if __name__ == "__main__":
    start(serve, on_tasks)
