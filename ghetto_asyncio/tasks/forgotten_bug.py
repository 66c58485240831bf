"""A task that nobody holds: it waits, and then it is no more."""


async def listen(loop, heard):
    """Wait for news that nobody else can know of."""
    try:
        heard.append(await loop.create_future())
    finally:
        heard.append("cleaned up")


def start(loop, heard):
    """Start a listener, and forget its task."""
    loop.create_task(listen(loop, heard))
