"""The conversation on the kernel: a door that is shut, and Ctrl-C at every line."""
from __future__ import annotations

# mypy: allow-untyped-calls
import socket
from typing import Any

import pytest

from ghetto_asyncio.kernel import ctrl_c
from ghetto_asyncio.kernel import kernel as plain
from ghetto_asyncio.kernel.serve import serve
from ghetto_asyncio.kernel.traps import sleep, spawn
from tests.support.loops.interrupted import everywhere


def test_a_door_that_is_shut_ends_no_talk(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.socket() as client:
        client.connect(listener.getsockname())

        async def main() -> None:
            door = await spawn(serve(listener), "door")
            await sleep(0.01)
            listener.shutdown(socket.SHUT_RDWR)
            await sleep(0.01)
            client.send(b"hello\n")
            client.shutdown(socket.SHUT_WR)
            await door.join()

        plain.Kernel().run(main())
        assert client.recv(100) == b"0> hello\n1> "
    said = capsys.readouterr().out
    assert said == "client 1 comes\nthe door is shut: [Errno 22] Invalid argument\nclient 1 leaves\n"


def on_the_kernel(_serve: Any, listener: socket.socket) -> None:
    """Serve on a kernel that Ctrl-C ends between two turns."""
    ctrl_c.Kernel().run(serve(listener))


def test_ctrl_c_at_every_line_leaves_nothing_behind() -> None:
    assert everywhere(on_the_kernel) == []
