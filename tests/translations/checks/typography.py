"""The typography of each language: quotes, dashes, spaces, punctuation."""
from __future__ import annotations

import re
from collections.abc import Iterator

from press.language import LANGUAGES
from tests.translations.inline import pieces, without_titles
from tests.translations.messages import Message

COMMON = {
    "two spaces": r"  ",
    "three dots: the sign is …": r"\.\.\.",
    "two hyphens: a dash is one sign": r"--",
    "a straight apostrophe": r"\w'\w",
}
"""What no language has."""
RULES = {
    code: {complaint: re.compile(pattern) for complaint, pattern in (COMMON | language.typography).items()}
    for code, language in LANGUAGES.items()
}
UPRIGHT = "".join(language.letters for language in LANGUAGES.values() if not language.italics)
"""Letters that do not slant, in a text of whatever language."""


def has_pairs(text: str, quotes: str) -> Iterator[str]:
    """Each quote that is opened is closed, and none is closed before."""
    depth = 0
    for character in text:
        depth += (character == quotes[0]) - (character == quotes[1])
        if depth < 0:
            break
    if depth:
        yield f"quotes come in pairs, {quotes[0]} before {quotes[1]}"


def has_its_ends(english: str, text: str) -> Iterator[str]:
    """A question stays a question, and a heading has no full stop."""
    if english.endswith("?") != text.endswith(("?", "？")):
        yield "a question mark at the end, here or in the English, and not in both"
    if text.endswith((".", "。")) and not english.endswith(".") and not re.search(r"[\s\u00a0]\w\.$", text):  # 2019 r.
        yield "a full stop at the end, which the English has not"


def has_the_typography(message: Message) -> Iterator[str]:
    """Look for what the rules of the language forbid."""
    language = LANGUAGES[message.language]
    text = without_titles(message.english, message.text, language.mask, language.quotes)[1]
    for complaint, pattern in RULES[message.language].items():
        for found in pattern.finditer(text):
            start = max(0, found.start() - 12)
            yield f"{complaint}: …{text[start : found.end() + 12]}…"
    if message.text[-1].isspace() != message.english[-1].isspace() or message.text[0].isspace():
        yield "a space at the beginning or the end"
    yield from has_its_ends(message.english.strip(), message.text.strip())
    yield from has_pairs(text, language.quotes)
    if any(kind == "em" and re.search(f"[{UPRIGHT}]", piece) for kind, piece in pieces(message.text, language.mask)):
        yield "letters of this script have no italics"


CHECKS = (has_the_typography,)
