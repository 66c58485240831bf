"""Three steps, with promises: a chain."""
from ghetto_asyncio.promises.promise import Promise
from ghetto_asyncio.promises.steps_pyramid import call_back


def promise(loop, work, arg):
    """Begin a job; return a promise of its result."""
    promised = Promise(loop)

    def settle(error, value):
        """Settle the promise the way the job ended."""
        if error is None:
            promised.resolve(value)
        else:
            promised.reject(error)

    call_back(loop, work, arg, settle)
    return promised


def breakfast(kitchen, name):
    """Promise what is on the table, or why there is nothing."""
    return (kitchen.wish(name)
            .then(kitchen.cook)
            .then(kitchen.bring)
            .then(on_error=lambda error: f"nothing: {error}"))
