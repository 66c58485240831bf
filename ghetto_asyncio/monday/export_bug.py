"""All orders of a year are sent to a client who has fallen asleep."""
import asyncio


async def export(writer, orders):
    """Write one order after the other, and let others have a turn."""
    for order in orders:
        writer.write(order)
        await asyncio.sleep(0)
