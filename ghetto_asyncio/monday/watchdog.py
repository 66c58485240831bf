"""A thread watches whether the loop goes round, and reports what keeps it."""
import asyncio
import sys
import threading
import time
import traceback
from contextlib import contextmanager


@contextmanager
def watchdog(limit, tell=print):
    """Report the line that holds the running loop up for `limit` seconds.

    The loop has to press a pedal, again and again. `tell` is called in
    another thread, once each time that the pedal is late.
    """
    loop, thread = asyncio.get_running_loop(), threading.get_ident()
    left = threading.Event()
    pressed = time.monotonic()

    def press():
        """Note the time, and have the loop press again soon."""
        nonlocal pressed
        pressed = time.monotonic()
        if not left.is_set():
            loop.call_later(limit / 2, press)

    def watch():
        """Tell of a pedal that has not been pressed for too long."""
        told = None
        while not left.wait(limit / 2):
            last = pressed
            if last != told and time.monotonic() - last >= limit:
                stack = sys._current_frames()[thread]
                line = traceback.extract_stack(stack)[-1]
                tell(f"{line.name}, line {line.lineno}: {line.line}")
                told = last

    press()
    watching = threading.Thread(target=watch, daemon=True)
    watching.start()
    try:
        yield
    finally:
        left.set()
        watching.join()
