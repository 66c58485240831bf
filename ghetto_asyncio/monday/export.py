"""The export waits for room, and so for its client."""


async def export(writer, orders):
    """Write one order after the other, and wait for room."""
    for order in orders:
        writer.write(order)
        await writer.drain()
