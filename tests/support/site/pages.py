"""The finished site: its pages, read as a browser reads them, each once."""
from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import unquote

from selectolax.lexbor import LexborHTMLParser, LexborNode

from conf import book_offered, book_url
from press.catalogue import ROOT
from press.language import LANGUAGES as KNOWN
from press.links import moved
from press.links.moved import NOT_PAGES
from tests.support.site.steps import steps_of

HTML = ROOT / "_build/html"
LANGUAGES = tuple(book_offered)
"""The books that are checked: all, unless BOOK_LANGUAGES names some, as `make check` does."""

READ_ALOUD = ("title", "aria-label", "alt", "placeholder", "data-done", "content")
"""Attributes that are read or heard."""

UNREAD = ("viewport", "color-scheme", "robots", "twitter:card")
"""Names of <meta> whose content is not read."""


class Page:
    """A finished page; the answers to the checks are worked out once."""

    def __init__(self, site: Site, path: str, text: str) -> None:
        self.site, self.path, self.text = site, path, text
        folder, _, rest = path.partition("/")
        self.language = folder if rest else "en"
        self.name = (rest or path).removesuffix(".html")

    def __repr__(self) -> str:
        return self.path

    @functools.cached_property
    def opened(self) -> str:
        """The page with the files that its figures load: in the templates stand the listings of each run."""
        folder = (self.site.root / self.path).parent

        def file(found: re.Match[str]) -> str:
            return (folder / found[1]).read_text("utf-8")

        def listings(found: re.Match[str]) -> str:
            return "".join([found[0], *steps_of(file(found))["listings"].values()])

        def panel(found: re.Match[str]) -> str:
            return found[0] + str(json.loads(file(found).removeprefix("window.bookPanel = ").rstrip(";\n")))

        opened = re.sub(r'<template class="run" [^>]*data-src="([^"?]+)[^>]*>', listings, self.text)
        return re.sub(r'<template id="panel" [^>]*data-words="([^"?]+)[^>]*>', panel, opened)

    @functools.cached_property
    def tree(self) -> LexborHTMLParser:
        """The page as a tree. The content of a template stands in it, under <x-template>: a reader opens it."""
        return LexborHTMLParser(re.sub(r"(</?)template\b", r"\1x-template", self.opened))

    def css(self, selector: str) -> list[LexborNode]:
        """Return the elements that the selector finds, in templates too."""
        return self.tree.css(re.sub(r"(?<![\w.#-])template\b", "x-template", selector))

    @functools.cached_property
    def elements(self) -> list[LexborNode]:
        """All elements."""
        return self.tree.css("*")

    @functools.cached_property
    def ids(self) -> list[str]:
        """The ids, in order."""
        return [element.id for element in self.tree.css("[id]") if element.id]

    @functools.cached_property
    def links(self) -> list[str]:
        """The addresses that the page leads to, and those that it loads."""
        found = [(element, name) for name in ("href", "src") for element in self.tree.css(f"[{name}]:not(base)")]
        return [str(element.attributes[name]) for element, name in found]

    @functools.cached_property
    def texts(self) -> frozenset[str]:
        """The texts that are read or heard, as elements divide them: without code and other languages."""
        assert self.tree.root is not None
        return frozenset(" ".join(text.split()) for text in _texts(self.tree.root)) - {""}

    @functools.cached_property
    def article(self) -> LexborNode:
        """The part between the sidebars."""
        (article,) = self.tree.css("article")
        return article


def _texts(node: LexborNode) -> Iterator[str]:
    for child in node.iter(include_text=True):
        attributes = child.attributes
        if child.is_text_node:
            yield child.text()
        elif child.tag == "svg":  # its words are code and names, or stand in the table, too
            yield from (part.text() for part in child.css("title, desc"))
        elif not child.is_element_node or _is_no_prose(str(child.tag), attributes):
            continue
        elif child.tag != "em" or len(child.text().split()) > 2:  # not the gloss of трамплин (trampoline)
            if attributes.get("name") not in UNREAD and "http-equiv" not in attributes:
                yield from (value for name in READ_ALOUD if (value := attributes.get(name)))
            yield from _texts(child)


def _is_no_prose(tag: str, attributes: dict[str, str | None]) -> bool:
    return (
        tag in ("pre", "code", "kbd", "samp", "script", "style")
        or "notranslate" in (attributes.get("class") or "").split()
        or ("lang" in attributes and tag != "html")
    )


class Site:
    """The books of all languages and the pages around them, in a folder and below an address."""

    def __init__(self, root: Path = HTML, address: str = book_url, codes: tuple[str, ...] = LANGUAGES) -> None:
        self.root, self.address, self.languages = root, address, codes
        self._read: dict[str, Page] = {}
        self._files: dict[str, tuple[str, str]] = {}
        self._books: dict[str, dict[str, Page]] = {}

    def file(self, address: str) -> tuple[str, str]:
        """Return the name of the file at an address of the site, and its path, or nothing if it is not there."""
        if address not in self._files:
            root = self.root.resolve()
            found = (root / unquote(address.removeprefix(self.address))).resolve()
            found = found / "index.html" if found.is_dir() else found
            there = found.is_file() and found.is_relative_to(root)
            self._files[address] = found.name, found.relative_to(root).as_posix() if there else ""
        return self._files[address]

    @property
    def tags(self) -> dict[str, str]:
        """The languages, as HTML writes them: {zh_CN: zh-CN}."""
        return {language: KNOWN[language].tag for language in self.languages}

    def page(self, path: str) -> Page:
        """Return the page in this file."""
        if path not in self._read:
            self._read[path] = Page(self, path, (self.root / path).read_text("utf-8"))
        return self._read[path]

    def pages(self, language: str) -> dict[str, Page]:
        """Return {name: page} of a book, without those that are not from docs."""
        if language not in self._books:
            folder = self.root / language
            assert (folder / "index.html").is_file(), f"{folder} is not built: run make html"
            paths = [path.relative_to(self.root).as_posix() for path in sorted(folder.rglob("*.html"))]
            found = {page.name: page for page in map(self.page, paths)}
            self._books[language] = {name: page for name, page in found.items() if name not in NOT_PAGES}
        return self._books[language]

    @property
    def of_books(self) -> list[Page]:
        """The pages of all books."""
        return [page for language in self.languages for page in self.pages(language).values()]

    @property
    def everything(self) -> list[Page]:
        """All pages: those of the books, their searches and old addresses, the start page, the one for lost links."""
        paths = [f"{language}/{name}.html" for language in self.languages for name in ("search", *moved.PAGES)]
        others = [self.page(path) for path in paths if (self.root / path).is_file()]
        return [*self.of_books, *others, self.page("index.html"), self.page("404.html")]


SITE = Site()
"""The site that make html has built."""

Check = Callable[[Page], Iterator[str]]
"""A check takes a page and yields its complaints."""


def pages(language: str) -> dict[str, Page]:
    """Return {name: page} of a book of the site."""
    return SITE.pages(language)


def complaints(pages: list[Page], *checks: Check) -> list[str]:
    """Run the checks over the pages."""
    return [f"{page}: {complaint}" for page in pages for check in checks for complaint in check(page)]
