"""The words of the field are those of the glossary, and none that it rejects."""
from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from press.language import LANGUAGES, SOURCE
from tests.translations.inline import prose, without_titles
from tests.translations.messages import Message

ENGLISH = {
    term: re.compile(rf"(?<!-)\b(?:{said})\b(?!-)", re.IGNORECASE) for term, said in LANGUAGES[SOURCE].terms.items()
}
ANYWHERE = {
    term: re.compile(re.sub(r"(?<!\\)[A-Z]", lambda capital: capital[0].lower(), said))
    for term, said in LANGUAGES[SOURCE].terms.items()
}
"""The same for a text in small letters, also within words: where it is not, a tenth of the time tells so."""


@functools.cache
def said(english: str) -> dict[str, list[str]]:
    """Return {term: how it is said in each sentence that has it}; three languages ask for each English text."""
    sentences = re.split(r"(?<=[.?!])\s", english)
    small = english.lower()
    there = {term: said for term, said in ENGLISH.items() if ANYWHERE[term].search(small) and said.search(english)}
    return {term: [match[0] for each in sentences if (match := said.search(each))] for term, said in there.items()}


def is_excused(message: Message, term: str) -> bool:
    """Does the English word mean something else here, or does the sentence need no noun?"""
    known = [each.message for each in LANGUAGES[message.language].exceptions if each.term == term]
    return any(message.english.startswith(begin) for begin in known)


def uses_the_terms(message: Message) -> Iterator[str]:
    """As many times as sentences of the English have a term, the translation has its rendering."""
    if message.of_code:
        return  # there is little room, and the page beside it says the rest
    english, text = (part.replace("\u00a0", " ") for part in without_titles(message.english, message.text))
    language = LANGUAGES[message.language]
    for term, found in said(english).items():
        stems = language.terms.get(term, "")  # a language that is begun lacks some: nothing is found everywhere
        times = len(re.findall(stems, text, re.IGNORECASE))
        if times < len(found) and not is_excused(message, term):
            wanted = stems.replace("|", ", ")
            yield (
                f"the English has {found[-1]!r} in {len(found)} sentences; the translation has {times} times "
                f"one of these stems ({language.path}, term {term!r}): {wanted}"
            )


def avoids_what_is_rejected(message: Message) -> Iterator[str]:
    """No rendering of a term that the glossary calls an error."""
    english, text = (part.replace("\u00a0", " ") for part in without_titles(message.english, message.text))
    language = LANGUAGES[message.language]
    for term in (term for term in said(english) if term in language.rejected):
        wrong = re.search(language.rejected[term], text, re.IGNORECASE)
        if wrong and not is_excused(message, term):
            yield f"{wrong[0]!r} is no rendering of the term {term!r} ({language.path})"


def avoids_what_is_banned(message: Message) -> Iterator[str]:
    """No word that the glossary calls an error."""
    text = prose(message.text)
    for banned in LANGUAGES[message.language].banned:
        if found := re.search(banned, text):
            yield f"{found[0]!r} is not how we say it"


CHECKS = (uses_the_terms, avoids_what_is_rejected, avoids_what_is_banned)
