"""The site as a whole: every page in each book, and the files around the books."""
from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

from press.language import LANGUAGES
from tests.support.site.pages import Site

SiteCheck = Callable[[Site], Iterator[str]]
"""A check takes a site and yields its complaints."""


def all_books_have_the_same_pages(site: Site) -> Iterator[str]:
    """No language lacks a page."""
    english = set(site.pages("en"))
    for language in site.languages:
        for name in sorted(english ^ set(site.pages(language))):
            yield f"{name} is in one of the books en and {language} only"


def the_sitemap_names_every_page(site: Site) -> Iterator[str]:
    """Search engines find each page, and that it is there in other languages."""
    root = ET.parse(site.root / "sitemap.xml").getroot()
    got = [url.findtext("{http://www.sitemaps.org/schemas/sitemap/0.9}loc") for url in root]
    want = {
        f"{site.address}{page.path}": [tag for code, tag in site.tags.items() if LANGUAGES[code].is_offered(page.name)]
        for page in site.of_books if LANGUAGES[page.language].is_offered(page.name)
    }
    for address in sorted(set(map(str, got)) ^ set(want)):
        yield f"sitemap.xml: {address} is there or among the pages, and not in both"
    for url in root:
        links = url.findall("{http://www.w3.org/1999/xhtml}link")
        if [link.get("hreflang") for link in links] != want.get(url[0].text or ""):
            yield f"sitemap.xml: {url[0].text} has not each language"


def the_start_page_offers_every_book(site: Site) -> Iterator[str]:
    """Who comes to the address chooses a language."""
    links = [(link.attributes["href"], link.attributes.get("lang")) for link in site.page("index.html").css("main a")]
    if links != [(f"{code}/index.html", tag) for code, tag in site.tags.items()]:
        yield f"index.html leads to {links}"


def a_lost_link_is_answered(site: Site) -> Iterator[str]:
    """Who follows a link to nowhere reads so in each language, and goes on from there."""
    page = site.page("404.html")
    if [base.attributes["href"] for base in page.css("base")] != [urlsplit(site.address).path]:
        yield "404.html: its base is not the path of the site; it is shown below any address"
    if [link.attributes.get("lang") for link in page.css("main a")] != list(site.tags.values()):
        yield "404.html does not lead to each language"
    if len({strong.text() for strong in page.css("main strong")}) != len(site.languages):
        yield "404.html does not say in each language that the page is lost"


def style_sheets_stay_at_home(site: Site) -> Iterator[str]:
    """A style sheet is whole, and loads nothing that a strict content policy refuses."""
    for path in sorted(site.root.rglob("*.css")):
        name, text = path.relative_to(site.root), re.sub(r"(?s)/\*.*?\*/", "", path.read_text("utf-8"))
        if text.count("{") != text.count("}"):
            yield f"{name}: a brace is missing"
        for found in re.findall(r"(?i)@import|image-set|data:|//\w", text):
            yield f"{name}: a strict content policy refuses {found}"
        for address in re.findall(r"(?i)url\(\s*['\"]?([^'\")\s]+)", text):
            if not (path.parent / address).is_file():
                yield f"{name}: there is no {address}"


CHECKS: tuple[SiteCheck, ...] = (
    all_books_have_the_same_pages, the_sitemap_names_every_page, the_start_page_offers_every_book,
    a_lost_link_is_answered, style_sheets_stay_at_home,
)
