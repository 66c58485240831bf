"""An order moves from one kitchen to another, and each has a lock."""
import asyncio


class Kitchen:
    """A list of orders, and a lock for the task that changes it."""

    def __init__(self, name, order):
        self.name, self.orders = name, [order]
        self.lock = asyncio.Lock()


async def move(order, here, there):
    """Move an order: a second of work for each of the kitchens."""
    async with here.lock:
        await asyncio.sleep(1)
        async with there.lock:
            await asyncio.sleep(1)
            here.orders.remove(order)
            there.orders.append(order)


async def rush(grill, oven, move=move):
    """Let Ann and Bob move an order each, and wait for up to an hour."""
    ann = asyncio.create_task(move("fish", grill, oven), name="Ann")
    bob = asyncio.create_task(move("pizza", oven, grill), name="Bob")
    moved, waiting = await asyncio.wait([ann, bob], timeout=3600)
    seconds = asyncio.get_running_loop().time()
    return f"{seconds:g} s: {len(moved)} moved, {len(waiting)} waiting"
