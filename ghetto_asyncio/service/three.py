"""Ann, Bob and Eve come to FastAPI, and we ask for their numbers."""
import asyncio
import socket
from contextlib import asynccontextmanager

import httpx
import uvicorn
import websockets

from ghetto_asyncio.service.app import app


@asynccontextmanager
async def served(app):
    """Serve at a free port of this machine; then shut down in peace."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
        serving = asyncio.create_task(server.serve([listener]))
        while not server.started:
            await asyncio.sleep(0)
        yield "{}:{}".format(*listener.getsockname())
        server.should_exit = True
        await serving


async def visit(url, lines, together):
    """Say some lines, and return what is then seen on the screen."""
    seen = ""
    async with websockets.connect(url, proxy=None) as person:
        for line in lines:
            seen += await person.recv() + line + " | "
            await person.send(line)
            seen += await person.recv() + " | "
        seen += await person.recv()
        await together.wait()  # all three are at a prompt
        await together.wait()  # they have been counted
    return seen


async def main():
    """Have three talks at once; return the numbers that were found."""
    said = {"Ann": ["hello"], "Bob": ["hi", "ho"], "Eve": ["a", "b", "c"]}
    together = asyncio.Barrier(4)
    async with served(app) as host, asyncio.TaskGroup() as group:
        talks = [group.create_task(visit(f"ws://{host}/talk/{name}", lines,
                                         together))
                 for name, lines in said.items()]
        await together.wait()
        async with httpx.AsyncClient(trust_env=False) as client:
            answer = await client.get(f"http://{host}/numbers")
        await together.wait()
    print(*[await talk for talk in talks], sep="\n")
    return answer.json()
