"""Solution: a row of futures; each result goes to the next one."""
from ghetto_asyncio.tasks.together import begin


def as_completed(loop, *works):
    """Return a list of futures, as many as there are works.

    `works`: coroutines and futures. The work that is done first settles
    the first future, with its result or its error, and so on.
    """
    places = [loop.create_future() for _ in works]

    def one_done(future):
        """Settle the next future that is neither settled nor cancelled."""
        for place in places:
            if not place.done():
                if future.error is not None:
                    place.set_exception(future.error)
                else:
                    place.set_result(future.value)
                return

    for work in works:
        begin(loop, work).add_done_callback(one_done)
    return places
