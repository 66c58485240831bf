"""Clients for the websocket's handlers, in the sessions and the figure."""
import asyncio

from ghetto_asyncio.groups.breakfast import say
from ghetto_asyncio.monday.client import Client


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
    """Tell news to all, three times; Bob takes a minute for each text."""
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
