"""A small server and a conversation with it, to be spoilt and played."""
from __future__ import annotations

from pathlib import Path

SERVER = '''\
"""Serve one client after another."""
import socket
import sys
import threading
import time


def meet(client, number):
    """Answer."""
    print("client", number, "comes")
    with client:
        client.sendall(b"0> ")
        while data := client.recv(100):
            client.sendall(data + b"1> ")
    print("client", number, "leaves")


def serve(listener):
    """Meet everybody."""
    number = 0
    while True:
        client, _ = listener.accept()
        number += 1
        meet(client, number)


if __name__ == "__main__":
    with socket.create_server(("127.0.0.1", int(sys.argv[1]))) as listener:
        serve(listener)
'''

TALK = """\
server$ python -m ghetto_asyncio.part.serve 1234
Ann$ nc 127.0.0.1 1234
server: client 1 comes
Ann: 0> 
Ann> hello
Ann: hello
Ann: 1> 
Bob$ nc 127.0.0.1 1234
Bob: …
Ann> ^D
server: client 1 leaves
server: client 2 comes
Bob: 0> 
Bob> ^C
server: client 2 leaves
"""  # noqa: W291


def write_talk(root: Path, talk: str = TALK, server: str = SERVER) -> str:
    """Write the server and the conversation below a root; return its name."""
    for name, text in {
        "ghetto_asyncio/__init__.py": "", "ghetto_asyncio/part/__init__.py": "", "ghetto_asyncio/part/serve.py": server,
        "listings/part/serve.talk": talk,
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return "part.serve"
