"""Three steps yield futures, one after another, and keep no guest waiting."""
from ghetto_asyncio.futures.future import Future
from ghetto_asyncio.promises.steps_pyramid import call_back


def begin(loop, work, arg):
    """Begin a job; return a future of its result."""
    future = Future(loop)

    def settle(error, value):
        """Settle the future the way the job ended, unless it is done."""
        if error is None and not future.done():
            future.set_result(value)
        elif not future.done():
            future.set_exception(error)

    call_back(loop, work, arg, settle)
    return future


def breakfast(kitchen, name):
    """Return what is on the table, or why there is nothing."""
    try:
        dish = yield kitchen.wish(name)
        plate = yield kitchen.cook(dish)
        return (yield kitchen.bring(plate))
    except Exception as error:
        return f"nothing: {error}"
