"""A translation keeps the code spans, roles, links, numbers and placeholders of the English."""
from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterator

from press.language import LANGUAGES, SOURCE
from press.text import invisible
from tests.translations.inline import PLACEHOLDER, blocks, parse, prose, target
from tests.translations.messages import Message

MONTHS = "January February March April May June July August September October November December".split()


def keeps_its_parts(message: Message) -> Iterator[str]:
    """Compare what must not change, as multisets: the order is free."""
    english, own = parts(message.english), parts(message.text)
    for name in ("code", "roles", "links", "placeholders"):
        want, got = english[name], own[name]
        if want != got:
            missing, surplus = list((want - got).elements()), list((got - want).elements())
            yield f"{name} differ: missing {missing}, too many {surplus}"


@functools.cache
def parts(text: str) -> dict[str, Counter[str]]:
    """Return what a translation must not change; three languages ask for each English text."""
    found: dict[str, Counter[str]] = {name: Counter() for name in ("code", "roles", "links", "placeholders")}
    for token in parse(text):
        if token.type == "code_inline":
            found["code"][token.content] += 1
        elif token.type == "myst_role":
            found["roles"][target(token)] += 1
        elif token.type in ("link_open", "image", "footnote_ref"):
            found["links"][str(token.attrs.get("href") or token.attrs.get("src") or token.meta["label"])] += 1
        elif token.type == "html_inline":
            found["placeholders"][token.content] += 1
        elif token.type == "text":
            found["placeholders"].update(re.findall(rf"{PLACEHOLDER}|&#?\w+;", token.content))
    return found


def keeps_its_numbers(message: Message) -> Iterator[str]:
    """Compare the numbers in the prose; each language may write them in its own way."""
    english, text = prose(message.english), prose(message.text)
    if not re.search(r"\d", english + text):
        return
    language = LANGUAGES[message.language]
    if language.numbered_months:  # 27 May becomes 5 月 27 日
        for number, month in enumerate(MONTHS, 1):
            english = re.sub(rf"(?<=\d ){month}\b|\b{month}(?= \d)", str(number), english)
    want, got = _numbers(english, LANGUAGES[SOURCE].decimal), _numbers(text, language.decimal)
    if want != got:
        yield f"numbers differ: missing {list((want - got).elements())}, too many {list((got - want).elements())}"


def _numbers(text: str, decimal: str) -> Counter[str]:
    """Return the numbers, without what parts their thousands: a blank, or a comma that begins no fraction."""
    text = re.sub(r"(?<=\d)[ \u00a0](?=\d{3}\b)" + r"|(?<=\d),(?=\d{3}\b)" * (decimal != ","), "", text)
    return Counter(number.replace(",", ".") for number in re.findall(r"\d+(?:[.,]\d+)*", text))


def is_the_same_kind_of_block(message: Message) -> Iterator[str]:
    """Of a translation that begins like a list, or has two paragraphs, Sphinx would show nothing or a part."""
    if not message.of_code and blocks(message.english) != blocks(message.text):
        kinds = ", ".join(dict.fromkeys(kind.removesuffix("_open") for kind in blocks(message.text) if "_open" in kind))
        yield f"reads as {kinds or 'a block'} and not as one paragraph; look at its beginning, and for empty lines"


def renders_its_markup(message: Message) -> Iterator[str]:
    """Emphasis beside punctuation fails in silence, and so does an odd backquote."""
    if message.of_code:
        return
    gloss = r"\s*\(\*[A-Za-z -]+\*\)"  # wątek (*thread*)
    want, got = _rendered(message.english), _rendered(re.sub(gloss, "", message.text))
    if not LANGUAGES[message.language].italics:  # what is stressed is bold
        for found in (want, got):
            found["strong_open"] += found.pop("em_open", 0)
    for kind in ("strong_open", "em_open"):
        if want[kind] != got[kind]:
            yield f"{want[kind]} times {kind} in English, {got[kind]} here: see that the signs are in their places"
    for sign in "*`\\":
        if got[sign] > want[sign]:
            yield f"a {sign} would be printed"


def _rendered(text: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for token in parse(text):
        found[token.type] += 1
        if token.type == "text":
            found.update(char for char in token.content if char in "*`\\")
    return found


def has_no_invisible_characters(message: Message) -> Iterator[str]:
    """Nothing that a reader of the catalogue could not see; a no-break space is fine."""
    for char in invisible(message.text.replace("\n", "")):
        yield f"holds the invisible character U+{ord(char):04X}"


CHECKS = (
    keeps_its_parts,
    keeps_its_numbers,
    is_the_same_kind_of_block,
    renders_its_markup,
    has_no_invisible_characters,
)
