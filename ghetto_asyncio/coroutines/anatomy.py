"""A coroutine with one pause can be resumed in three ways."""
from ghetto_asyncio.coroutines.pause import Pause


async def visit(name):
    """Come in, wait, and leave in any case."""
    print(name, "comes in")
    try:
        await Pause()
        return "tea"
    finally:
        print(name, "leaves")
