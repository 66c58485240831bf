"""The catalogues as the checks see them, and what all checks share."""
from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.pofile import read_po

from press.catalogue import ROOT
from press.language import LANGUAGES, TRANSLATIONS
from whoruns.wording import LOCALE as TOOL

LOCALE = ROOT / "locale"


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

    @property
    def page(self) -> str:
        """The page of the catalogue, "sphinx" for the words of the site, or the file for those of whoruns."""
        return self.path.as_posix().rpartition("LC_MESSAGES/")[2].removesuffix(".po")

    @property
    def missing(self) -> bool:
        """Does a reader see the English?"""
        return self.fuzzy or not self.text

    @property
    def excused(self) -> bool:
        """May it be missing, and is it?"""
        return self.missing and LANGUAGES[self.language].is_behind(self.page)

    def problem(self, complaint: str) -> str:
        """Say what is wrong, and where."""
        return f"{self.path}:{self.line}: {complaint}\n    {self.text}"


Check = Callable[[Message], Iterator[str]]
"""A check takes a message and yields its complaints."""


def read(path: Path, language: str) -> list[Message]:
    """Return the messages of a catalogue."""
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


@functools.cache
@functools.cache
def of(language: str) -> list[Message]:
    """Return the messages of all catalogues of a language."""
    paths = [*sorted((LOCALE / language / "LC_MESSAGES").rglob("*.po")), TOOL / f"{language}.po"]
    return [message for path in paths for message in read(path, language)]


def every() -> list[Message]:
    """Return the messages of all languages."""
    return [message for language in TRANSLATIONS for message in of(language)]


def complaints(messages: list[Message], *checks: Check) -> list[str]:
    """Run the checks over the translated messages; what is fuzzy on a page that is behind is none."""
    return [
        message.problem(complaint)
        for message in messages
        if message.text and not message.excused
        for check in checks
        for complaint in check(message)
    ]
