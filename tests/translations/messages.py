"""The catalogues as the checks see them, and what all checks share."""
from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.pofile import read_po

from press.catalogue import ROOT
from press.site.languages import TRANSLATIONS

LOCALE = ROOT / "locale"
LANGUAGES = TRANSLATIONS

CODE = r"(?<!`)(?<!\})(`+)(?!`)(.+?)(?<!`)\1(?!`)"
ROLE = r"\{([\w:-]+)\}`([^`]*)`"
TITLES = r"„[^”]*”|«[^»]*»|《[^》]*》|“[^”]*”|\[[^\]]*\]\([^)]*\)|\*[^*]+\*"
"""What may be the title of an essay, a book or a talk, and stays in its own language."""

LINK = r"\[([^\]]*)\]\(([^)]*)\)"


@dataclass(frozen=True)
class Message:
    """A message of a catalogue; `line` is where it stands in the file."""

    path: Path
    line: int
    english: str
    text: str
    language: str
    fuzzy: bool = False
    of_code: bool = False

    def problem(self, complaint: str) -> str:
        """Say what is wrong, and where."""
        return f"{self.path}:{self.line}: {complaint}\n    {self.text}"


Check = Callable[[Message], Iterator[str]]
"""A check takes a message and yields its complaints."""


def read(path: Path, language: str) -> list[Message]:
    """Give the messages of a catalogue."""
    shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    with path.open("rb") as file:
        return [
            Message(
                shown, message.lineno or 0, str(message.id), str(message.string), language, message.fuzzy,
                any(name.startswith("ghetto_asyncio/") for name, _ in message.locations),
            )
            for message in read_po(file)
            if message.id
        ]


def every() -> list[Message]:
    """Give the messages of all catalogues."""
    return [
        message
        for language in LANGUAGES
        for path in sorted((LOCALE / language / "LC_MESSAGES").rglob("*.po"))
        for message in read(path, language)
    ]


def prose(text: str, mask: str = "x") -> str:
    """Give what a reader reads: link texts and role texts stay, code becomes the mask.

    A role without a text prints a title or number in the page's language: it becomes a □.
    """
    text = re.sub(ROLE, _shown, text)
    text = re.sub(LINK, r"\1", text)
    text = re.sub(r"https?://\S+|<[^>]+>|&#?\w+;", mask, text)
    text = re.sub(r"%\(\w+\)s|%s|\{\w+\}(?!`)", "□", text)
    return re.sub(CODE, mask, text)


def without_titles(message: Message, mask: str = "x") -> tuple[str, str]:
    """Give the prose of the English and of the translation; titles that stay as they are become masks."""
    english, text = message.english, message.text
    for title in re.findall(TITLES, english):
        if title in text:
            english, text = english.replace(title, mask), text.replace(title, mask)
    return prose(english, mask), prose(text, mask)


def _shown(role: re.Match[str]) -> str:
    name, body = role.groups()
    return re.sub(r"\s*<[^>]*>$", "", body) if name == "term" or "<" in body else "□"


def complaints(messages: list[Message], *checks: Check) -> list[str]:
    """Run the checks over the translated messages."""
    return [
        message.problem(complaint)
        for message in messages
        if message.text
        for check in checks
        for complaint in check(message)
    ]
