"""A cancellation that is caught by mistake."""


class Cancelled(Exception):
    """What is raised in a task that is cancelled."""


async def insist(ask, loop):
    """Ask until there is an answer."""
    while True:
        try:
            return await ask()
        except Exception as error:
            print("once more, because of", repr(error))
            await loop.sleep(1)
