"""A client at a websocket, to try a handler without a server."""
import asyncio

from ghetto_asyncio.groups.breakfast import say


class WebSocketDisconnect(Exception):
    """The client is gone; FastAPI has an exception of the same name."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code


class Client:
    """Takes `seconds` for each text, and says nothing."""

    def __init__(self, name, seconds=1):
        self.name, self.seconds, self.code = name, seconds, None
        self.gone = asyncio.Event()

    def leave(self, code=1001):
        """Close the connection, with a code."""
        self.code = self.code or code
        self.gone.set()

    async def receive_text(self):
        """Wait until the client is gone, and raise WebSocketDisconnect."""
        await self.gone.wait()
        raise WebSocketDisconnect(self.code)

    async def send_text(self, text):
        """Wait until the client has the text."""
        if self.gone.is_set():
            raise WebSocketDisconnect(1006)
        await asyncio.sleep(self.seconds)
        say(self.name, "has", text)

    async def close(self, code):
        """Wait as long as for a text, and send the client away."""
        await asyncio.sleep(self.seconds)
        say(self.name, "is sent away:", code)
        self.leave(code)
