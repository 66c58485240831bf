"""A coroutine is run to its end, and no loop is needed."""


def drive(coro):
    """Resume a coroutine until it ends; return what it returns."""
    while True:
        try:
            coro.send(None)
        except StopIteration as stop:
            return stop.value
