"""Servers of many clients, as programs: one client does not listen, descriptors are short, and Ctrl-C ends each."""
from __future__ import annotations

import contextlib
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from bench.load import cpu_seconds
from press.catalogue import ROOT
from tests.support.peers.cable import hears
from tests.support.peers.keyboard import interrupt
from tests.support.peers.play import free_port
from tests.support.peers.started import Server

PYTHON = (sys.executable, "-u", "-W", "error")
KEPT = """
from ghetto_asyncio.descriptors.listening import listening
from ghetto_asyncio.mainloop import kept
from ghetto_asyncio.readiness.serve import serve
loop = kept.Loop()
with listening(__doc__) as listener:
    loop.create_task(serve(loop, listener))
    loop.run()
"""
STRAIGHT = """
from ghetto_asyncio.mainloop.start import start
from ghetto_asyncio.tasks import serve, straight
serve.Loop = straight.Loop
start(serve.serve, serve.on_tasks)
"""
SERVERS = {
    "readiness": ("-m", "ghetto_asyncio.readiness.serve"),
    "kept": ("-c", KEPT),
    "ours": ("-m", "ghetto_asyncio.mainloop.serve", "--loop", "ours"),
    "sturdy": ("-m", "ghetto_asyncio.mainloop.sturdy", "--loop", "ours"),
    "asyncio": ("-m", "ghetto_asyncio.mainloop.serve", "--loop", "asyncio"),
    "tasks": ("-m", "ghetto_asyncio.tasks.serve", "--loop", "ours"),
    "straight": ("-c", STRAIGHT),
    "kernel": ("-m", "ghetto_asyncio.kernel.serve"),
}


@contextmanager
def running(name: str, *options: str) -> Iterator[Server]:
    """Start a server; at the end, press Ctrl-C, and see that nothing is left open."""
    port = free_port()
    command = [*PYTHON, *options, *SERVERS[name], str(port)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield Server(process, port)
            interrupt(process)
            _out, errors = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert name == "readiness" or "ResourceWarning" not in errors


@pytest.mark.parametrize("name", SERVERS)
def test_who_does_not_listen_keeps_nobody_waiting(name: str) -> None:
    """Bob speaks and hears nothing, until the server takes no more from him; Ann is served, and then he is, too."""
    with running(name) as server, server.connect() as ann, server.connect() as bob:
        hears(ann, b"0> ")
        bob.settimeout(0.2)
        lines = 0
        with contextlib.suppress(TimeoutError):
            while True:
                bob.sendall(b"%0999d\n" % lines)
                lines += 1
        assert lines
        ann.sendall(b"hello\n")
        hears(ann, b"hello\n1> ")
        bob.settimeout(60)
        for number in range(lines):
            hears(bob, b"%d> %0999d\n" % (number, number))


@pytest.mark.parametrize("name", ["kept", "sturdy", "tasks", "kernel"])
def test_more_clients_than_descriptors(name: str) -> None:
    """Who finds no room waits until somebody has left, and nobody spins."""
    with running(name, "-X", "dev") as server, ExitStack() as stack:
        with server.connect() as first:
            hears(first, b"0> ")
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (20, 20))
        people = [stack.enter_context(server.connect()) for _ in range(60)]
        before = cpu_seconds(server.process.pid)
        time.sleep(1.5)
        assert cpu_seconds(server.process.pid) - before < 0.3
        for person in people:
            hears(person, b"0> ")
            person.close()
        end = time.monotonic() + 10
        while len(os.listdir(f"/proc/{server.process.pid}/fd")) >= 20 and time.monotonic() < end:
            time.sleep(0.01)
        assert len(os.listdir(f"/proc/{server.process.pid}/fd")) < 20
