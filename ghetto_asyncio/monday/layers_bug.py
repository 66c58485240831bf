"""Three layers try three times each."""
import asyncio


class Database:
    """A database that refuses each question after a second, and counts."""

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


async def order(ask):
    """Ask through a driver, a service and a browser."""
    def driver():
        """Ask the database three times."""
        return retry(ask)

    def service():
        """Ask the driver three times."""
        return retry(driver)

    return await retry(service)
