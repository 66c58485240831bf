"""Write the files of no single book: the start page, the page for lost links, the sitemap, the headers.

usage: python -m press.commands.start_page HTML LANGUAGE...

HTML is the folder that holds the books of these languages.
"""
from __future__ import annotations

import re
import sys
from gettext import translation
from html import unescape
from pathlib import Path
from shutil import copy
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

from jinja2 import Environment, FileSystemLoader

from conf import ROOT, book_url, locale_dirs, project, templates_path
from press.contents import parts
from press.language import LANGUAGES
from press.links.moved import NOT_PAGES
from press.links.preview import drawing, properties, subtitle
from press.theme.headers import FILE, policy


def words(language: str) -> dict[str, str]:
    """Return the words of the two pages in a language: the book's subtitle, and the site's own few."""
    _ = translation("sphinx", locale_dirs[0], [language], fallback=True).gettext
    of_index = translation("index", locale_dirs[0], [language], fallback=True).gettext
    whole = [of_index(name) for name, pages in parts(ROOT) if pages[0].partition("/")[0] in LANGUAGES[language].whole]
    return {
        "subtitle": " · ".join([subtitle(ROOT, language), *whole]), "missing": _("There is no such page"),
        "play": _("Play"), "stop": _("Stop"),
    }


def picture(page: str, name: str) -> dict[str, str]:
    """Return the drawing of a finished front page, its caption, and the page's description.

    The drawing gets the caption, whose id is `name`, for a title; its own speaks of a table, which only that page has.
    """
    offer = re.search('<meta content="([^"]*)" name="description"', page)
    svg, caption = drawing(page)
    if not offer or not svg:
        return {}
    svg = re.sub(r"<(title|desc)\b.*?</\1>", "", svg)
    svg = re.sub(r'(?<= aria-labelledby=")[^"]*', name, svg, count=1)
    return {"drawing": svg, "caption": caption, "offer": unescape(offer[1])}


def write_pages(html: Path, languages: list[str]) -> None:
    """Write index.html and 404.html, which offer the books that are there."""
    environment = Environment(loader=FileSystemLoader(templates_path), autoescape=True)
    template = environment.get_template("start.html")
    books = [
        {"code": code, "tag": LANGUAGES[code].tag, "name": LANGUAGES[code].name, **words(code),
         **picture((html / code / "index.html").read_text("utf-8"), f"caption-{code}")}
        for code in languages
    ]
    first = books[0]
    preview = properties(
        first["code"], project, f"{book_url}{first['code']}/",
        title=project, description=first.get("offer", first["subtitle"]),
    )
    for name, lost in (("index.html", False), ("404.html", True)):
        # a lost link can be at any depth, so that page says where the book begins; if it is not there, lost.js finds it
        text = template.render(
            books=books, preview=preview, lost=lost, base=urlsplit(book_url).path, url=book_url,
            policy=policy(lost=lost),
        )
        (html / name).write_text(text, "utf-8")


def write_sitemap(html: Path, languages: list[str]) -> None:
    """Write sitemap.xml: each page, and where it is in the other languages."""
    ET.register_namespace("", "http://www.sitemaps.org/schemas/sitemap/0.9")
    ET.register_namespace("xhtml", "http://www.w3.org/1999/xhtml")
    urls = ET.Element("{http://www.sitemaps.org/schemas/sitemap/0.9}urlset")
    for code in languages:
        for path in sorted((html / code).rglob("*.html")):
            page = path.relative_to(html / code).as_posix()
            name = page.removesuffix(".html")
            if name in NOT_PAGES or not LANGUAGES[code].is_offered(name):
                continue
            url = ET.SubElement(urls, "{http://www.sitemaps.org/schemas/sitemap/0.9}url")
            ET.SubElement(url, "{http://www.sitemaps.org/schemas/sitemap/0.9}loc").text = f"{book_url}{code}/{page}"
            for other in (each for each in languages if LANGUAGES[each].is_offered(name)):
                ET.SubElement(url, "{http://www.w3.org/1999/xhtml}link", {
                    "rel": "alternate", "hreflang": LANGUAGES[other].tag, "href": f"{book_url}{other}/{page}",
                })
    ET.ElementTree(urls).write(html / "sitemap.xml", encoding="utf-8", xml_declaration=True)


if __name__ == "__main__":
    folder, *books = sys.argv[1:]
    codes = [code for code in LANGUAGES if code in books]
    write_pages(Path(folder), codes)
    write_sitemap(Path(folder), codes)
    copy(FILE, folder)
