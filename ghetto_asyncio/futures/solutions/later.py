"""Solution: the timer sets the result, the future stops the timer."""
from ghetto_asyncio.futures.future import Future


def later(loop, seconds, value=None):
    """Return a future that has the result `value` after `seconds`.

    If the future is cancelled, so is the timer.
    """
    def set_result():
        """Set the result, unless the future has one already."""
        if not future.done():
            future.set_result(value)

    future = Future(loop)
    timer = loop.call_later(seconds, set_result)
    future.add_done_callback(lambda future: timer.cancel())
    return future
