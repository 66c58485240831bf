"""A cancellation is caught by mistake."""


class Cancelled(Exception):
    """Is raised in a task that is cancelled."""


async def insist(ask, loop):
    """Ask until there is an answer; pause after each failure."""
    while True:
        try:
            return await ask()
        except Exception as error:
            print("once more, because of", repr(error))
            await loop.sleep(1)
