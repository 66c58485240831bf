"""From outside, each frame says what it waits for."""


def chain(coro):
    """Yield a coroutine, what it awaits, and so on to the innermost."""
    while coro is not None:
        yield coro
        inner = getattr(coro, "cr_await", None)
        coro = inner or getattr(coro, "gi_yieldfrom", None)
