"""A page is written in its language, says so, and leads to the same page in the others."""
from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from press.language import LANGUAGES
from tests.support.site.pages import Page
from tests.translations.checks.language import ENGLISH
from tests.translations.inline import parse, prose, titles
from tests.translations.messages import Message, of


def it_says_its_language(page: Page) -> Iterator[str]:
    """The head names the language, the same page in the others, and the address of this one."""
    tags, address = page.site.tags, page.site.address
    for html in page.css("html"):
        if html.attributes.get("lang") != tags[page.language]:
            yield f"its lang is {html.attributes.get('lang')} and not {tags[page.language]}"
    links = page.css("link[rel=alternate][hreflang]")
    got = {link.attributes["hreflang"]: link.attributes["href"] for link in links}
    want = {tag: f"{address}{other}/{page.name}.html" for other, tag in tags.items() if leads(other, page)}
    if got != want | {"x-default": f"{address}en/{page.name}.html"} or len(links) != len(got):
        yield f"its alternates are {got}"
    canonical = [link.attributes["href"] for link in page.css("link[rel=canonical]")]
    if canonical != [f"{address}{page.path}"]:
        yield f"its canonical address is {canonical}"


def leads(language: str, page: Page) -> bool:
    """Has a page to say where it is in a language?"""
    return language == page.language or LANGUAGES[language].is_offered(page.name)


def it_has_a_description(page: Page) -> Iterator[str]:
    """Search engines and messengers show the description."""
    found = [str(meta.attributes.get("content")) for meta in page.css("meta[name=description]")]
    if len(found) != 1:
        yield f"{len(found)} descriptions; copy the first lines of another page to the top of docs/{page.name}.md"
    elif len(found[0]) < LANGUAGES[page.language].shortest_description:
        yield f"a description of {len(found[0])} characters: {found[0]}"


def the_switcher_leads_to_the_same_page(page: Page) -> Iterator[str]:
    """Each other language is one click away."""
    here, root = (page.site.root / page.path).parent, page.site.root.resolve()
    links = [link.attributes for link in page.css("nav.languages a")]
    got = [(link.get("lang"), link.get("hreflang"), (here / str(link.get("href"))).resolve()) for link in links]
    others = {code: tag for code, tag in page.site.tags.items() if code != page.language and leads(code, page)}
    if got != [(tag, tag, root / language / f"{page.name}.html") for language, tag in others.items()]:
        yield f"its switcher leads to {[f'{lang} {path}' for lang, _, path in got]}"


def anchors_are_those_of_the_english_page(page: Page) -> Iterator[str]:
    """A link to a section leads there in all languages."""
    english = page.site.page(f"en/{page.name}.html")
    if differ := set(page.ids) ^ set(english.ids):
        yield f"these ids are not on both, here and in English: {', '.join(sorted(differ))}"


def it_is_in_its_script(page: Page) -> Iterator[str]:
    """A letter or a comma of another script stands only in names and titles, which every language keeps."""
    other = page.site.page(f"{next(each for each in page.site.languages if each != page.language)}/{page.name}.html")
    for text in sorted(page.texts):
        for found in re.finditer(f"[{LANGUAGES[page.language].foreign}]+", text):
            if not any(found[0] in same for same in other.texts):
                beside = text[max(0, found.start() - 20) : found.end() + 20]
                yield f"{found[0]!r} is not written in {page.language}: …{beside}…"


NAMES = {
    *(language.name for language in LANGUAGES.values()),
    "Ghetto asyncio", "Sphinx", "Furo", "@pradyunsg", "Python", "asyncio", "curio", "Trio", "MIT", "PEP", "GIL",
    "USENIX", "Listing", "EPUB", "PDF", "Creative Commons Attribution", "The FreeBSD Developers’ Handbook",
    "A Hitchhikers Guide to Asynchronous Programming", "throw", "close", "nursery", "KiB",
}
"""What is the same in all languages, and is no code."""

PEOPLE = r"[A-Z][\w.-]+(?:,? (?:[A-Z][\w.-]*|van))+,?"
"""Sibsankar Haldar, Alex A. Aravind"""

NUMBER = r"[IVX]+(?:\.\d+)*\.?"
"""III.1., of a page of the workshop."""


def nothing_is_left_in_english(page: Page) -> Iterator[str]:
    """No text and no sentence is that of the English page, and none is English; names and titles are."""
    if not LANGUAGES[page.language].is_offered(page.name):
        return  # it is in English, and says so
    english = page.site.page(f"en/{page.name}.html").texts
    known = {sentence for text in english for sentence in sentences(text) if not re.fullmatch(PEOPLE, sentence)}
    for text in sorted(page.texts):
        plain = re.sub(r"^(→ )?((\d+\.?)+|[A-Z]+\.) ", "", text)  # a heading, or a link to it, without its number
        spoken = re.sub(r"<[A-Z]\w+ [^<>]*>|\bworkbench\.\w+", "", text)  # without what repr() and names say
        if not re.search("[A-Za-z]{3}", text) or is_name(plain, page.language):
            continue
        if plain.removesuffix(" · Ghetto asyncio") in excused(page.language):  # the title in the head has both
            continue
        if text in english or known.intersection(sentences(text)):
            yield f"still in English: {text}"
        elif len(found := ENGLISH.intersection(re.findall("[a-z]+", spoken.lower()))) > 1:
            yield f"English words ({', '.join(sorted(found))}): {text}"


def sentences(text: str) -> list[str]:
    """Return the sentences of a text; what is shorter than four words may be the same by chance."""
    return [sentence for sentence in re.split(r"(?<=[.!?]) ", text) if len(re.findall("[A-Za-z]{2,}", sentence)) > 3]


LONGEST_FIRST = sorted(NAMES, key=len, reverse=True)


def is_name(text: str, language: str) -> bool:
    """Is the whole text a name, a title, or several of them?"""
    if text in unchanged(language) or re.fullmatch(f"{PEOPLE}|{NUMBER}", text):
        return True
    for name in LONGEST_FIRST:
        text = text.replace(name, "")
    return not re.search(r"[^\W\d_]", text)


@functools.cache
def unchanged(language: str) -> frozenset[str]:
    """Return what the catalogues leave as it is; a check of theirs sees that these are names and titles."""
    found: set[str] = set()
    for message in of(language):
        if message.text == message.english:
            found.update(token.content for token in parse(message.text) if token.type == "text")
        found.update(title for title in titles(message.english) if title in prose(message.text, ""))
    return frozenset(" ".join(text.split()) for text in found)


def left_behind(messages: list[Message]) -> frozenset[str]:
    """Return what pages that are behind leave in English; their titles stand on other pages, too."""
    tokens = [token for message in messages if message.excused for token in parse(message.english)]
    return frozenset(" ".join(token.content.split()) for token in tokens if token.type == "text")


@functools.cache
def excused(language: str) -> frozenset[str]:
    """Return what a book may say in English."""
    return left_behind(of(language))


CHECKS = (
    it_says_its_language, it_has_a_description, the_switcher_leads_to_the_same_page,
    anchors_are_those_of_the_english_page, it_is_in_its_script,
)
"""What is asked of the pages of a book."""

TRANSLATED = (nothing_is_left_in_english,)
"""What is asked of the pages, and the search, of a translated book."""
