"""Make one document of an epub, for paper: its pages in their order, and links that say on which page their place is.

An id becomes ``loop/taking-turns/turns-talk``, and a page has its name for an id, so links lead to the place inside
the document. A table that says the same as a drawing is left out.
"""
from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from pathlib import Path
from posixpath import dirname, join, normpath
from zipfile import ZipFile

from selectolax.lexbor import LexborHTMLParser, LexborNode

LEFT_OUT = ".toctree-wrapper, pre .asked, .same"

NUMBER = re.compile(r"\d+|[A-Z]|[IV]+")
"""A link that says nothing but the number of a chapter, by which one finds it."""

Words = Callable[[str], str]
"""Says an English word of the press in the language of the book."""


class PaperError(Exception):
    """Why an epub cannot be put on paper, with the remedy."""


class Book:
    """The pages of an epub, and its metadata."""

    def __init__(self, epub: Path) -> None:
        if not epub.is_file():
            raise PaperError(f"{epub} is not there; run make epub")
        with ZipFile(epub) as files:
            names = [name for name in files.namelist() if name.endswith((".xhtml", ".opf"))]
            self.texts = {name: files.read(name).decode() for name in names}
        self.contents = first(self.parsed("nav.xhtml"), "nav")
        self.parts: dict[str, str] = {}
        """{page: the part of the book that it is in, or nothing}, in their order."""
        for chapter in self.contents.css("nav > ol > li"):
            part = chapter.css_first("span")
            links = [str(link.attrs["href"]) for link in chapter.css("a[href]")]
            self.parts |= {page: inside(part) if part else "" for page in links if "#" not in page}

    def parsed(self, name: str) -> LexborHTMLParser:
        """Return a page."""
        return LexborHTMLParser(self.texts[name])

    def article(self, name: str) -> LexborNode:
        """Return the article of a page."""
        return first(self.parsed(name), "article")

    def says(self, tag: str) -> str:
        """Return the epub's metadata under a name."""
        found = re.search(rf"<dc:{tag}>(.*?)</dc:{tag}>", self.texts["content.opf"])
        return found[1] if found else ""


def assemble(book: Book, edition: str, _: Words) -> str:
    """Return the document; `edition` says which one it is."""
    texts: list[str] = []
    before = ""
    for page, part in book.parts.items():
        article = book.article(page)
        if not texts:
            title, subtitle = first(article, "h1"), first(article, "p:has(> strong)")
            name, about = title.text(strip=True), inside(subtitle)
            title.decompose()
            subtitle.decompose()
        for each in article.css(LEFT_OUT):
            if each.parent is not None:
                each.decompose()
        for each in article.css("[id]"):
            each.attrs["id"] = f"{named(page)}/{each.attrs['id']}"
        for each in article.css("img"):
            each.attrs["src"] = normpath(join(dirname(page), str(each.attrs["src"])))
        for each in article.css("a[href]"):
            lead(each, page, book)
        if heading := article.css_first("h1"):
            heading.attrs["data-part"] = part
        if part != before:
            texts.append(f"<section class='part' id='part/{named(page)}'><h1>{part}</h1></section>")
        before = part
        kind = "in-part" if part else "alone"
        texts.append(f"<section class='page {kind}' id='{named(page)}'>{inside(article)}</section>")
    for each in book.contents.css("a[href]"):
        lead(each, "", book)
    said = {"author": book.says("creator"), "description": book.says("description")}
    return (
        f"<!doctype html><html lang='{book.says('language')}'><head><meta charset='utf-8'><title>{name}</title>"
        + "".join(f"<meta name='{each}' content=\"{text}\">" for each, text in said.items())
        + f"<style>{page_words(_)}</style></head><body>"
        f"<section class='title'><h1>{name}</h1><p>{about}</p><p class='edition'>{edition}</p></section>"
        f"<nav class='contents'>{inside(book.contents)}</nav>{''.join(texts)}</body></html>"
    )


def named(page: str) -> str:
    """Return the name of a page by its file."""
    return page.removesuffix(".xhtml")


def lead(link: LexborNode, page: str, book: Book) -> None:
    """Let a link of a page lead to its place in the document; raise PaperError if it leads to no page of the book."""
    href = str(link.attrs["href"])
    if href.startswith(("http:", "https:")):
        if not link.css("code") and not any(within(link, tag=tag) for tag in ("table", "dl", "figure")):
            link.insert_after(fragment(f"<span class='address'>{escape(href)}</span>"))
        return
    path, _sign, anchor = href.partition("#")
    target = normpath(join(dirname(page), path)) if path else page
    if target not in book.parts:
        raise PaperError(f"{page}: {href} leads to no page that docs/index.md names: name it there")
    link.attrs["href"] = f"#{named(target)}/{anchor}" if anchor else f"#{named(target)}"
    far = link.css("span.std-ref, span.std-numref, span.std-doc") or "line" in str(link.attrs.get("class")).split()
    far = far or any(within(link, name=name) for name in ("index-of", "explained"))
    elsewhere = target != page and not NUMBER.fullmatch(link.text()) and not within(link, name="since")
    if (far and elsewhere) or within(link, name="fold"):
        link.attrs["class"] = "far"


def page_words(_: Words) -> str:
    """Return how the language says that something stands on a page, as a style sheet: "p. 123", 第 123 页."""
    before, after = _("p. {number}").split("{number}")
    page = f'"{before}" target-counter(attr(href), page) "{after}"'
    return f'a.far::after {{ content: " (" {page} ")" }} :lang(zh) a.far::after {{ content: "（" {page} "）" }}'


def within(node: LexborNode, tag: str = "", name: str = "") -> bool:
    """Is a node inside an element of this tag, or of this class?"""
    above = node.parent
    while above is not None:
        if above.tag == tag or name in (above.attributes.get("class") or "").split():
            return True
        above = above.parent
    return False


def first(node: LexborNode | LexborHTMLParser, selector: str) -> LexborNode:
    """Return the first element of a kind; raise PaperError if there is none."""
    found = node.css_first(selector)
    if found is None:
        raise PaperError(f"A page has no {selector} where one was; see what stands there now, and mend press/take")
    return found


def inside(node: LexborNode) -> str:
    """Return the HTML that an element holds."""
    return str(node.inner_html)


def fragment(html: str) -> LexborNode:
    """Return an element from its HTML."""
    return first(LexborHTMLParser(html), "body > *")
