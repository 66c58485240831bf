"""The callback server: whatever happens to one client ends that talk, and nothing else."""
from __future__ import annotations

# mypy: allow-untyped-calls
import contextlib
import errno
import socket
import subprocess
import sys
import time

import pytest

from ghetto_asyncio.descriptors.listen import listen
from press.catalogue import ROOT
from tests.support.peers.cable import pull
from tests.support.peers.keyboard import interrupt
from tests.support.peers.served import Served


@pytest.mark.skipif(sys.platform != "linux", reason="a cable can be pulled on Linux only")
def test_a_pulled_cable_ends_one_talk_only(served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    ann, bob = served.connect(), served.connect()
    pull(ann)
    ann.sendall(b"hello\n")
    end = time.monotonic() + 10
    while len(served.server.talks) == 2 and time.monotonic() < end:
        served.loop.selector.select(1)
        served.turn()
    assert served.says(bob, b"hello\n") == b"hello\n1> "
    assert f"client 1 is gone: [Errno {errno.ETIMEDOUT}]" in capsys.readouterr().out


@pytest.mark.parametrize("mid_talk", [True, False], ids=["in mid-talk", "at rest"])
def test_ctrl_c_closes_everything(mid_talk: bool) -> None:
    """As a program; with -X dev and -W error, a socket that is left open would be told."""
    with listen(0) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-X", "dev", "-W", "error", "-u", "-m", "ghetto_asyncio.callbacks.server", str(port)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            client = None
            for _ in range(500):
                with contextlib.suppress(ConnectionRefusedError):
                    client = socket.create_connection(("127.0.0.1", port), timeout=10)
                    break
                time.sleep(0.02)
            assert client
            with client:
                assert client.recv(100) == b"0> "
                if not mid_talk:
                    client.close()
                    assert process.stdout
                    assert [process.stdout.readline() for _ in range(2)] == ["client 1 comes\n", "client 1 leaves\n"]
                interrupt(process)
                _out, errors = process.communicate(timeout=30)
        finally:
            process.kill()
    assert (errors, process.returncode) == ("", 130)
