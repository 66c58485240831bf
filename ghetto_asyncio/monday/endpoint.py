"""An endpoint that blocks, once as `async def` and once as `def`."""
import asyncio
from inspect import iscoroutinefunction
from threading import Barrier, BrokenBarrierError


def sit_down(table):
    """Block until three sit at the table, or until patience ends."""
    try:
        table.wait()
        return "three at the table"
    except BrokenBarrierError:
        return "alone"


async def on_the_loop(table):
    """Block the thread of the loop."""
    return sit_down(table)


def beside_the_loop(table):
    """Block the thread that the caller has chosen."""
    return sit_down(table)


async def call(endpoint, *args):
    """Call an endpoint as FastAPI does, but in asyncio's threads."""
    if iscoroutinefunction(endpoint):
        return await endpoint(*args)
    return await asyncio.to_thread(endpoint, *args)


async def three(endpoint, patience):
    """Call an endpoint for Ann, Bob and Eve, who want to eat together."""
    table = Barrier(3, timeout=patience)
    calls = [call(endpoint, table) for _ in ("Ann", "Bob", "Eve")]
    return await asyncio.gather(*calls)
