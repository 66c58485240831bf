"""Solution: places in a row, and whoever arrives takes the next."""
from ghetto_asyncio.tasks.together import begin


def as_completed(loop, *works):
    """Return a list of futures, as many as there are works.

    `works`: coroutines and futures. Whoever is done first settles the
    first future in the list, with the result or the error, and so on.
    """
    places = [loop.create_future() for _ in works]

    def one_done(future):
        """Take the next place that nobody has taken or cancelled."""
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
