"""A translation keeps the code spans, roles, links, numbers and placeholders of the English."""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from markdown_it import MarkdownIt

from press.text import invisible
from tests.translations.messages import CODE, LINK, ROLE, Message, prose

MARKDOWN = MarkdownIt("commonmark")
BLOCK = re.compile(r"\s*(\d+[.)]\s|[-+*#>]\s|:::|```|~~~|\||===|---)")
PLACEHOLDER = r"%\(\w+\)s|%s|\$?\{\w+\}(?!`)|&#?\w+;|</?\w+[^>]*>"
MONTHS = "January February March April May June July August September October November December".split()


def keeps_its_parts(message: Message) -> Iterator[str]:
    """Compare what must not change, as multisets: the order is free."""
    for name, parts in (("code", _code), ("roles", _roles), ("links", _links), ("placeholders", _placeholders)):
        want, got = parts(message.english), parts(message.text)
        if want != got:
            missing, surplus = list((want - got).elements()), list((got - want).elements())
            yield f"{name} differ: missing {missing}, too many {surplus}"


def _code(text: str) -> Counter[str]:
    return Counter(match[2] for match in re.finditer(CODE, re.sub(ROLE, "", text)))


def _roles(text: str) -> Counter[str]:
    targets = []
    for name, body in re.findall(ROLE, text):
        explicit = re.search(r"<([^>]*)>$", body)
        targets.append(f"{name}:{explicit[1] if explicit else body}")
    return Counter(targets)


def _links(text: str) -> Counter[str]:
    return Counter([target for _, target in re.findall(LINK, text)] + re.findall(r"\[\^\w+\]", text))


def _placeholders(text: str) -> Counter[str]:
    return Counter(re.findall(PLACEHOLDER, re.sub(CODE, "", re.sub(ROLE, "", text))))


def keeps_its_numbers(message: Message) -> Iterator[str]:
    """Compare the numbers in the prose; each language may write them in its own way."""
    english = prose(message.english)
    if message.language == "zh_CN":  # 27 May becomes 5 月 27 日
        for number, month in enumerate(MONTHS, 1):
            english = re.sub(rf"\b{month}\b", str(number), english)
    want, got = _numbers(english), _numbers(prose(message.text))
    if want != got:
        yield f"numbers differ: missing {list((want - got).elements())}, too many {list((got - want).elements())}"


def _numbers(text: str) -> Counter[str]:
    text = re.sub(r"(?<=\d)[ \u00a0](?=\d{3}\b)", "", text)
    return Counter(number.replace(",", ".") for number in re.findall(r"\d+(?:[.,]\d+)*", text))


def reads_as_one_paragraph(message: Message) -> Iterator[str]:
    """Sphinx drops what does not, without a word."""
    if BLOCK.match(message.text) and not BLOCK.match(message.english):
        yield "begins like a list, a heading or a quotation"
    if re.search(r"\n\s*\n", message.text):
        yield "holds an empty line; only the first paragraph would be shown"
    if re.search(r"\\(?=\s|$)", message.text) and not message.of_code:
        yield "holds a backslash that would be printed"


def renders_its_markup(message: Message) -> Iterator[str]:
    """Emphasis beside punctuation fails in silence, and so does an odd backquote."""
    if message.of_code:
        return
    gloss = r"\s*\(\*[A-Za-z -]+\*\)"  # wątek (*thread*)
    want, got = _rendered(message.english), _rendered(re.sub(gloss, "", message.text))
    for kind in ("strong_open", "em_open", "code_inline", "link_open"):
        if want[kind] != got[kind]:
            yield f"{want[kind]} times {kind} in English, {got[kind]} here: see that the signs are in their places"
    for sign in "*`":
        if got[sign] > want[sign]:
            yield f"a {sign} would be printed"


def _rendered(text: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for token in MARKDOWN.parseInline(re.sub(ROLE, "role", text))[0].children or []:
        found[token.type] += 1
        if token.type == "text":
            found.update(char for char in token.content if char in "*`")
    return found


def has_no_invisible_characters(message: Message) -> Iterator[str]:
    """Nothing that a reader of the catalogue could not see; a no-break space is fine."""
    for char in invisible(message.text.replace("\n", "")):
        yield f"holds the invisible character U+{ord(char):04X}"


CHECKS = (
    keeps_its_parts,
    keeps_its_numbers,
    reads_as_one_paragraph,
    renders_its_markup,
    has_no_invisible_characters,
)
