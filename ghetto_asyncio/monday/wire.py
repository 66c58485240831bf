"""A connection, on which answers come in the order of the questions."""
import asyncio


class Connection:
    """Takes a second to open, and another one for each answer."""

    def __init__(self):
        self.sent = []
        self.answers = asyncio.Queue()

    @classmethod
    async def open(cls):
        """Return a new connection after a second."""
        await asyncio.sleep(1)
        return cls()

    async def ask(self, question):
        """Send a question, and return the next answer."""
        self.sends(question)
        return await self.answers.get()

    def sends(self, question):
        """A question goes out, and its answer comes in a second later."""
        self.sent.append(question)
        loop = asyncio.get_running_loop()
        loop.call_later(1, self.arrives, f"answer to {question}")

    def arrives(self, answer):
        """An answer comes in, and is kept until it is fetched."""
        self.answers.put_nowait(answer)

    def close(self):
        """Hang up. This takes no time, and no answer is waited for."""
        self.sent.append("bye")
