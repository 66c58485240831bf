"""A task that no code holds: it waits, and then it is collected."""


async def listen(loop, heard):
    """Wait for news from a future that no other code knows."""
    try:
        heard.append(await loop.create_future())
    finally:
        heard.append("cleaned up")


def start(loop, heard):
    """Start a listener, and forget its task."""
    loop.create_task(listen(loop, heard))
