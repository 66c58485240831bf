"""A client who hangs up, as an application sees it."""
import asyncio


async def hang_up(app, path, seconds):
    """Ask an ASGI application for a path, and leave after some seconds."""
    loop = asyncio.get_running_loop()
    leaves = loop.time() + seconds
    messages = [{"type": "http.request", "body": b"", "more_body": False}]
    scope = {"type": "http", "method": "GET", "path": path,
             "query_string": b"", "headers": []}

    async def receive():
        """Return the request, and from then on the news that she is gone."""
        if messages:
            return messages.pop()
        if loop.time() < leaves:
            await asyncio.sleep(leaves - loop.time())
        return {"type": "http.disconnect"}

    async def send(message):
        """Drop what is sent to the client."""

    await app(scope, receive, send)
