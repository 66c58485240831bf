"""A conversation as its file has it: ``listings/descriptors/serve.talk`` is ``descriptors.serve``.

    server$ python -m ghetto_asyncio.descriptors.serve 1234
    Ann$ nc 127.0.0.1 1234
    server: client 1 comes
    Ann: 0>·
    Ann> hello
    Ann: hello
    Bob$ nc 127.0.0.1 1234
    Bob: …
    Ann> ^D

One line for each event, in their order: a terminal, and after ``$`` a command, after ``>`` its input, after ``:`` its
output. A line that ends in a blank (here ·) is a prompt: the next text stands on the same line. ``…`` alone is
silence. The name is free; the first line names the program of the server.
"""
from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from press.catalogue import PACKAGE, BookError, every, find, read_text
from press.text import WIDTH
from whoruns.text import text_width

CLIENTS = ("Ann", "Bob", "Eve")
TERMINALS = (*CLIENTS, "server", "shell")
SILENCE = "…"
LINE = re.compile(rf"({'|'.join(TERMINALS)})([$>:])(?: (.*))?")
KEYS = ("^C", "^D")


@dataclass(frozen=True)
class Line:
    """Input or output; `who` is the terminal, `sign` one of ``$``, ``>`` and ``:``."""

    number: int
    who: str
    sign: str
    text: str

    @property
    def typed(self) -> bool:
        """Is this input: a command, or typed text?"""
        return self.sign != ":"

    @property
    def silent(self) -> bool:
        """Does it say that nothing comes?"""
        return self.sign == ":" and self.text == SILENCE

    @property
    def prompt(self) -> bool:
        """Does the next text stand on the same line?"""
        return self.sign == ":" and self.text.endswith(" ")


@dataclass(frozen=True)
class Act:
    """A line of input, and the output of all terminals up to the next one."""

    done: Line
    shown: tuple[Line, ...]

    def at(self, who: str) -> list[Line]:
        """Return the lines of a terminal in this act."""
        return [line for line in (self.done, *self.shown) if line.who == who]


@dataclass(frozen=True)
class Conversation:
    """A file, read and found to be right in itself."""

    name: str
    shown: str
    lines: tuple[Line, ...]

    @cached_property
    def acts(self) -> list[Act]:
        """Return the acts in their order."""
        begins = [index for index, line in enumerate(self.lines) if line.typed]
        ends = [*begins[1:], len(self.lines)]
        return [Act(self.lines[begin], self.lines[begin + 1 : end]) for begin, end in zip(begins, ends)]

    @cached_property
    def terminals(self) -> list[str]:
        """Return the names with a terminal: clients, server, shell."""
        return [who for who in TERMINALS if any(line.who == who for line in self.lines)]

    @property
    def command(self) -> list[str]:
        """Return the words of the command that starts the server."""
        return shlex.split(self.lines[0].text)

    @property
    def port(self) -> str:
        """Return the number that clients connect to, as the page has it."""
        return next(word for word in self.command if word.isdecimal())

    def error(self, line: Line | int, complaint: str) -> BookError:
        """Return an error that says where it is."""
        number = line if isinstance(line, int) else line.number
        return BookError(f"{self.shown}:{number}: {complaint}")


def path_of(name: str, root: Path) -> Path:
    """Return the file of a conversation; it need not exist."""
    return root / "listings" / (name.replace(".", "/") + ".talk")


def every_conversation(root: Path) -> list[str]:
    """Return the names of all conversations."""
    folder = root / "listings"
    return sorted(".".join(path.relative_to(folder).with_suffix("").parts) for path in folder.rglob("*.talk"))


def read(name: str, root: Path) -> Conversation:
    """Read a conversation; raise BookError for a fault of the file, with the line and the remedy."""
    path = path_of(name, root)
    if name not in every_conversation(root):
        known = ", ".join(every_conversation(root)) or "none"
        raise BookError(f"there is no conversation {name!r}; write {path.relative_to(root)}. There are: {known}")
    shown = path.relative_to(root).as_posix()
    lines = [_line(shown, number, text) for number, text in enumerate(read_text(path, root).splitlines(), 1)]
    conversation = Conversation(name, shown, tuple(lines))
    _check_server(conversation, root)
    _check_clients(conversation)
    for act in conversation.acts:
        for line in act.shown:
            if line.silent and len([other for other in act.shown if other.who == line.who]) > 1:
                raise conversation.error(line, f"{line.who} is silent here and is not; take one of the lines out")
    return conversation


def _line(shown: str, number: int, text: str) -> Line:
    found = LINE.fullmatch(text)
    if found is None:
        who = "|".join(TERMINALS)
        raise BookError(
            f"{shown}:{number}: {text!r} is not understood; write '{who}', then '$ command', '> typed' or ': shown'"
        )
    if text_width(text) > WIDTH:
        raise BookError(f"{shown}:{number}: {text_width(text)} columns, {WIDTH} are allowed")
    return Line(number, found[1], found[2], found[3] or "")


def _check_server(conversation: Conversation, root: Path) -> None:
    """The first line, and no other, starts a server, a listing of the book."""
    first, *rest = conversation.lines or (Line(1, "", "", ""),)
    words = first.text.split()
    if (first.who, first.sign, words[:2]) != ("server", "$", ["python", "-m"]) or not any(
        word.isdecimal() for word in words[3:]
    ):
        name = every(root)[0].name
        raise conversation.error(first, f"the first line is 'server$ python -m {PACKAGE}.{name} 1234' or like it")
    try:
        find(words[2].removeprefix(f"{PACKAGE}."), root)
    except BookError as error:
        raise conversation.error(first, str(error)) from error
    for line in rest:
        if line.who == "server" and line.sign != ":" and (line.sign, line.text) != (">", "^C"):
            raise conversation.error(line, "the server is started in the first line; then only 'server> ^C' is typed")


def _check_clients(conversation: Conversation) -> None:
    """Check that each terminal in use has a connection, or has typed a command."""
    state = dict.fromkeys(TERMINALS, "absent")
    for line in conversation.lines:
        client = line.who in CLIENTS
        if line.sign == "$":
            if client and line.text != f"nc 127.0.0.1 {conversation.port}":
                raise conversation.error(line, f"{line.who} connects with 'nc 127.0.0.1 {conversation.port}'")
            state[line.who] = "there"
        elif state[line.who] == "absent" or (line.sign == ">" and line.who == "shell"):
            raise conversation.error(line, f"before this, write '{line.who}$ …': a command that {line.who} runs")
        elif state[line.who] == "gone" or (line.sign == ">" and state[line.who] == "ended"):
            raise conversation.error(line, f"{line.who} has ended this; take the line out, or '{line.who}$ …' is first")
        elif line.typed and line.text in KEYS:
            state[line.who] = "gone" if client and line.text == "^C" else "ended"
        elif client and not line.silent and SILENCE in line.text:
            raise conversation.error(line, f"write out what {line.who} sees; '{SILENCE}' stands for silence, alone")
