"""A handler that only sends, and so doesn't hear of the end."""


async def send(socket, news):
    """Send a client whatever comes out of a queue."""
    while True:
        text = await news.get()
        await socket.send_text(text)
