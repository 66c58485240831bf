"""A translation is written in its language, and in no other."""
from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from tests.translations.inline import own_words, parse, prose
from tests.translations.messages import Message

LATIN = "A-Za-zĄĆĘŁŃÓŚŹŻąćęłńóśźż"
CYRILLIC = "Ѐ-ӿ"
HAN = "\u3400-\u9fff"
CHINESE = HAN + "\u3000-\u303f\uf900-\ufaff\uff01-\uff65"
"""Characters, and the punctuation that goes with them: 。，（）《》"""

POLISH_ONLY = "ĄĆĘŁŃŚŹŻąćęłńśźż"
FOREIGN = {
    "en": CHINESE + CYRILLIC,
    "pl": CHINESE + CYRILLIC,
    "ru": CHINESE + POLISH_ONLY + "Óóіїєґ",
    "zh_CN": CYRILLIC + POLISH_ONLY,
}
"""Letters and signs that no word of the language has."""

OWN = {"pl": f"[{LATIN}]", "ru": f"[{CYRILLIC}]", "zh_CN": f"[{HAN}]"}
POLISH = set("i w z na do nie się to jest że co jak o po ale od za dla przy bez albo czy gdy".split())
LOANS = {"generator", "port", "program", "scheduler", "timer"}
NAMES = {"asyncio", "curio", "uvloop", "van"}
ENGLISH = set("the and of is that with this which are was were from when it be can not has have for as".split())


def uses_its_script(message: Message) -> Iterator[str]:
    """Foreign letters may only stand where the English has the same, as in the title of an essay."""
    text = prose(message.text)
    for run in re.findall(f"[{FOREIGN[message.language]}]+", text):
        if run not in message.english:
            yield f"{run!r} is not written in the script of {message.language}"


def is_translated(message: Message) -> Iterator[str]:
    """Names, titles and code may stay; words may not."""
    words = re.findall(r"[^\W\d_]{2,}", own_words(message.english))
    lower = [word for word in words if word.islower() and word not in NAMES]
    if re.fullmatch(r"\W*[A-Z][a-z]+\W*", message.english):  # Variables; a name of one word stands in code font
        lower = words
    if message.text == message.english and lower and message.text not in LOANS:
        yield "is the same as the English"
    elif lower and not re.search(OWN[message.language], prose(message.text, "")):
        yield f"holds no word of {message.language}"


def is_not_english(message: Message) -> Iterator[str]:
    """Some English words that no translation has use for."""
    text = own_words(message.text)
    found = [word for word in re.findall(r"[A-Za-z]+", text) if word.lower() in ENGLISH]
    if len(found) > 1:
        yield f"English words: {' '.join(found)}"


def is_polish(message: Message) -> Iterator[str]:
    """Polish has no script of its own, so a longer Polish text must hold a Polish word or letter."""
    words = [word for word in re.findall(r"[^\W\d_]+", own_words(message.text)) if word.islower()]
    polish = POLISH.intersection(words) or re.search("[ąćęłńśźż]", " ".join(words))
    if message.language == "pl" and len(words) > 8 and not polish:
        yield "holds neither a frequent word of Polish nor a letter that only Polish has"


def glues_no_ending_to_code(message: Message) -> Iterator[str]:
    """`Future`a and `await`-ить are no words; a noun before the code is inflected."""
    tokens = parse(message.text) if message.language != "zh_CN" else ()
    for before, after in itertools.pairwise(tokens):
        if before.type == "code_inline" and (found := re.match(r"[-’']?[^\W\d_]+", after.content)):
            yield f"an ending ({found[0]}) is glued to the code {before.content}"


CHECKS = (uses_its_script, is_translated, is_not_english, is_polish, glues_no_ending_to_code)
