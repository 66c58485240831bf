"""An `async with` is a `with` whose two ends may pause."""
from ghetto_asyncio.coroutines.dialogue import ask


class Transaction:
    """A transaction asks the database to begin it and to end it."""

    async def __aenter__(self):
        await ask("BEGIN")

    async def __aexit__(self, kind, error, traceback):
        await ask("COMMIT" if error is None else "ROLLBACK")
