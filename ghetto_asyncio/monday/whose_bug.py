"""A handler takes every TimeoutError for its own."""
import asyncio


async def database():
    """Never answer; the driver gives up after two seconds."""
    async with asyncio.timeout(2):
        await asyncio.sleep(3600)


async def handler(ask):
    """Give an answer within five seconds."""
    try:
        async with asyncio.timeout(5):
            return await ask()
    except TimeoutError:
        return "504: five seconds are over"
