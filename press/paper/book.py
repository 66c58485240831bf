"""Make one document of the finished pages, in the order of the book: what only a screen has use for is left out.

An id becomes ``loop/taking-turns/turns-talk``, and a page has its name for an id, so links lead to the place inside
the document. What folds on the site stands at the end of its chapter, where nobody reads it by accident, and a line
with the number of that page stands in its place.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from posixpath import dirname, join, normpath

from docutils import nodes
from selectolax.lexbor import LexborHTMLParser, LexborNode

OF_SCREENS = (
    "a.headerlink, label, button, input, template, .toctree-wrapper, figure:not(.map) .legend details, "
    "p:has(> a.moved), p:has(> a[type]), p:has(> a.to-bench), .on-screen, .code-bar:not(:has(.file)), pre .asked"
)
"""What a page has for those who click; the table of a figure says what its drawing says, but the map is too small."""

FOLDED = ":is(section, .puzzle, .cards) > details"
"""What folds on a page; what folds inside a listing stays there."""

NUMBER = re.compile(r"\d+|[A-Z]|[IV]+")
"""A link that says nothing but the number of a chapter, by which one finds it."""

Words = Callable[[str], str]
"""Says an English word of the press in the language of the book."""


class PaperError(Exception):
    """Why the finished pages cannot be put on paper, and what to do about it."""


def assemble(html: Path, names: list[str], tag: str, author: str, edition: str, _: Words) -> str:
    """Return the document of a language.

    `html` is the folder of its finished pages, `names` are these in order, `tag` is what HTML calls the language,
    `author` and `edition` say whose book it is, and which edition.
    """
    pages = [Page(html, name, names, _) for name in names]
    parts = part_of(html, names)
    title, subtitle = first(pages[0].article, "h1"), first(pages[0].article, "p:has(> strong)")
    name, about = title.text(strip=True), inside(subtitle)
    title.decompose()
    subtitle.decompose()
    texts, contents, part = [], [], ""
    for page in pages:
        if parts[page.name] != part:
            part = parts[page.name]
            if part:
                texts.append(f"<section class='part' id='part/{page.name}'><h1>{part}</h1></section>")
                contents.append(f"<li class='part'><a href='#part/{page.name}'>{part}</a></li>")
        heading = page.article.css_first("h1")
        if heading:
            heading.attrs["data-part"] = parts[page.name]
            contents.append(entry(page, heading))
        kind = "in-part" if part else "alone"
        texts.append(f"<section class='page {kind}' id='{page.name}'>{page.html}</section>")
    table = _("Contents")
    return (
        f"<!doctype html><html lang='{tag}'><head><meta charset='utf-8'><title>{name}</title>"
        f"{metadata(html, author)}<style>{page_words(_)}</style></head><body>"
        f"<section class='title'><h1>{name}</h1><p>{about}</p><p class='edition'>{edition}</p></section>"
        f"<nav class='contents'><h1>{table}</h1><ul>{''.join(contents)}</ul></nav>"
        f"{''.join(texts)}</body></html>"
    )


class Page:
    """A finished page, and what paper shows of it."""

    def __init__(self, html: Path, name: str, names: list[str], _: Words) -> None:
        self.name, self.names = name, names
        self.article = read(html, name, "article")
        for each in self.article.css(OF_SCREENS):
            if each.parent is not None:
                each.decompose()
        for each in self.article.css(".code"):
            leave_gaps(each)
        for each in self.article.css("[id]"):
            each.attrs["id"] = f"{name}/{each.attrs['id']}"
        for each in self.article.css("a[href]"):
            self.lead(each)
        self.folded = list(self.unfold(_))

    @property
    def html(self) -> str:
        """What the page says, and then what was folded on it."""
        return str(self.article.inner_html) + "".join(self.folded)

    def lead(self, link: LexborNode) -> None:
        """Let a link lead to its place in the document; raise PaperError if it leads to no page of the book."""
        href = str(link.attrs["href"])
        if href.startswith(("http:", "https:")):
            if not link.css("code") and not any(within(link, tag=tag) for tag in ("table", "dl", "figure")):
                link.insert_after(fragment(f"<span class='address'>{escape(href)}</span>"))
            return
        path, _sign, anchor = href.partition("#")
        line = "line" in str(link.attrs.get("class")).split()
        if line:  # on paper it leads to the listing
            anchor = nodes.make_id(anchor.rpartition(".")[0])
        target = normpath(join(dirname(self.name), path)).removesuffix(".html") if path else self.name
        if target not in self.names:
            raise PaperError(f"{self.name}.html: {href} leads to no page that docs/index.md names: name it there")
        link.attrs["href"] = f"#{target}/{anchor}" if anchor else f"#{target}"
        index = any(within(link, name=name) for name in ("index-of", "explained"))
        far = index or line or link.css("span.std-ref, span.std-numref, span.std-doc")
        if far and target != self.name and not NUMBER.fullmatch(link.text()) and not within(link, name="since"):
            link.attrs["class"] = "far"

    def unfold(self, _: Words) -> Iterator[str]:
        """Yield what folds on the page, for the end of the chapter; leave a line in its place."""
        folds, all_of_them = self.article.css(FOLDED), _("Answers, solutions, asides")
        for number, fold in enumerate(folds):
            there, here = f"{self.name}/folded-{number}", f"{self.name}/fold-{number}"
            summary = first(fold, "summary")
            title = inside(summary)
            summary.decompose()
            section = heading_above(fold)
            named = section and section.css_first(".section-number")
            number_of = named.text(strip=True).rstrip(".") + " " if named else ""
            if not number:
                yield f"<section class='answers'><h2>{all_of_them}</h2>"
            yield (
                f"<section id='{there}'><h3><a href='#{here}'>{number_of}</a>{title}</h3>{inside(fold)}</section>"
            )
            line = f"<p class='fold' id='{here}'><a class='far' href='#{there}'>{title}</a></p>"
            fold.replace_with(fragment(line))
        if folds:
            yield "</section>"


def heading_above(fold: LexborNode) -> LexborNode | None:
    """Return the heading of the section in which something folds."""
    above = fold.parent
    while above is not None and above.tag != "section":
        above = above.parent
    return above.css_first("h1, h2, h3") if above else None


def leave_gaps(code: LexborNode) -> None:
    """Leave out of a listing the lines that a click would show: three dots stand for them."""
    for each in code.css(".rest"):
        before = each.prev
        if before is None or "gap" not in (before.attributes.get("class") or ""):
            each.insert_before(fragment("<span class='gap'></span>"))
        each.decompose()


def part_of(html: Path, names: list[str]) -> dict[str, str]:
    """Return the part of each page, as the contents beside the front page say it, or nothing."""
    tree = read(html, "index", ".sidebar-tree")
    found, part = dict.fromkeys(names, ""), ""
    for each in tree.iter():
        for link in each.css("a[href]"):
            found[str(link.attrs["href"]).removesuffix(".html")] = part
        part = each.text(strip=True) if each.tag == "p" else ""
    return found


def entry(page: Page, heading: LexborNode) -> str:
    """Return the lines of a page in the table of contents: the page, and its sections."""
    sections = [(str(each.parent.id), inside(each)) for each in page.article.css("section > h2") if each.parent]
    lines = "".join(f"<li><a href='#{anchor}'>{title}</a></li>" for anchor, title in sections)
    return f"<li class='page'><a href='#{page.name}'>{inside(heading)}</a><ul>{lines}</ul></li>"


def metadata(html: Path, author: str) -> str:
    """Return who has written the book, and what its front page says about it."""
    about = read(html, "index", "meta[name=description]")
    said = {"author": author, "description": str(about.attrs["content"])}
    return "".join(f"<meta name='{name}' content=\"{escape(text)}\">" for name, text in said.items())


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


def read(html: Path, name: str, selector: str) -> LexborNode:
    """Return a part of a finished page; raise PaperError if it is not there."""
    path = html / f"{name}.html"
    if not path.is_file():
        raise PaperError(f"{path} is not there; run make html")
    return first(LexborHTMLParser(path.read_text("utf-8")), selector)


def first(node: LexborNode | LexborHTMLParser, selector: str) -> LexborNode:
    """Return the first element of a kind; raise PaperError if there is none."""
    found = node.css_first(selector)
    if found is None:
        raise PaperError(f"A page has no {selector} where one was; see what stands there now, and mend press/paper")
    return found


def inside(node: LexborNode) -> str:
    """Return the HTML that an element holds."""
    return str(node.inner_html)


def fragment(html: str) -> LexborNode:
    """Return an element from its HTML."""
    return first(LexborHTMLParser(html), "body > *")
