"""A peer in another process is waited for, as far as there is patience, and is never drawn as silence."""
from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from whoruns import record
from whoruns.recorder import outside

SERVER = """
import socket, sys, time
with socket.create_server(("127.0.0.1", 0)) as server:
    print(server.getsockname()[1], flush=True)
    while True:
        peer = server.accept()[0]
        for line in peer.makefile("rb"):
            if line == b"end\\n":
                sys.exit()
            if line != b"silence\\n":
                time.sleep(float(line))
                peer.sendall(b"answer to " + line)
"""
CLIENT = """
import asyncio

async def ask(what, patience):
    reader, writer = await asyncio.open_connection("127.0.0.1", PORT)
    try:
        writer.write(what)
        print((await asyncio.wait_for(reader.readline(), patience)).decode().strip())
    except TimeoutError:
        print("too late, at", asyncio.get_running_loop().time())
    finally:
        writer.close()
        await writer.wait_closed()

async def main():
"""


@contextmanager
def serving() -> Iterator[str]:
    """Let a server run in a process of its own; yield its port."""
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.kill()


def test_an_answer_that_takes_its_time_is_waited_for() -> None:
    with serving() as port:
        seen = record(CLIENT.replace("PORT", port) + """
    async def ticks():
        for n in range(3):
            await asyncio.sleep(0.01)
    before = asyncio.get_running_loop().time()
    await asyncio.gather(ask(b"0\\n", 1), ask(b"0.1\\n", None), ticks())
    print(asyncio.get_running_loop().time() - before > 0.01)
    await ask(b"0.2\\n", 0.05)
asyncio.run(main())
""")
    assert seen.output[:3] == ["answer to 0", "answer to 0.1", "True"] and seen.output[3].startswith("too late, at 0.")
    assert (seen.error, seen.ending, seen.limits) == (None, "", [])


def test_one_that_blocks_waits_as_well() -> None:
    with serving() as port:
        seen = record(f"""
import socket
def ask(seconds, patience=None):
    with socket.create_connection(("127.0.0.1", {port})) as peer:
        peer.sendall(b"%g\\n" % seconds)
        peer.settimeout(patience)
        yield peer.recv(100)
print(*ask(0.05))
try:
    next(ask(0.3, 0.1))
except TimeoutError as error:
    print(error)
""")
    assert (seen.output, seen.limits) == (["b'answer to 0.05\\n'", "timed out"], [])


@pytest.mark.parametrize(("what", "output", "ending"), [
    ("await ask(b'silence\\n', 60)", ["too late, at 60.0"], ""), ("await ask(b'silence\\n', None)", [], "hangs"),
])
def test_patience_has_an_end_and_that_is_said(
    what: str, output: list[str], ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outside, "PATIENCE", 0.1)
    with serving() as port:
        seen = record(CLIENT.replace("PORT", port) + f"    {what}\nasyncio.run(main())")
    assert (seen.output, seen.ending) == (output, ending)
    assert [limit[:2] for limit in seen.limits] == [("outside", f"127.0.0.1:{port}")]
    assert f"127.0.0.1:{port}: It waits for somebody outside" in seen.sentences()[0]


def test_who_talks_to_himself_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not a server without clients, nor a connection within the program: its silence is silence."""
    monkeypatch.setattr(outside.Outside, "wait", lambda *args: pytest.fail("waits in real time"))
    seen = record("""
import asyncio, socket

async def serve(reader, writer):
    await asyncio.sleep(3600)
    writer.close()

class Echo(asyncio.DatagramProtocol):
    def connection_made(self, transport):
        self.transport = transport
    def datagram_received(self, data, address):
        print(data)
        if data != b"echo":
            self.transport.sendto(b"echo", address)

async def main():
    server = await asyncio.start_server(serve, "0.0.0.0", 0)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.sockets[0].getsockname()[1])
    print(await reader.read())
    writer.close()
    server.close()
    loop = asyncio.get_running_loop()
    here, _ = await loop.create_datagram_endpoint(Echo, local_addr=("127.0.0.1", 0))
    there, _ = await loop.create_datagram_endpoint(Echo, remote_addr=here.get_extra_info("sockname"))
    there.sendto(b"call")
    await asyncio.sleep(3600)
    here.close()
    there.close()
    await asyncio.sleep(1)

asyncio.run(main())
""")
    assert (seen.output, seen.error, seen.limits) == (["b''", "b'call'", "b'echo'"], None, [])
