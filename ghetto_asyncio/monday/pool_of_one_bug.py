"""A thread waits for the loop, which waits for a thread."""
import asyncio
from concurrent.futures import ThreadPoolExecutor


def look_up(order):
    """Find the card, in a library that blocks."""
    return f"the card of order {order}"


async def charge(order):
    """Charge a card, from the loop."""
    return "charged: " + await asyncio.to_thread(look_up, order)


def endpoint(loop, order, patience):
    """Have the loop charge the card; block until done, or give up."""
    charging = asyncio.run_coroutine_threadsafe(charge(order), loop)
    try:
        return charging.result(patience)
    except TimeoutError:
        charging.cancel()
        raise


async def main(threads, patience):
    """Call the endpoint in a pool with this number of threads."""
    loop = asyncio.get_running_loop()
    loop.set_default_executor(ThreadPoolExecutor(threads))
    try:
        return await asyncio.to_thread(endpoint, loop, 7, patience)
    except TimeoutError:
        return "no thread was free"
