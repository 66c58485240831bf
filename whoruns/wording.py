"""The words that the press says, in the reader's language, with Sphinx and without.

``_()`` stands around a word, as everywhere; ``make update`` extracts it from there. Sphinx sets the language of a book,
and then gives its own translations. Where there is no Sphinx, on the command line and in a reader's page, `speaking`
reads the same catalogue, ``locale/pl/LC_MESSAGES/sphinx.po``.
"""
from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"
SOURCE = "en"
LANGUAGES = (SOURCE, *sorted(path.stem for path in LOCALE.glob("*.po")))
TEXT = r'((?:".*"\n)+)'
ENTRY = re.compile(rf"(?m)^(#, .*\n)?msgid {TEXT}msgstr {TEXT}")

_translate: Callable[[str], str] = str


def _(text: str) -> str:
    """Return a text in the language that is spoken now; of Sphinx perhaps one that is translated when it is needed."""
    return _translate(text)


def ask(translate: Callable[[str], str]) -> None:
    """Let somebody else translate from now on."""
    global _translate
    _translate = translate


@contextmanager
def speaking(language: str, folder: Path = LOCALE) -> Iterator[None]:
    """Speak a language in the meantime; what its catalogue lacks, and all of English, which has none, is as it is."""
    before, words = _translate, catalogue(language, folder)
    ask(lambda text: words.get(text, text))
    try:
        yield
    finally:
        ask(before)


def catalogue(language: str, folder: Path = LOCALE) -> dict[str, str]:
    """Return {English: translation} of the words of the site; a text that has no translation is left out."""
    path = folder / f"{language}.po"
    text = path.read_text("utf-8") + "\n" if path.is_file() else ""
    found = ((joined(english), joined(told)) for flags, english, told in ENTRY.findall(text) if "fuzzy" not in flags)
    return {english: translated for english, translated in found if english and translated}


def joined(lines: str) -> str:
    """Return the text of a message, whose lines are written like those of JSON."""
    return "".join(json.loads(line) for line in lines.splitlines())
