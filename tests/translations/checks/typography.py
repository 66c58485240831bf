"""The typography of each language: quotes, dashes, spaces, punctuation."""
from __future__ import annotations

import re
from collections.abc import Iterator

from tests.translations.inline import pieces, without_titles
from tests.translations.messages import Message

NBSP = "\u00a0"
HAN = "\u3400-\u9fff"
WIDE = "，。：；？！、（）"

COMMON = [
    (r"  ", "two spaces"),
    (r"\.\.\.", "three dots: the sign is …"),
    (r"--", "two hyphens: a dash is one sign"),
    (r"\w'\w", "a straight apostrophe"),
]
LATIN = [
    (r'"', 'a straight quote (")'),
    (r"\s[,.;:!?](?=\s|$)", "a space before a punctuation mark"),
    (r"\s-\s", "a hyphen in the place of a dash"),
]

RULES: dict[str, list[tuple[str, str]]] = {
    "pl": [
        *LATIN,
        (r"—", "an em dash: Polish has – with spaces"),
        (r"“", "an opening quote is „"),
        (r"(?<=[^\s\d])–|–(?=[^\s\d])", "a dash has spaces on both sides"),
        (rf"(?:^|[\s({NBSP}„])[aiouwzAIOUWZ] (?=\S)", "a one-letter word needs a no-break space (U+00A0) after it"),
        (rf"\d[ {NBSP}]%", "no space before %"),
    ],
    "ru": [
        *LATIN,
        (r"[“”](?![^«]*»)", "quotes are « »"),
        (r"(?<=\S) —|\S—|—\S", "a dash is no-break space, —, space"),
        (r" – ", "a short dash: Russian has —"),
        (r"\d%", "a no-break space before %"),
        (rf"(?:^|[\s({NBSP}«])[вксоуиаяВКСОУИАЯ] (?=\S)", "a one-letter word needs a no-break space (U+00A0) after it"),
        (
            r"(?i)\b(?:еще|ее|нее|свое|своем|твое|идет|дает|отдает|передает|создает|берет|ведет|ждет|живет"
            r"|несет|придет|пойдет|найдет|начнет|вернет|остается|удается|счет|отчет|учет|расчет|объем|прием|четный"
            r"|тяжелый|легкий|твердый|черный|причем|чье|мое)\b",
            "a word that is written with ё",
        ),
    ],
    "zh_CN": [
        (r'"', 'a straight quote (")'),
        (r"[「」『』]", "quotes are “ ”"),
        (rf"[{HAN}][,;:?!()]|[,;:?!()][{HAN}]|[{HAN}]\.(?!\w)", "half-width punctuation beside a Han character"),
        (rf"[{HAN}][A-Za-z0-9`]|[A-Za-z0-9`][{HAN}]", "no space between Han and Latin, digit or code"),
        (rf"[ {NBSP}][{WIDE}]|[{WIDE}] ", "a space beside a full-width punctuation mark"),
        (rf"[{HAN}] [{HAN}]", "a space between two Han characters"),
        (r"(?<!—)—(?!—)|\s——|——\s", "a dash is —— without spaces"),
        (r"(?<!…)…(?!…)", "an ellipsis is ……"),
        (r"您", "the reader is 你"),
    ],
}


QUOTES = {"pl": "„”", "ru": "«»", "zh_CN": "“”"}


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
    mask = "`x`" if message.language == "zh_CN" else "x"
    text = without_titles(message.english, message.text, mask)[1]
    for pattern, complaint in COMMON + RULES[message.language]:
        for found in re.finditer(pattern, text):
            start = max(0, found.start() - 12)
            yield f"{complaint}: …{text[start : found.end() + 12]}…"
    if message.text[-1].isspace() != message.english[-1].isspace() or message.text[0].isspace():
        yield "a space at the beginning or the end"
    yield from has_its_ends(message.english.strip(), message.text.strip())
    yield from has_pairs(text, QUOTES[message.language])
    if any(kind == "em" and re.search(f"[{HAN}]", piece) for kind, piece in pieces(message.text, mask)):
        yield "Han characters have no italics"


CHECKS = (has_the_typography,)
