"""The words of whoruns, in the reader's language.

``_()`` stands around a word, as everywhere. The translations are in ``locale/pl.po`` and the like; words that a
catalogue lacks are said in English.
"""
from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"
SOURCE = "en"
LANGUAGES = (SOURCE, *sorted(path.stem for path in LOCALE.glob("*.po")))
TEXT = r'((?:".*"\n)+)'
ENTRY = re.compile(rf"(?m)^(#, .*\n)?msgid {TEXT}msgstr {TEXT}")

_spoken: Mapping[str, str] = {}


def _(text: str) -> str:
    """Return a text in the language that is spoken now."""
    return _spoken.get(text, text)


def speak(language: str, folder: Path = LOCALE) -> None:
    """Speak a language from now on; English is spoken for a language that has no catalogue."""
    global _spoken
    _spoken = catalogue(language, folder)


@contextmanager
def speaking(language: str, folder: Path = LOCALE) -> Iterator[None]:
    """Speak a language in the meantime."""
    global _spoken
    before = _spoken
    speak(language, folder)
    try:
        yield
    finally:
        _spoken = before


def catalogue(language: str, folder: Path = LOCALE) -> dict[str, str]:
    """Return {English: translation}; a text that has no translation, or a fuzzy one, is left out."""
    path = folder / f"{language}.po"
    text = path.read_text("utf-8") + "\n" if path.is_file() else ""
    found = ((joined(english), joined(told)) for flags, english, told in ENTRY.findall(text) if "fuzzy" not in flags)
    return {english: translated for english, translated in found if english and translated}


def joined(lines: str) -> str:
    """Return the text of a message, whose lines are written like those of JSON."""
    return "".join(json.loads(line) for line in lines.splitlines())
