"""A context variable holds the user: which user is seen where?"""
import asyncio
from contextvars import ContextVar

user = ContextVar("user", default="no user")


async def sign_in(name):
    """Set the user."""
    user.set(name)


async def look():
    """Return the user that a coroutine sees."""
    return user.get()


async def handler():
    """Sign in Ann, then Bob, and Eve in a task; return who is seen."""
    loop = asyncio.get_running_loop()
    await sign_in("Ann")
    task = asyncio.create_task(look())
    heard = loop.create_future()
    loop.call_soon(lambda: heard.set_result(user.get()))
    await sign_in("Bob")
    await asyncio.create_task(sign_in("Eve"))
    return {
        "await": await look(),
        "create_task": await task,
        "call_soon": await heard,
        "to_thread": await asyncio.to_thread(user.get),
        "run_in_executor": await loop.run_in_executor(None, user.get),
    }
