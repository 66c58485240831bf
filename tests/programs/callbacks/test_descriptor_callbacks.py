"""Descriptors in random scripts: closed without a word, copied, used again; who is not open is called once at most."""
from __future__ import annotations

# mypy: allow-untyped-calls
import socket
from contextlib import ExitStack, suppress
from select import POLLIN, POLLOUT, poll
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any

import pytest

from ghetto_asyncio.callbacks import reader
from ghetto_asyncio.clocks import cancelled, loop
from tests.support.loops.connections import Connections, used_up


class SturdyTimed(loop.Loop, reader.Loop):
    """The loop with timers, made to survive what is closed too early."""


class SturdyCancelled(cancelled.Loop, reader.Loop):
    """The loop whose timers can be cancelled, made to survive what is closed too early."""


LOOPS = {"reader": reader.Loop, "loop": SturdyTimed, "cancelled": SturdyCancelled}
ASKED = {EVENT_READ: POLLIN, EVENT_WRITE: POLLOUT}
KINDS = (
    "read", "read", "write", "write", "unread", "unwrite", "say", "say", "hear",
    "close", "copy", "again", "shut", "move", "tell",
)
ROUNDS = 20
"""So many rounds after an act, nobody is called any more."""


class Script(Connections):
    """Three connections, and somebody who does with them what a number says; with what the loop should know."""

    def __init__(self, new_loop: Any, seed: int, stack: ExitStack) -> None:
        self.loop = new_loop()
        stack.callback(self.loop.close)
        super().__init__(seed, stack)
        self.known: dict[tuple[socket.socket, int], int] = {}
        self.names = 0

    def called(self, sock: socket.socket, event: int, name: int) -> None:
        """Complain if nobody should be called, and take what is there; at the end, want no more."""
        if self.known.get((sock, event)) != name:
            self.wrong.append(f"callback {name} is called")
        elif sock.fileno() < 0:  # it is told once, if a copy was reported
            del self.known[sock, event]
            return
        if used_up(sock, event):
            self.remove(sock, event)

    def add(self, sock: socket.socket, event: int) -> None:
        """Want to be called."""
        self.names += 1
        add = self.loop.add_reader if event == EVENT_READ else self.loop.add_writer
        add(sock, self.called, sock, event, self.names)
        self.known[sock, event] = self.names

    def remove(self, sock: socket.socket, event: int) -> None:
        """Want to be called no more; of an open socket the loop says whether anybody was wanted."""
        remove = self.loop.remove_reader if event == EVENT_READ else self.loop.remove_writer
        was, found = self.known.pop((sock, event), None) is not None, remove(sock)
        if found != was and sock.fileno() >= 0:
            self.wrong.append(f"the loop says {found} when a callback is removed")

    def act(self) -> None:
        """Do one thing to a connection."""
        place = self.random.randrange(3)
        ours = self.pairs[place][0]
        kind = self.random.choice(KINDS)
        if ours.fileno() < 0 and kind not in ("unread", "unwrite"):
            kind = "again"
        with suppress(OSError):
            match kind:
                case "read" | "write":
                    self.add(ours, EVENT_READ if kind == "read" else EVENT_WRITE)
                case "unread" | "unwrite":
                    self.remove(ours, EVENT_READ if kind == "unread" else EVENT_WRITE)
                case "tell":
                    self.remove(ours, EVENT_READ)
                    self.remove(ours, EVENT_WRITE)
                    self.befall("close", place)
                case _:
                    self.befall(kind, place)

    def look(self) -> None:
        """Go round until nobody is called; then, what the selector knows is what it should."""
        for _ in range(ROUNDS):
            if not self.loop.ready and not self.loop.selector.select(0):
                break
            self.loop.run_once()
        else:
            self.wrong.append("the loop spins")
        keys = self.loop.selector.get_map().values()
        watched = {(key.fileobj, event) for key in keys if key.fileobj.fileno() >= 0 for event in key.data}
        wanted = {(sock, event) for sock, event in self.known if sock.fileno() >= 0}
        if watched != wanted:
            self.wrong.append(f"{len(watched)} events are watched, {len(wanted)} are wanted")
        for sock, event in wanted:
            asked = poll()
            asked.register(sock, ASKED[event])
            if any(events & ASKED[event] for _number, events in asked.poll(0)):
                self.wrong.append("what is ready is not called")

    def play(self) -> list[str]:
        """Play it; return what was wrong."""
        for _ in range(25):
            for _ in range(self.random.choice((1, 2, 3, 6))):
                self.act()
            self.look()
        return self.wrong


def play(new_loop: Any, seed: int) -> list[str]:
    """Play a script; return what was wrong."""
    with ExitStack() as stack:
        return Script(new_loop, seed, stack).play()


@pytest.mark.parametrize("new_loop", LOOPS.values(), ids=LOOPS)
def test_who_is_open_is_called_and_who_is_not_at_most_once(new_loop: Any) -> None:
    assert {seed: wrong for seed in range(200) if (wrong := play(new_loop, seed))} == {}


class NeverRenews(reader.Loop):
    """Takes a closed socket for one that epoll has forgotten."""

    def renew(self) -> None:
        pass


class Inherits(reader.Loop):
    """Gives the callbacks of a closed socket to the next one with its number."""

    def forget(self, sock: Any) -> Any:
        known = self.selector.get_map().get(sock.fileno())
        super().forget(sock)
        return known.data if known else {}


class LosesTheOther(reader.Loop):
    """Watches for the newest event only."""

    def forget(self, sock: Any) -> Any:
        super().forget(sock)
        return {}


class RenewsAll(reader.Loop):
    """Begins a new list of nobody."""

    def renew(self) -> None:
        self.selector.close()
        self.selector = type(self.selector)()


MISTAKES = [NeverRenews, Inherits, LosesTheOther, RenewsAll]


@pytest.mark.parametrize("new_loop", MISTAKES)
def test_a_loop_with_a_mistake_is_found_out(new_loop: Any) -> None:
    for seed in range(250):
        try:
            wrong = play(new_loop, seed)
        except (KeyError, ValueError, OSError) as error:
            wrong = [repr(error)]
        if wrong:
            return
    pytest.fail("no script finds it")
