"""Measure what recording a service costs while it works: with whoruns --real, VizTracer, AsyncViz, beside a plain run.

``python -m bench.real_time`` prints this table alone; ``make bench`` does so, too. The service is FastAPI on uvicorn,
in a process of its own; ten connections ask it, round after round, in all ways. A way that is not installed is left
out.
"""
from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.recording import environment

SERVICE = """
import asyncio
import socket
import time

import uvicorn
from fastapi import FastAPI

app = FastAPI()
pool = asyncio.Semaphore(5)

@app.get("/hello")
async def hello():
    async with pool:
        await asyncio.sleep(0.001)
    return {"hello": "Ann"}

@app.get("/cpu")
async def cpu():
    return time.process_time()

@app.get("/stop")
async def stop():
    server.should_exit = True
    return "stopped"

listener = socket.socket(proto=socket.IPPROTO_TCP)  # or asyncio's connections wait for acknowledgements
listener.bind(("127.0.0.1", 0))
listener.listen()
print("port", listener.getsockname()[1], flush=True)
config = uvicorn.Config(app, log_level="critical", access_log=False, http="h11", ws="none", lifespan="off")
server = uvicorn.Server(config)
asyncio.run(server.serve([listener]))
"""
CONNECTIONS = 10
WAYS: Mapping[str, tuple[str, list[str]]] = {
    "plain": ("fastapi", []),
    "whoruns": ("whoruns", ["-m", "whoruns", "--real"]),
    "VizTracer": ("viztracer", ["-m", "viztracer", "--log_async", "--quiet", "-o", "traced.json"]),
    "AsyncViz": ("asyncviz", ["-m", "asyncviz", "run", "--browser", "never", "--quiet"]),
}
"""How the service is run: the module that has to be installed, and the arguments of Python before the program."""


class Found(NamedTuple):
    """A measurement."""

    rate: float
    """Requests a second."""
    cost: float
    """CPU milliseconds of the service for each."""


def is_there(module: str, python: str) -> bool:
    """Say whether a Python has a module."""
    asks = f"import importlib.util, sys; sys.exit(importlib.util.find_spec({module!r}) is None)"
    return not subprocess.run([python, "-c", asks], env=environment(), check=False).returncode


async def ask(port: int, path: str, times: int = 1) -> str:
    """Ask for a path again and again, on one connection; return the text of the last answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    text = b""
    for _ in range(times):
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        size = next(line.split(b":")[1] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length"))
        text = await reader.readexactly(int(size))
    writer.close()
    return text.decode()


async def load(port: int, requests: int) -> Found:
    """Let ten connections ask at once; return what that has cost."""
    await ask(port, "/hello")
    before, began = float(await ask(port, "/cpu")), asyncio.get_running_loop().time()
    await asyncio.gather(*(ask(port, "/hello", requests // CONNECTIONS) for _ in range(CONNECTIONS)))
    took = asyncio.get_running_loop().time() - began
    cost = float(await ask(port, "/cpu")) - before
    await ask(port, "/stop")
    return Found(requests / took, 1000 * cost / requests)


def measured(way: str, path: Path, requests: int, python: str) -> Found:
    """Run the service in one way, and ask it."""
    command = [python, *WAYS[way][1], str(path)]
    service = subprocess.Popen(
        command, cwd=path.parent, env=environment(), text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    with service:
        assert service.stdout is not None
        port = next(int(line.split()[1]) for line in service.stdout if line.startswith("port "))
        return asyncio.run(load(port, requests))


def main(python: str, rounds: int, requests: int) -> None:
    """Print the table for this Python."""
    ways = [way for way, (module, _arguments) in WAYS.items() if is_there(module, python)]
    print(f"\nA service of FastAPI while it is recorded: {requests} requests on {CONNECTIONS} connections, medians of "
          f"{rounds} rounds")
    print(f"  {'':12} {'requests/s':>10} {'of plain':>9} {'CPU ms each':>12} {'times plain':>12}")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "service.py"
        path.write_text(SERVICE)
        found = [{way: measured(way, path, requests, python) for way in ways} for _ in range(rounds)]
        for way in ways:
            rate, cost = median(each[way].rate for each in found), median(each[way].cost for each in found)
            slower = median(each[way].rate / each["plain"].rate for each in found)
            dearer = median(each[way].cost / each["plain"].cost for each in found)
            print(f"  {way:12} {rate:10.0f} {slower:9.2f} {cost:12.2f} {dearer:12.1f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="What recording a service costs, as ratios.")
    parser.add_argument("--python", default=sys.executable, help="the Python that is measured")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--requests", type=int, default=500)
    asked = parser.parse_args()
    main(asked.python, asked.rounds, asked.requests)
