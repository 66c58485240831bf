"""A handler asks the limit whether it was its own time that was up."""
import asyncio


async def handler(ask):
    """Give an answer within five seconds."""
    try:
        async with asyncio.timeout(5) as limit:
            return await ask()
    except TimeoutError:
        if not limit.expired():
            return "503: the database gave up"
        return "504: five seconds are over"
