"""Plays a conversation: starts the server, talks to it through sockets as ``nc`` does, and compares the output.

Each act is played to its end: its lines are waited for, in their order, and then the server has to sleep, and no
terminal may have been shown anything else. So a line that comes too early, too late or unasked is found where it comes,
and silence is proved by waiting for nothing but the server's sleep.
"""
from __future__ import annotations

import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector

from press.catalogue import BookError
from press.conversation.script import Act, Conversation, Line
from tests.support.peers.terminal import Terminal, like, state

SECONDS = 20.0
"""A line that has not come by then does not come."""
MOMENT = 0.01
ASLEEP = 3
"""Moments in a row that a server sleeps once it has nothing to do; TCP holds nothing back for as long, and two more."""
BUSY = 20
"""Ticks of the processor after which a server that never sleeps has nothing to say."""
PROCESS = "4242"
"""Stands on the page for the number of the server's process; it is replaced, as the port is."""
INTERRUPTED = re.compile(
    r"(Traceback \(most recent call last\):\n([ \t].*\n|\n)+\S*(CancelledError|KeyboardInterrupt)\n"
    r"(\nDuring handling of the above exception, another exception occurred:\n\n)?)*"
)
"""Python's output at Ctrl-C; no page shows it. Where it strikes at a `def`, a line is empty."""


def missing_tools(conversation: Conversation) -> list[str]:
    """Return a notice for each command of the shell that cannot be run here."""
    return [
        f"{conversation.shown}:{act.done.number}: there is no {tool} here, so this is not played"
        for act in conversation.acts
        if act.done.who == "shell" and not shutil.which(tool := act.done.text.split()[0])
    ]


def play(conversation: Conversation, root: Path, seconds: float = SECONDS) -> None:
    """Play it; raise BookError where the server does not do as the file says."""
    with Player(conversation, root, seconds).started() as player:
        for act in conversation.acts:
            player.play(act)
        player.end()


