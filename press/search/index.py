"""The index: which words stand in which entry, and how much each says about it.

The browser holds the query against this (engine.js), and only adds up the weights.
"""
from __future__ import annotations

import json
import keyword
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator

import snowballstemmer

from press.language import Language
from press.search.pages import Entry
from press.search.stems import Stems
from press.search.words import HAN, LITTLE, Stem, fold, words

TITLE = {"page": 14.0, "section": 10.0, "term": 16.0, "message": 16.0, "listing": 6.0, "figure": 3.0}
LENGTH = {"page": 60, "section": 120, "term": 25, "message": 25, "listing": 90, "figure": 25}
"""How many words an entry usually has."""
NAME, ENGLISH, PLAIN, ASKED, PROSE, MARKED, ABOVE, PART, CODE = 9.0, 8.0, 10.0, 5.0, 1.0, 1.0, 0.8, 0.3, 0.25
"""Weight of a word in a name that is defined, in the English name of a term, in the line below a heading, in a question
that is answered here, in text, once more if the text marks it, in the headings above; of a part of a name, as against
the whole; and of a word in code."""
STEPS = 2
"""Steps of a weight for each doubling."""
FAINT = ((5, 2), (30, 3))
"""A word that stands in more entries than this counts only where it weighs more than this. Such places, most of them
lines of code, would be a third of the index."""
BEST = 2
"""So many of its places a word keeps, however faint: a name that stands in much code is explained somewhere."""
ECHOES = frozenset({"changes", "workbench"})
"""Pages that repeat in short, or ask again, things that chapters explain: their words weigh half, as in exercises."""
SELDOM, OFTEN = 9, 2
"""A pair of Han characters that stands in no more entries than this may be torn out of two words, as 消任 in 取消任务;
it is if, wherever it stands, one of these stands in so many times as many entries."""
KEYWORDS = frozenset(word.lower() for word in (*keyword.kwlist, "self", "print", "len", "range"))

Weights = dict[str, int]
Cut = list[tuple[Entry, Weights]]
"""A page."""


def weigh(entries: list[Entry], stem: Stem) -> Cut:
    """Return the entries of a page, each with the weights of its words."""
    echo = bool(entries) and entries[0].anchor in ECHOES
    above = ([entries[each].title for each in entry.above[-2:]] for entry in entries)
    return [(entry, _weights(entry, titles, stem, echo)) for entry, titles in zip(entries, above)]


def _weights(entry: Entry, above: list[str], stem: Stem, echo: bool) -> Weights:
    body: dict[str, float] = defaultdict(float)
    for weight, texts in (PROSE, entry.prose), (MARKED, entry.marked):
        for word, part in words("\n".join(texts), stem, every=False):
            body[word] += weight * (PART if part else 1)
    if "-exercises-" not in entry.anchor:
        for name, part in words("\n".join(entry.code), stem, every=False):  # of self.loop.time the last part
            word = name if name[0].isdigit() else stem(name.rpartition(".")[2])
            if not part and word not in KEYWORDS and len(word) > 2:
                body[word] += CODE
    head: dict[str, float] = defaultdict(float)
    titles = (TITLE[entry.kind], [entry.title]), (ENGLISH, [entry.english]), (NAME, entry.names)
    for weight, texts in (*titles, (PLAIN, [entry.about]), (ASKED, entry.asked), (ABOVE, above)):
        for word, part in set(words("\n".join(texts), stem, every=weight != ABOVE)):
            head[word] = max(head[word], weight * (PART if part else 1))
    length = sum(body.values())
    norm = 0.4 + 0.6 * length / LENGTH[entry.kind] if length else 1
    factor = 0.5 if entry.exercise or (echo and entry.kind != "page") else 1
    result = {}
    for word in body.keys() | head.keys():
        often = body.get(word, 0) / norm
        weight = factor * (head.get(word, 0) + 2.2 * often / (often + 1.2))
        result[word] = max(1, round(STEPS * math.log2(1 + 2 * weight)))
    return result


def base36(number: int) -> str:
    """Return a number as JavaScript's parseInt(…, 36) reads it."""
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits or "0"


Places = dict[str, list[tuple[int, int]]]
"""For each word the numbers of its entries, and its weight there."""


def places(book: list[tuple[Entry, Weights]], stop: frozenset[str]) -> Places:
    """Return {word: its places}, without those that make the index large and no answer better.

    A name that many listings define says less in each: they share its weight.
    """
    found: Places = defaultdict(list)
    names = [defined(entry) for entry, _ in book]
    many = Counter(name for each in names for name in each)
    for number, (_, weights) in enumerate(book):
        for word, weight in weights.items():
            shared = round(STEPS * math.log2(many[word])) if word in names[number] else 0
            found[word].append((number, max(1, weight - shared)))
    return {
        word: clear(found[word])
        for word in sorted(found.keys() - stop)
        if not (re.fullmatch(f"[{HAN}]{{2}}", word) and len(found[word]) <= SELDOM and torn(word, book, found))
    }


