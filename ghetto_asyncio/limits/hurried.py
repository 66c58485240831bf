"""The conversation, with a person who has to answer soon."""
from asyncio import timeout

from ghetto_asyncio.mainloop.serve import Person


class Hurried(Person):
    """A person who has thirty seconds for each line."""

    async def ask(self, prompt):
        """Return a line; raise TimeoutError if it takes too long."""
        async with timeout(30):
            return await super().ask(prompt)
