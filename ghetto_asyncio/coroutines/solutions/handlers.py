"""Solution: a driver that is a coroutine itself."""
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
    resume, value = coro.send, None
    while True:
        try:
            request = resume(value)
        except StopIteration as stop:
            return stop.value
        try:
            if request in answers:
                resume, value = coro.send, answers[request]()
            else:
                resume, value = coro.send, await ask(request)
        except BaseException as error:
            resume, value = coro.throw, error