def defined(entry: Entry) -> set[str]:
    """Return the names of several words, such as wait_for, that a listing defines."""
    return {fold(name) for name in entry.names if "_" in name} if entry.kind == "listing" else set()


def clear(where: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the places of a word without those where it is faint; the best ones stay."""
    low = max((low for many, low in FAINT if len(where) > many), default=0)
    best = sorted(where, key=lambda each: (-each[1], each[0]))[:BEST]
    return [each for each in where if each[1] > low or each in best]


def torn(pair: str, book: list[tuple[Entry, Weights]], found: Places) -> bool:
    """Is this pair of Han characters, wherever it is, the end of a word that is used more often, or the beginning?"""
    often = OFTEN * len(found[pair])
    for number, _ in found[pair]:
        entry, _ = book[number]
        text = "\n".join((entry.title, entry.about, *entry.prose))
        at = text.find(pair, 1)
        around = (text[at - 1] + pair[0], pair[1] + text[at + 2 : at + 3]) if at > 0 else ()
        if not any(len(found.get(word, ())) >= often for word in around):
            return False
    return True


def posting(where: list[tuple[int, int]]) -> str:
    """Write the entries of a word: the distance to the next one, in digits, and the weight, a capital."""
    last, line = -1, ""
    for number, weight in where:
        line += (base36(number - last) if number - last > 1 else "") + chr(64 + weight)
        last = number
    return line


def shortened(names: list[str]) -> Iterator[str]:
    """Yield words in order, each without the beginning that it shares with the one before: a digit counts it."""
    last = ""
    for name in names:
        shared = 0
        while shared < min(len(name), len(last), 35) and name[shared] == last[shared]:
            shared += 1
        yield base36(shared) + name[shared:]
        last = name


def synonyms(entries: list[Entry], language: Language, stem: Stem, stop: frozenset[str]) -> Iterator[list[str]]:
    """Yield groups of words for one thing, of which the book says the first; the English ones begin with "=".

    The glossary has some, such as "гонка (состояние гонки)" with the English beside it, and the language others.
    """
    def key(name: str) -> str:
        return " ".join(word for word, part in words(name, stem) if not part and word not in stop)

    english = snowballstemmer.stemmer("english").stemWord
    for entry in entries:
        if entry.kind == "term":
            group = [key(name) for name in re.split(r"[()（）,，]", entry.title)]
            if entry.english and entry.english.lower() != entry.title.lower():
                group.append("=" + " ".join(word for word, part in words(entry.english, english) if not part))
            yield group
    for one, others in language.synonyms.items():
        yield [key(one), *map(key, named(others))]


def named(words: str) -> list[str]:
    """Return words that stand in a language's file with commas."""
    return words.split(", ") if words else []


def index(pages: dict[str, Cut], texts: dict[str, str], language: Language, stems: Stems) -> str:
    """Return the index of a book as JSON; `texts` are the addresses of the pages' texts."""
    entries = [entry for cut in pages.values() for entry, _ in cut]
    lines = []
    for number, cut in enumerate(pages.values()):
        first = base36(number)
        for place, (entry, _) in enumerate(cut):
            kind = entry.kind[0] + ("x" if entry.exercise else "")
            above = base36(place - entry.above[-1]) if entry.above else ""
            lines.append("\t".join((kind, first, entry.anchor, entry.number, entry.title, above, entry.about)).rstrip())
    own = named(language.stopwords)
    stop = frozenset(stems.stem(fold(word)) for word in stems.stopwords.union(own)) - {""}
    posts = places([each for cut in pages.values() for each in cut], stop)
    groups = ([*dict.fromkeys(filter(None, group))] for group in synonyms(entries, language, stems.stem, stop))
    data = {
        "pages": [[name, texts[name]] for name in pages],
        "entries": "\n".join(lines),
        "words": " ".join(shortened(list(posts))),
        "posts": " ".join(map(posting, posts.values())),
        "synonyms": "\n".join("\t".join(group) for group in groups if len(group) > 1),
        "stop": " ".join(sorted(stop)),
        "phrases": sorted((word for word in own if re.match(f"[{HAN}]", word)), key=len, reverse=True),
        "chapters": [fold(word) for word in named(language.chapters)],
        "little": "".join(sorted(LITTLE)),
        "steps": STEPS,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
