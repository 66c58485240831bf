"""A handler that receives while another task sends."""
import asyncio

from ghetto_asyncio.monday.client import WebSocketDisconnect
from ghetto_asyncio.monday.one_way_bug import send


async def both_ways(socket, news):
    """Send the news, and print what is said, until the client leaves."""
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(send(socket, news))
            while True:
                print(await socket.receive_text())
    except WebSocketDisconnect:
        pass
