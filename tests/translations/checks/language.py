"""A translation is written in its language, and in no other."""
from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from press.language import LANGUAGES, SOURCE
from tests.translations.inline import own_words, parse, prose
from tests.translations.messages import Message

NAMES = {"asyncio", "curio", "uvloop", "van"}
ENGLISH = set(LANGUAGES[SOURCE].frequent.split())


def uses_its_script(message: Message) -> Iterator[str]:
    """Foreign letters may only stand where the English has the same, as in the title of an essay."""
    text = prose(message.text)
    for run in re.findall(f"[{LANGUAGES[message.language].foreign}]+", text):
        if run not in message.english:
            yield f"{run!r} is not written in the script of {message.language}"


def is_translated(message: Message) -> Iterator[str]:
    """Names, titles and code may stay; words may not."""
    language = LANGUAGES[message.language]
    words = re.findall(r"[^\W\d_]{2,}", own_words(message.english))
    lower = [word for word in words if word.islower() and word not in NAMES]
    if re.fullmatch(r"\W*[A-Z][a-z]+\W*", message.english):  # Variables; a name of one word stands in code font
        lower = words
    if message.text == message.english and lower and message.text not in language.loans:
        yield "is the same as the English"
    elif lower and not re.search(f"[{language.letters}]", prose(message.text, "")):
        yield f"holds no word of {message.language}"


def is_not_english(message: Message) -> Iterator[str]:
    """Some English words that no translation has use for."""
    text = own_words(message.text)
    found = [word for word in re.findall(r"[A-Za-z]+", text) if word.lower() in ENGLISH]
    if len(found) > 1:
        yield f"English words: {' '.join(found)}"


def is_of_its_language(message: Message) -> Iterator[str]:
    """Where languages share a script, a longer text must hold a frequent word, or a letter that others have not."""
    language = LANGUAGES[message.language]
    words = [word for word in re.findall(r"[^\W\d_]+", own_words(message.text)) if word.islower()]
    told = set(language.frequent.split()).intersection(words) or set(language.special).intersection(" ".join(words))
    if language.frequent and len(words) > 8 and not told:
        yield f"holds neither a frequent word of {language.name} nor a letter that only {language.name} has"


def glues_no_ending_to_code(message: Message) -> Iterator[str]:
    """`Future`a and `await`-ить are no words; a noun before the code is inflected."""
    tokens = parse(message.text) if LANGUAGES[message.language].inflected else ()
    for before, after in itertools.pairwise(tokens):
        if before.type == "code_inline" and (found := re.match(r"[-’']?[^\W\d_]+", after.content)):
            yield f"an ending ({found[0]}) is glued to the code {before.content}"


CHECKS = (uses_its_script, is_translated, is_not_english, is_of_its_language, glues_no_ending_to_code)
