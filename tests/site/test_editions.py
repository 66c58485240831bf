"""The page of changes is a feed, too; version and date are the same in the footer, the settings and the package."""
from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from datetime import date
from xml.etree import ElementTree as ET

import pytest
from babel.dates import format_date

import conf
from press.catalogue import ROOT
from press.language import LANGUAGES as KNOWN
from press.theme.editions import ATOM, FEED, PAGE, Edition, newest
from tests.support.site.pages import HTML, LANGUAGES, SITE
from tests.support.tiny.book import TinyBook

NEWEST = newest(ROOT) or Edition("", date.min)
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)")


def faults(text: str, ids: list[str]) -> Iterator[str]:
    """Yield what RFC 4287 demands of a feed and this one lacks; `ids` are on the page that its entries lead to."""
    root = ET.fromstring(text)
    if root.tag != f"{ATOM}feed" or not root.get("{http://www.w3.org/XML/1998/namespace}lang"):
        yield "it is no feed that says its language"
    if not root.findtext(f"{ATOM}author/{ATOM}name"):
        yield "it has no author"
    if [link.get("type") for link in root.findall(f"{ATOM}link[@rel='self']")] != ["application/atom+xml"]:
        yield "it does not say where it is"
    entries = root.findall(f"{ATOM}entry")
    for each in (root, *entries):
        for name in ("id", "title", "updated"):
            if len(found := each.findall(ATOM + name)) != 1 or not found[0].text:
                yield f"{len(found)} of {name}, which stands once in the feed and in each entry"
        links = [link.get("href", "") for link in each.findall(f"{ATOM}link")]
        for address in (*links, each.findtext(f"{ATOM}id", "")):
            if not address.startswith("https://"):
                yield f"{address} is not absolute"
        if not each.findall(f"{ATOM}link[@rel='alternate']"):
            yield "no page for it"
        if not INSTANT.fullmatch(each.findtext(f"{ATOM}updated", "")):
            yield "no instant as in RFC 3339"
    for entry in entries:
        if [content.get("type") for content in entry.findall(f"{ATOM}content")] != ["html"]:
            yield "an entry without content"
        if entry.findtext(f"{ATOM}id", "").partition("#")[2] not in ids:
            yield "an entry that is not on the page"
    days = [entry.findtext(f"{ATOM}updated", "") for entry in entries]
    if days != sorted(days, reverse=True) or root.findtext(f"{ATOM}updated") != days[0]:
        yield "the newest entry is not the first, or the feed is older"
    if len({entry.findtext(f"{ATOM}id") for entry in entries}) < len(entries):
        yield "an id is there twice"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_feed_is_valid(language: str) -> None:
    page = SITE.page(f"{language}/{PAGE}.html")
    text = (HTML / language / FEED).read_text("utf-8")
    assert list(faults(text, page.ids)) == []
    root = ET.fromstring(text)
    editions = [node.text() for node in page.css(".edition")]
    titles = [node.text().removesuffix("¶") for node in page.css("article h2")]
    numbers = [edition.id.removeprefix("version-").replace("-", ".") for edition in page.css(".edition") if edition.id]
    got = [title.text for title in root.findall(f"{ATOM}entry/{ATOM}title")]
    assert got == [f"{number} · {title}" for number, title in zip(numbers, titles, strict=True)]
    assert len(set(editions)) == len(got) > 4


@pytest.mark.parametrize(("old", "new", "complaint"), [
    ("xml:lang", "lang", "no feed that says its language"),
    ("</?author>", "", "no author"),
    ('rel="self"', 'rel="via"', "where it is"),
    ("<updated>.*?</updated>", "", "0 of updated"),
    ("(<updated>[^<]+)T", r"\1 ", "no instant"),
    ("<title>2", "<title>x</title><title>2", "2 of title"),
    ("<id>https://", "<id>//", "is not absolute"),
    ('rel="alternate"', 'rel="related"', "no page for it"),
    ('type="html"', 'type="x"', "without content"),
    ("#version-2-0", "#version-2-x", "not on the page"),
    (r"<updated>\d+(?=.*?<entry>)", "<updated>2025", "the newest"),
    ("version-2-1", "version-2-0", "there twice"),
])
def test_a_feed_that_is_not_valid_is_seen(old: str, new: str, complaint: str) -> None:
    spoilt = re.sub(old, new, (HTML / "en" / FEED).read_text("utf-8"))
    assert any(complaint in each for each in faults(spoilt, SITE.page(f"en/{PAGE}.html").ids))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_page_says_version_and_date_and_leads_to_the_feed(language: str) -> None:
    day = format_date(NEWEST.day, KNOWN[language].date, locale=language).replace(" ", "\u00a0")
    for page in SITE.pages(language).values():
        (said,) = [link.text() for link in page.css(".colophon a:first-child")]
        assert NEWEST.version in said and day in said, page
        links = page.css("link[type='application/atom+xml']")
        assert [str(link.attributes["href"]).rpartition("/")[2] for link in links] == [FEED], page


def test_there_is_one_version() -> None:
    package = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert conf.version == package == NEWEST.version, "the newest entry of docs/changes.md, conf.py and pyproject.toml"


def test_a_wrong_edition_is_refused(tiny_book: TinyBook) -> None:
    lines = ("2.0 2026-11-23", "2 2026-11-23", "1.2 23.11.2026", "2.1 2026-11-23", "1.0 2026-11-24")
    tiny_book.page("# A page\n\n" + "".join(f"```{{edition}} {line}\n```\n" for line in lines))
    tiny_book.refused(
        "docs/index.md:5: ERROR: 2 is no version: write two numbers, such as 2.0",
        "docs/index.md:7: ERROR: 23.11.2026 is no date: write it as 2026-11-23",
        "docs/index.md:9: ERROR: 2.1 stands below 2.0: the newest entry comes first",
        "docs/index.md:11: ERROR: 1.0 stands below 2.1: the newest entry comes first",
    )
