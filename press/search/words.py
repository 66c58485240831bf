"""The words of a text, as the index has them; engine.js does the same with the query, and a test compares both."""
from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import pairwise

HAN = "\u3400-\u4dbf\u4e00-\u9fff"
TOKEN = re.compile(
    rf"(?<![A-Za-z])[Ii]/[Oo](?![A-Za-z])|[{HAN}]+|\d+(?:\.\d+)+|[^\W{HAN}]+(?:\.[^\W\d{HAN}][^\W{HAN}]*)*"
)
NAME = re.compile(r"[._\d]|[a-z][A-Z]")
"""The signs of a name: it is not inflected, but has parts."""
PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^\W\d_A-Za-z]+")
LITTLE = frozenset(
    "的了是在不就也都和与把被会要有这那它你我他她个们着过吗呢么什怎很所但让给从对比只再还又已之其而且些一没以因或如此该每各某谁得"
)
"""Two characters one of which is one of these are seldom searched for, and make a third of the index;
names and headings keep them."""

Stem = Callable[[str], str]


def fold(word: str) -> str:
    """Return small letters without marks: ё is е, ą is a, but й stays й; I/O is io."""
    word = unicodedata.normalize("NFKC", word).lower().replace("ł", "l").replace("/", "").replace("й", "\0")
    plain = re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFD", word))
    return plain.replace("\0", "й")


def words(text: str, stem: Stem, every: bool = True) -> Iterator[tuple[str, bool]]:
    """Yield each word, and whether it is only a part of a name; of Han characters, each two neighbours are a word."""
    for token in TOKEN.findall(text):
        yield from words_of(token, stem, every)


@functools.cache
def words_of(token: str, stem: Stem, every: bool) -> list[tuple[str, bool]]:
    """Return the words of a token; the same ones come again and again."""
    if re.match(f"[{HAN}]", token):
        pairs = [first + second for first, second in pairwise(token) if every or not {first, second} & LITTLE]
        return [(word, False) for word in (pairs if len(token) > 1 else [token])]
    if not NAME.search(token):
        return [(stem(fold(token)), False)]
    found = [(fold(token), False)]
    if not token[0].isdigit():
        dotted = token.split(".")
        found += [(fold(part), True) for part in dotted if len(dotted) > 1]
        found += [(stem(fold(part)), True) for part in PART.findall(token) if len(part) > 1 and part != token]
    return found
