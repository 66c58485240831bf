"""Descriptors in random scripts: closed without a word, copied, used again; whoever waits for an open one is woken."""
from __future__ import annotations

# mypy: allow-untyped-calls
import socket
from contextlib import ExitStack, suppress
from select import POLLHUP, POLLIN, POLLOUT, poll
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any

import pytest

from ghetto_asyncio.clocks import sleeping_task
from ghetto_asyncio.mainloop import loop, number_bug
from tests.support.loops.connections import Connections, used_up
from tests.support.loops.main_loops import WITH_TASKS, Task, patient

ALL = {**WITH_TASKS, "sleeping_task": sleeping_task.Loop}
ROUNDS = 30
"""So many rounds after an act, nobody is woken any more."""


class Script(Connections):
    """Three connections, four tasks that wait for any of them, and somebody who does what a number says."""

    def __init__(self, new_loop: Any, seed: int, stack: ExitStack) -> None:
        super().__init__(seed, stack)
        self.loop = patient(new_loop, 1000)
        self.waits: dict[int, tuple[socket.socket, int]] = {}
        self.ended: set[tuple[socket.socket, int]] = set()
        self.woken, self.over = 0, False

    def waiter(self, name: int) -> Task:
        """Wait for one thing after another, and take what is there."""
        while not self.over:
            sock, event = self.random.choice(self.pairs)[0], self.random.choice((EVENT_READ, EVENT_WRITE))
            if sock.fileno() < 0 or (sock, event) in self.ended:
                yield
                continue
            self.waits[name] = sock, event
            try:
                yield sock, event
            except (OSError, ValueError) as error:
                if sock.fileno() >= 0:
                    self.wrong.append(f"{error!r} for an open socket")
            del self.waits[name]
            self.woken += 1
            if used_up(sock, event):
                self.ended.add((sock, event))

    def act(self) -> None:
        """Do one thing to a connection."""
        place = self.random.randrange(3)
        ours = self.pairs[place][0]
        kind = self.random.choice(("say", "hear", "close", "copy", "again", "shut", "move"))
        kind = kind if ours.fileno() >= 0 else "again"
        with suppress(OSError):
            if kind == "shut" and self.random.random() < 0.3:
                ours.shutdown(socket.SHUT_WR)
            else:
                self.befall(kind, place)
        if kind == "move":
            self.ended |= {(self.pairs[place][0], event) for sock, event in self.ended if sock is ours}

    def driver(self) -> Task:
        """Act, wait until nobody has anything to do, and see who was forgotten."""
        for number in range(8):
            for _ in range(self.random.choice((1, 1, 2, 3))):
                self.act()
            quiet = 0
            for _ in range(ROUNDS):
                before = self.woken, self.waits.copy()
                yield
                quiet = quiet + 1 if (self.woken, self.waits) == before else 0
                if quiet == 3:
                    break
            else:
                self.wrong.append(f"act {number}: somebody is woken again and again")
            if any(key.fileobj.fileno() < 0 for key, _events in self.loop.selector.select(0)):
                self.wrong.append(f"act {number}: what is closed is reported")
            for sock, event in self.waits.values():
                if sock.fileno() >= 0 and ready(sock, event):
                    self.wrong.append(f"act {number}: somebody waits for what is ready")
        self.over = True
        for ours, theirs in self.pairs:
            ours.close()
            theirs.close()
        if not hasattr(self.loop, "all"):
            raise KeyboardInterrupt
        yield from [None] * 3
        for task in self.loop.all[:-1]:
            task.cancel()

    def play(self) -> list[str]:
        """Play it; return what was wrong."""
        for name in range(4):
            self.loop.create_task(self.waiter(name))
        self.loop.create_task(self.driver())
        with suppress(KeyboardInterrupt):
            self.loop.run()
        return self.wrong


def ready(sock: socket.socket, event: int) -> bool:
    """Say whether the operating system would report it."""
    asked = poll()
    asked.register(sock, POLLIN if event == EVENT_READ else POLLOUT)
    return any(events & ~POLLHUP or event == EVENT_READ for _number, events in asked.poll(0))


def play(new_loop: Any, seeds: range) -> dict[int, list[str]]:
    """Play these scripts; return what was wrong in which."""
    found = {}
    for seed in seeds:
        with ExitStack() as stack:
            if wrong := Script(new_loop, seed, stack).play():
                found[seed] = wrong
    return found


@pytest.mark.parametrize("new_loop", ALL.values(), ids=ALL)
def test_whoever_waits_for_an_open_socket_is_woken(new_loop: Any) -> None:
    assert play(new_loop, range(250)) == {}


class NeverRenews(loop.Loop):
    """Takes a closed socket for one that epoll has forgotten."""

    def renew(self) -> None:
        pass


class Forgets(loop.Loop):
    """Watches for the newest only."""

    def watch(self, sock: Any, waiters: Any) -> None:
        super().watch(sock, waiters[-1:])


class Late(loop.Loop):
    """Leaves on the list whom it wakes."""

    def wake(self) -> None:
        for key, _events in self.selector.select(self.how_long()):
            self.ready.extend((task, None) for task, _event in self.waiting.pop(key.fileobj, ()))


class ThrowsAtAll(loop.Loop):
    """Tells everybody when a socket was closed."""

    def renew(self) -> None:
        everybody = [*self.waiting.values()]
        super().renew()
        self.ready.extend((task, ValueError("closed")) for waiters in everybody for task, _event in waiters)


@pytest.mark.parametrize("new_loop", [number_bug.Loop, NeverRenews, Forgets, Late, ThrowsAtAll])
def test_a_loop_with_a_mistake_is_found_out(new_loop: Any) -> None:
    found: Any = None
    for seed in range(300):
        try:
            found = play(new_loop, range(seed, seed + 1))
        except Exception as error:
            found = error
        if found:
            return
    pytest.fail("no script finds it")
