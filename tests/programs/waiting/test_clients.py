"""Each server of the conversation, and clients who do it harm: each ends its own talk, and the next is served."""
from __future__ import annotations

# mypy: allow-untyped-calls
import re
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from typing import Any

import pytest

from ghetto_asyncio.callbacks.server import Server
from ghetto_asyncio.callbacks.watching import Loop as CallbackLoop
from ghetto_asyncio.cancellation import kernel as cancelling
from ghetto_asyncio.descriptors import serve, thread_per_client
from ghetto_asyncio.descriptors.listen import listen
from ghetto_asyncio.descriptors.person import LIMIT
from ghetto_asyncio.kernel import kernel
from ghetto_asyncio.kernel import serve as on_kernels
from ghetto_asyncio.mainloop import coroutines, kept, rest
from ghetto_asyncio.mainloop import serve as awaiting
from ghetto_asyncio.readiness import serve as yielding
from ghetto_asyncio.readiness import small
from ghetto_asyncio.tasks import gates, quick, sockets, straight
from ghetto_asyncio.together import watched
from tests.support.peers.cable import hears, impatient, pull, reset

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a cable can be pulled on Linux only")

Client = Callable[[socket.socket], None]
"""What a client does once it has been asked for its first line."""
Serve = Callable[[socket.socket, int], None]
"""Serves so many clients on a listening socket; returns when the last of them has gone."""


def on_a_loop(new_loop: Any, module: Any, listener: socket.socket, clients: int) -> None:
    """Serve in a task of a main loop."""
    loop = new_loop()
    loop.create_task(module.serve(loop, listener, clients=clients))
    loop.run()


def on_tasks(new_loop: Any, listener: socket.socket, clients: int) -> None:
    """Serve in a task of a loop with futures."""
    with closing(new_loop()) as loop:
        loop.run_until_complete(awaiting.serve(loop, listener, clients=clients))
        loop.run_until_idle()


def in_callbacks(listener: socket.socket, clients: int) -> None:
    """Serve in callbacks."""
    with closing(CallbackLoop()) as loop:
        Server(loop, listener, clients)
        loop.run_until_idle()


def on_a_kernel(new_kernel: Any, listener: socket.socket, clients: int) -> None:
    """Serve in a task of a kernel."""
    new_kernel().run(on_kernels.serve(listener, clients))


SERVERS: dict[str, Serve] = {
    "one after another": serve.serve, "threads": thread_per_client.serve,
    "small": partial(on_a_loop, small.Loop, yielding), "rest": partial(on_a_loop, rest.Loop, yielding),
    "kept": partial(on_a_loop, kept.Loop, yielding), "coroutines": partial(on_a_loop, coroutines.Loop, awaiting),
    "callbacks": in_callbacks, "tasks": partial(on_tasks, sockets.Loop), "quick": partial(on_tasks, quick.Loop),
    "gates": partial(on_tasks, gates.Loop), "straight": partial(on_tasks, straight.Loop),
    "kernel": partial(on_a_kernel, kernel.Kernel),
    "cancelling": partial(on_a_kernel, cancelling.Kernel), "watched": partial(on_a_kernel, watched.Kernel),
}


def to_the_end(client: socket.socket) -> bytes:
    """Say that no more comes, and receive until the other end says so too."""
    client.shutdown(socket.SHUT_WR)
    return b"".join(iter(lambda: client.recv(65536), b""))


def resets_in_the_middle_of_a_line(client: socket.socket) -> None:
    client.sendall(b"hel")
    reset(client)


def loses_its_cable(client: socket.socket) -> None:
    pull(client)
    client.sendall(b"hello\n")


def sends_no_text(client: socket.socket) -> None:
    client.sendall(b"\xff\xfe\x00\nna\xc3")
    assert to_the_end(client) == b"\xff\xfe\x00\n1> na\xc32> "


def never_ends_its_line(client: socket.socket) -> None:
    """It is answered in pieces, and nothing is lost, although the limit cuts letters."""
    data = "źdźbło".encode() * 300
    client.sendall(data)
    got = to_the_end(client)
    assert len(data) > 2 * LIMIT
    assert re.sub(rb"[1-9]> ", b"", got) == data


ENDS: dict[Client, str] = {
    resets_in_the_middle_of_a_line: r"client 1 is gone: \[Errno 104\] Connection reset by peer",
    loses_its_cable: r"client 1 is gone: \[Errno 110\] Connection timed out",
    sends_no_text: "client 1 leaves",
    never_ends_its_line: "client 1 leaves",
}


@contextmanager
def serving(server: Serve, clients: int) -> Iterator[tuple[str, int]]:
    """Serve so many clients in a thread; yield the address."""
    with impatient(listen(0), 0.001) as listener:
        thread = threading.Thread(target=server, args=(listener, clients))
        thread.start()
        try:
            yield listener.getsockname()
        finally:
            thread.join(60)
        assert not thread.is_alive()


@pytest.mark.parametrize("server", SERVERS.values(), ids=SERVERS)
@pytest.mark.parametrize("harm", ENDS, ids=lambda harm: harm.__name__)
def test_what_happens_to_one_client_ends_that_client(
    harm: Client, server: Serve, capsys: pytest.CaptureFixture[str]
) -> None:
    with ExitStack() as stack, serving(server, 2) as address:
        ann = stack.enter_context(socket.create_connection(address, 60))  # open until both talks have ended
        hears(ann, b"0> ")
        harm(ann)
        with socket.create_connection(address, 60) as bob:
            bob.sendall(b"at last!\n")
            hears(bob, b"0> at last!\n1> ")
            assert to_the_end(bob) == b""
    said = capsys.readouterr().out
    assert re.search(f"^{ENDS[harm]}$", said, re.MULTILINE), said
    assert "client 2 leaves\n" in said