def free_port() -> int:
    """Return an unused port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


class Player:
    """A server that was started, and everybody's terminals."""

    def __init__(self, conversation: Conversation, root: Path, seconds: float) -> None:
        self.conversation, self.root, self.seconds = conversation, root, seconds
        self.port = str(free_port())
        self.terminals: dict[str, Terminal] = {}
        self.interrupted = False
        self.now = conversation.lines[0]

    @contextmanager
    def started(self) -> Iterator[Player]:
        """Start the server; at the end it ends, and all connections."""
        words = [self.port if word == self.conversation.port else word for word in self.conversation.command]
        command = [sys.executable, "-X", "dev", "-W", "error", "-u", *words[1:]]
        with subprocess.Popen(
            command, cwd=self.root, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        ) as self.process, ExitStack() as self.stack:  # which kills the process before it is waited for
            self.stack.callback(self.process.kill)
            self.selector = self.stack.enter_context(DefaultSelector())
            assert self.process.stdout is not None
            self.open("server", self.process.stdout.fileno())
            yield self

    def error(self, complaint: str) -> BookError:
        """Return an error of the line that is played."""
        return self.conversation.error(self.now, complaint)

    def real(self, text: str) -> str:
        """Return the text with the port and the process that there are."""
        text = re.sub(rf"\b{self.conversation.port}\b", self.port, text)
        return re.sub(rf"\b{PROCESS}\b", str(self.process.pid), text)

    def play(self, act: Act) -> None:
        """Play an act, see its lines shown, and see that nothing else is."""
        self.now = act.done
        if act.done.who == "shell":
            self.run(act)
        elif act.done.who != "server":
            self.type(act.done)
        elif act.done.typed and act.done.sign == ">":
            self.interrupt()
        for line in act.shown:
            self.now = line
            if line.who != "shell" and not line.silent:
                self.expect(line)
        self.now = (act.done, *act.shown)[-1]
        self.rest()
        self.nothing_else()

    def type(self, line: Line) -> None:
        """Play a line of a client."""
        if line.sign == "$":
            self.leave(line.who)
            self.open(line.who, self.connect())
            return
        sock = self.terminals[line.who].source
        assert isinstance(sock, socket.socket)
        try:
            if line.text == "^D":
                sock.shutdown(socket.SHUT_WR)
            elif line.text == "^C":
                self.leave(line.who)
            else:
                sock.sendall(f"{line.text}\n".encode())
        except OSError as error:
            raise self.error(f"{line.who} cannot do this: {error}") from error

    def connect(self) -> socket.socket:
        """Return a connection to the server, as soon as it listens."""
        end = time.monotonic() + self.seconds
        while True:
            try:
                return self.stack.enter_context(socket.create_connection(("127.0.0.1", int(self.port)), self.seconds))
            except ConnectionRefusedError as error:
                if time.monotonic() > end or self.terminals["server"].ended:
                    raise self.error(f"nobody listens there; the server says {self.terminals['server']}") from error
            self.listen()

    def open(self, who: str, source: socket.socket | int) -> None:
        """Open a terminal."""
        self.terminals[who] = Terminal(source)
        self.selector.register(source, EVENT_READ, self.terminals[who])

    def leave(self, who: str) -> None:
        """End a client's connection, if there is one."""
        terminal = self.terminals.pop(who, None)
        if terminal is not None and isinstance(terminal.source, socket.socket):
            if not terminal.ended:
                self.selector.unregister(terminal.source)
            terminal.source.close()

    def listen(self) -> None:
        """Hear the output of a moment."""
        for key, _events in self.selector.select(MOMENT):
            if not key.data.hear():
                self.selector.unregister(key.fileobj)
        if not self.selector.get_map():
            time.sleep(MOMENT)

    def expect(self, line: Line) -> None:
        """Wait until a terminal shows a line."""
        terminal, text = self.terminals[line.who], self.real(line.text)
        end = time.monotonic() + self.seconds
        while not (found := terminal.has(line, text)):
            if found is False:
                self.rest()  # the whole of it
                raise self.error(f"{line.who} is shown {terminal}, and not {text!r}")
            if terminal.ended or time.monotonic() > end:
                why = "nothing more comes" if terminal.ended else f"in {self.seconds:g} seconds comes no more"
                raise self.error(f"{line.who} is not shown {text!r}: after {terminal} {why}")
            self.listen()

    def rest(self) -> None:
        """Wait until the server sleeps and all terminals have heard its output."""
        end, asleep, before = time.monotonic() + self.seconds, 0, -1
        while asleep < ASLEEP:
            self.listen()
            awake, ticks = state(self.process.pid)
            before = ticks if before < 0 else before
            asleep = 0 if awake else asleep + 1
            if self.terminals["server"].ended or ticks - before > BUSY:
                break
            if time.monotonic() > end:
                raise self.error(f"the server does not come to rest in {self.seconds:g} seconds")
        for _ in range(2):
            self.listen()

    def nothing_else(self) -> None:
        """See that no terminal was shown anything that the page does not show."""
        for who, terminal in reversed(self.terminals.items()):
            heard = terminal.heard.decode(errors="replace")
            if who == "server" and self.interrupted and INTERRUPTED.fullmatch(heard):
                continue
            if heard:
                raise self.error(f"after this {who} is shown {heard!r} too, which the file does not say; add the line")
        if self.terminals["server"].ended and not self.interrupted:
            raise self.error("here the server ends by itself; let it serve on")

    def run(self, act: Act) -> None:
        """Run a command of the shell, if it is there, and compare its output."""
        words = shlex.split(self.real(act.done.text))
        if not shutil.which(words[0]):
            return
        done = subprocess.run(
            words, cwd=self.root, timeout=self.seconds, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, check=False,
        )
        got = [line.rstrip() for line in done.stdout.splitlines()]
        want = [line for line in act.shown if line.who == "shell" and not line.silent]
        if len(got) != len(want) or not all(like(self.real(line.text), text) for line, text in zip(want, got)):
            raise self.error("the command prints\n" + "\n".join(got) + "\nand not what the file says")

    def interrupt(self) -> None:
        """Press Ctrl-C where the server runs."""
        self.interrupted = True
        self.process.send_signal(signal.SIGINT)

    def end(self) -> None:
        """See that Ctrl-C ends the server, and that no terminal is shown anything more."""
        if not self.interrupted:
            self.interrupt()
        end = time.monotonic() + self.seconds
        while not all(terminal.ended for terminal in self.terminals.values()):
            if time.monotonic() > end:
                raise self.error(f"Ctrl-C has not ended the server in {self.seconds:g} seconds")
            self.listen()
        self.nothing_else()
        if self.process.wait(self.seconds) not in (0, -signal.SIGINT, 128 + signal.SIGINT):
            raise self.error(f"after Ctrl-C the server ends with status {self.process.returncode}")
