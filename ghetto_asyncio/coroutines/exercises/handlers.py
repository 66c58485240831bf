"""Exercise: whoever answers decides what `now` and `random` mean."""
from ghetto_asyncio.coroutines.dialogue import ask


async def lottery(name):
    """Say who drew what, and when."""
    number = await ask("random")
    return f"{name} drew {number} at {await ask('now')}"


async def handle(coro, answers):
    """Run a coroutine; return what it returns.

    `answers` has a function for each request that is answered here.
    What the function returns is the answer; what it raises is raised
    at the `await`. Other requests are handed on to whoever resumes us.
    """
    raise NotImplementedError
