"""The conversation, with a person who has to answer soon."""
from ghetto_asyncio.cancellation.timeout import timeout_after
from ghetto_asyncio.mainloop.serve import Person


class Hurried(Person):
    """A person who has thirty seconds for each line."""

    async def ask(self, prompt):
        """Return a line; raise TimeoutError if it takes too long."""
        async with timeout_after(30):
            return await super().ask(prompt)
