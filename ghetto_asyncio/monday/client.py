"""A client at a websocket, to try a handler without a server."""
import asyncio

from ghetto_asyncio.groups.breakfast import say


class WebSocketDisconnect(Exception):
    """The client is gone; FastAPI has an exception of the same name."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code


class Client:
    """Takes each text in so many seconds, and says nothing."""

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
        """Wait as long, and send the client away."""
        await asyncio.sleep(self.seconds)
        say(self.name, "is sent away:", code)
        self.leave(code)


async def visit(handler):
    """Let Ann hear of the soup and leave; there's cake an hour later."""
    ann, news = Client("Ann"), asyncio.Queue()
    task = handled(handler, ann, news)
    news.put_nowait("soup")
    await asyncio.sleep(5)
    say("Ann leaves")
    ann.leave()
    await asyncio.sleep(3600)
    news.put_nowait("cake")
    await asyncio.wait([task])


async def evening(handler, news):
    """Tell three news to all; Bob takes a minute for each."""
    clients = [Client("Ann"), Client("Bob", 60), Client("Eve")]
    tasks = [handled(handler, client, news) for client in clients]
    for text in "soup", "fish", "cake":
        await asyncio.sleep(2)
        news.tell(text)
    await asyncio.sleep(2)
    for client in clients:
        client.leave()
    await asyncio.wait(tasks)


def handled(handler, client, news):
    """Begin a task for a client, and say how it ends."""
    task = asyncio.create_task(handler(client, news), name=client.name)
    task.add_done_callback(ended)
    return task


def ended(task):
    """Say that a handler has ended, or with which error."""
    error = task.exception()
    how = f"{type(error).__name__}: {error}" if error else "the handler ends"
    say(f"{task.get_name()}: {how}")
