"""The languages of the book, read from ``press/languages/pl.toml`` and its neighbours, one file for each.

The name of the file is the code of the language, as make, gettext and the folders have it.
"""
from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "languages"
SOURCE = "en"
"""The language that the pages are written in."""
MOST_BEHIND = 4
"""Pages that may be behind in a language: a new chapter, the index and the glossary that name it, and one more."""
EVERYWHERE = ("sphinx", "whoruns")
"""Catalogues of words that stand on all pages."""


class LanguageError(Exception):
    """A fault in the file of a language, with its remedy."""


@dataclass(frozen=True)
class Excuse:
    """A message that is right without the rendering of a term."""

    term: str
    message: str
    """How the English begins."""
    reason: str


@dataclass(frozen=True)
class Language:
    """A language of the book. A field without default stands in each file; expressions are Python's regular ones."""

    code: str
    name: str
    """Its name among its speakers."""
    date: str
    """The pattern of a date, as in Babel."""
    decimal: str
    """The sign between a number and its fraction."""
    quotes: str
    """The sign that opens a quotation, and the one that closes it."""
    letters: str
    """Its letters, as they stand in an expression between [ and ]."""
    foreign: str
    """Likewise the letters and signs that none of its words has."""
    terms: dict[str, str]
    """The words of the field: in English an expression for each, elsewhere one for the stems of its renderings."""
    rejected: dict[str, str] = field(default_factory=dict)
    """Renderings of a term that are wrong."""
    exceptions: tuple[Excuse, ...] = ()
    """Where a translation is right without the rendering of a term."""
    banned: tuple[str, ...] = ()
    """Words that no translation has."""
    typography: dict[str, str] = field(default_factory=dict)
    """A complaint, and the expression that finds it; code is the mask."""
    mask: str = "x"
    """The text in the place of code while the typography is looked at."""
    frequent: str = ""
    """Words that a longer text can hardly do without, if the letters alone do not tell the language from others."""
    special: str = ""
    """Letters that do the same."""
    loans: tuple[str, ...] = ()
    """Words that are the same as in English."""
    inflected: bool = True
    """Do words have endings, which can be glued to code?"""
    italics: bool = True
    """Do letters slant? If not, stressed words are bold."""
    numbered_months: bool = False
    """Is 27 May written with two numbers?"""
    shortest_description: int = 50
    """Characters that the description of a page has at least."""
    pinyin: bool = False
    """Are its words sorted by their pinyin?"""
    unbroken: str = ""
    """Hyphens at which no line may be broken."""
    stemmer: str = "english"
    """The stemmer of its words, for the search: one of Snowball's, or that of press/search/polish.py."""
    synonyms: dict[str, str] = field(default_factory=dict)
    """A word of the book, and others that readers type for it, with commas; those of the glossary are known."""
    stopwords: str = ""
    """Words too common to search for, beside those that its stemmer has, with commas; in Chinese phrases."""
    chapters: str = ""
    """Its word for a page or a section with a number."""
    python: str = ""
    """Its code at docs.python.org, if the documentation of Python is there in this language."""
    begun: bool = False
    """Is it being begun? Then all pages may be behind, but for parts that are whole, and terms may be missing."""
    whole: tuple[str, ...] = ()
    """Parts of it, by their folders, that are translated while it is being begun: readers are led to their pages."""
    behind: tuple[str, ...] = ()
    """Pages that are not wholly translated: the rest is in English, and a line at the top says so."""

    @property
    def path(self) -> str:
        """The file that says all this."""
        return f"press/languages/{self.code}.toml"

    @property
    def tag(self) -> str:
        """Its code in HTML."""
        return self.code.replace("_", "-")

    def is_behind(self, page: str) -> bool:
        """May translations of this page, or catalogue, be missing?"""
        whole = (*self.whole, *EVERYWHERE) if self.whole else ()
        return page in self.behind or (self.begun and page.partition("/")[0] not in whole)

    def is_offered(self, page: str) -> bool:
        """Are readers of other languages led to this page?"""
        return not (self.begun and self.is_behind(page))


def load(folder: Path = FOLDER) -> dict[str, Language]:
    """Return the languages by their codes, English first; raise LanguageError, with file and key, for a fault."""
    paths = sorted(folder.glob("*.toml"), key=lambda path: (path.stem != SOURCE, path.stem))
    languages = {path.stem: read(path) for path in paths}
    for language in languages.values():
        for complaint in complaints(language, languages[SOURCE].terms):
            raise LanguageError(f"{language.path}: {complaint}")
    return languages


def read(path: Path) -> Language:
    """Return the language of a file; raise LanguageError if a key is missing, unknown or of no use."""
    shown = f"press/languages/{path.name}"
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LanguageError(f"{shown}: {error}") from error
    try:
        data["exceptions"] = tuple(Excuse(**each) for each in data.get("exceptions", []))
    except TypeError as error:
        raise LanguageError(f"{shown}: exceptions: each has a term, a message and a reason ({error})") from error
    known = {each.name: each for each in fields(Language) if each.name != "code"}
    for key, each in known.items():
        if key not in data and each.default is MISSING and each.default_factory is MISSING:
            raise LanguageError(f"{shown}: there is no {key}; press/language.py says what it is")
    for key, value in data.items():
        if key not in known:
            raise LanguageError(f"{shown}: nobody asks for {key}; press/language.py has the keys: {', '.join(known)}")
        data[key] = tuple(value) if isinstance(value, list) else value
        if not is_of(str(known[key].type), data[key]):
            kind = known[key].type
            raise LanguageError(f"{shown}: {key} = {value!r:.40} is no {kind}; look at press/languages/pl.toml")
    return Language(path.stem, **data)


def is_of(kind: str, value: Any) -> bool:
    """Is a value of this type, which is written as in Language?"""
    if kind.startswith("dict"):
        return isinstance(value, dict) and all(isinstance(each, str) for each in value.values())
    if kind.startswith("tuple[str"):
        return isinstance(value, tuple) and all(isinstance(each, str) for each in value)
    return type(value).__name__ == kind.partition("[")[0]


def complaints(language: Language, english: dict[str, str]) -> Iterator[str]:
    """Yield the faults of a language beside the others; `english` are the terms."""
    excused = [excuse.term for excuse in language.exceptions]
    named = {"terms": language.terms, "rejected": language.rejected, "exceptions": excused}
    for table, terms in named.items():
        for term in terms:
            if term not in english:
                yield f"{table}: English has no term {term!r}; press/languages/{SOURCE}.toml has them"
    for term in english:
        if term not in language.terms and not language.begun:
            yield f"terms: {term!r} is missing; write the stems of what {language.name} says"
    if len(language.behind) > MOST_BEHIND:
        yield f"behind: {len(language.behind)} pages, {MOST_BEHIND} are allowed (press/language.py); translate one"
    if language.begun and language.behind:
        yield "behind: all pages of a language that is begun may be; take the list out"
    if language.whole and not language.begun:
        yield "whole: all parts of a language that is not being begun are; take the list out"
    if len(language.quotes) != 2:
        yield f"quotes: {language.quotes!r} are not two signs, the one that opens and the one that closes"


LANGUAGES = load()
"""The languages of the book, English first."""
TRANSLATIONS = tuple(LANGUAGES)[1:]
"""The codes of the others."""
