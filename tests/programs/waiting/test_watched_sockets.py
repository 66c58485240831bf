"""What the main loops watch: numbers that are used again, copies of closed sockets, and nothing because of a signal."""
from __future__ import annotations

import signal
import socket
from typing import Any

from tests.support.loops.main_loops import Pair, Task, and_tasks, patient


@and_tasks
def test_a_copy_of_a_socket_that_was_closed_while_it_was_watched_does_not_make_it_spin(
    new_loop: Any, pair: Pair
) -> None:
    """epoll goes on reporting it; so would this loop go on being woken, though there is nothing to do."""
    ours, theirs = pair
    copy = ours.dup()
    loop, log = patient(new_loop, 60), []
    mine, peer = socket.socketpair()
    mine.setblocking(False)

    def waits() -> Task:
        try:
            yield from new_loop.sock_recv(loop, ours, 10)
        except (OSError, ValueError) as error:
            log.append(type(error).__name__)

    def closes() -> Task:
        yield
        yield
        ours.close()
        theirs.send(b"this can be read from the copy")
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        log.append((yield from new_loop.sock_recv(loop, mine, 10)))

    before = signal.signal(signal.SIGALRM, lambda *_: peer.send(b"at rest"))
    try:
        loop.create_task(waits())
        loop.create_task(closes())
        loop.run()
    finally:
        signal.signal(signal.SIGALRM, before)
        for sock in (copy, mine, peer):
            sock.close()
    assert log == ["OSError", b"at rest"]
