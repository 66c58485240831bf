"""The words of the field are those of the glossary, and none that it rejects."""
from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.translations.inline import prose, without_titles
from tests.translations.messages import LANGUAGES, Message

DATA = tomllib.loads(Path(__file__).parents[1].joinpath("terms.toml").read_text("utf-8"))
ENGLISH = {term: re.compile(rf"(?<!-)\b(?:{term})\b(?!-)", re.IGNORECASE) for term in DATA["terms"] | DATA["rejected"]}
STEMS, REJECTED = (
    {
        (language, term): re.compile(stems, re.IGNORECASE)
        for term, row in DATA[table].items()
        for language, stems in zip(LANGUAGES, row, strict=True)
        if stems
    }
    for table in ("terms", "rejected")
)
EXCEPTIONS = [
    (language, each["term"], each["message"]) for each in DATA["exception"] for language in each["languages"]
]
"""Language, term, and how the message begins."""


def is_excused(message: Message, term: str) -> bool:
    """Does the English word mean something else here, or does the sentence need no noun?"""
    known = [begin for language, other, begin in EXCEPTIONS if (language, other) == (message.language, term)]
    return any(message.english.startswith(begin) for begin in known)


def uses_the_terms(message: Message) -> Iterator[str]:
    """As many times as sentences of the English have a term, the translation has its rendering."""
    if message.of_code:
        return  # there is little room, and the page beside it says the rest
    english, text = (part.replace("\u00a0", " ") for part in without_titles(message.english, message.text))
    sentences = re.split(r"(?<=[.?!])\s", english)
    for term in DATA["terms"]:
        found = [match[0] for sentence in sentences if (match := ENGLISH[term].search(sentence))]
        times = len(STEMS[message.language, term].findall(text)) if found else 0
        if times < len(found) and not is_excused(message, term):
            wanted = STEMS[message.language, term].pattern.replace("|", ", ")
            yield (
                f"the English has {found[-1]!r} in {len(found)} sentences; the translation has {times} times "
                f"one of these stems (tests/translations/terms.toml, term {term!r}): {wanted}"
            )


def avoids_what_is_rejected(message: Message) -> Iterator[str]:
    """No rendering of a term that the glossary calls an error."""
    english, text = (part.replace("\u00a0", " ") for part in without_titles(message.english, message.text))
    for (language, term), stems in REJECTED.items():
        wrong = stems.search(text) if language == message.language and ENGLISH[term].search(english) else None
        if wrong and not is_excused(message, term):
            yield f"{wrong[0]!r} is no rendering of the term {term!r} (tests/translations/terms.toml)"


def avoids_what_is_banned(message: Message) -> Iterator[str]:
    """No word that the glossary calls an error."""
    for banned in DATA["banned"][message.language]:
        if found := re.search(banned, prose(message.text)):
            yield f"{found[0]!r} is not how we say it"


CHECKS = (uses_the_terms, avoids_what_is_rejected, avoids_what_is_banned)
