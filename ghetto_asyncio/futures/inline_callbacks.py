"""Inline callbacks: a generator yields futures, and gets results."""
from asyncio import CancelledError

from ghetto_asyncio.futures.future import Future


def inline_callbacks(loop, steps):
    """Resume a generator whenever the future it has yielded is done.

    It gets the result, or the exception is raised where it waits.
    Return a future of what the generator returns. Twisted has such a
    function, and the name is from there.
    """
    outcome = Future(loop)

    def go_on(future=None):
        """Resume the generator with what the last future has brought."""
        try:
            try:
                value = future and future.result()
            except BaseException as error:
                wanted = steps.throw(error)
            else:
                wanted = steps.send(value)
            wanted.add_done_callback(go_on)
        except StopIteration as stop:
            outcome.set_result(stop.value)
        except CancelledError:
            outcome.cancel()
        except Exception as failure:
            outcome.set_exception(failure)

    loop.call_soon(go_on)
    return outcome
