"""Measure how late the loop is."""
import asyncio


async def lateness(interval, times):
    """Sleep `times` times for `interval` seconds.

    Return by how many seconds the loop woke us too late, at worst.
    """
    loop, worst = asyncio.get_running_loop(), 0.0
    for _ in range(times):
        due = loop.time() + interval
        await asyncio.sleep(interval)
        worst = max(worst, loop.time() - due)
    return worst
