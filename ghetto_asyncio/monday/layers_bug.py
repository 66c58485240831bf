"""Three layers try three times each."""
import asyncio


class Database:
    """Refuses after a second, and counts."""

    def __init__(self):
        self.asked = 0

    async def ask(self):
        """Raise OSError after a second."""
        self.asked += 1
        await asyncio.sleep(1)
        raise OSError("no database")


async def retry(ask):
    """Ask three times; pause for a second, then for two."""
    for pause in 1, 2, None:
        try:
            return await ask()
        except OSError:
            if pause is None:
                raise
        await asyncio.sleep(pause)


def service(ask):
    """Ask the database through a driver that tries again."""
    return retry(ask)


def handler(ask):
    """Ask the service, and try again."""
    return retry(lambda: service(ask))


def browser(ask):
    """Ask the handler, and try again."""
    return retry(lambda: handler(ask))
