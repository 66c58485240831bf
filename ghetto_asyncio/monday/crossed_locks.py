"""An order moves; locks are taken in the order of the names."""
import asyncio


async def move(order, here, there):
    """Move an order: a second of work for each of the kitchens."""
    first, second = sorted([here, there], key=lambda each: each.name)
    async with first.lock:
        await asyncio.sleep(1)
        async with second.lock:
            await asyncio.sleep(1)
            here.orders.remove(order)
            there.orders.append(order)
