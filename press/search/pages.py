"""Finished pages, cut into the targets of a search: sections, listings, figures, terms, messages of a log."""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
BLOCKS = frozenset("p li div section h1 h2 h3 h4 pre dt dd td th tr figure figcaption summary table ul ol".split())
UNREAD = frozenset(
    "headerlink code-bar questions-title since admonition-title toctree-wrapper talk index-of explained cards guess"
    .split()
)
"""Classes of elements that say nothing of their own."""
DRAWN = re.compile(r"(?s)<(svg|template|script|button|label)\b.*?</\1>")
COLOURED = re.compile(r'<span class="(?:[a-z]|gp)">([^<]*)</span>')


@dataclass
class Node:
    """An element, or a text, whose tag is empty."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)
    data: str = ""

    @property
    def classes(self) -> frozenset[str]:
        """Return the names in the attribute class."""
        return frozenset(self.attributes.get("class", "").split())

    def walk(self) -> Iterator[Node]:
        """Yield the node and all that is inside."""
        yield self
        for child in self.children:
            yield from child.walk()

    def first(self, tag: str = "", of_class: str = "") -> Node | None:
        """Return the first node inside that has this tag or class."""
        return next((n for n in self.walk() if (of_class in n.classes if of_class else n.tag == tag)), None)

    def raw(self) -> str:
        """Return all text inside."""
        return self.data + "".join(child.raw() for child in self.children)

    def text(self) -> str:
        """Return the text of a node, with a space between blocks."""
        if not self.tag or self.classes & UNREAD:
            return "" if self.tag else self.data
        inner = "".join(child.text() for child in self.children)
        return f" {inner} " if self.tag in BLOCKS else inner


class Tree(HTMLParser):
    """The tree of a piece of HTML in which every element is closed, as our pages are (a test says so)."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.root = Node("root")
        self.open = [self.root]
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element, but for one that is void."""
        node = Node(tag, {key: value or "" for key, value in attrs})
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Only a void element closes itself."""
        self.open[-1].children.append(Node(tag))

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        if tag not in VOID:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        """Take a text."""
        self.open[-1].children.append(Node("", data=data))


@dataclass
class Entry:
    """A place: its kind, its number and title, and its text."""

    kind: str
    anchor: str
    number: str
    title: str
    above: list[int]
    """Which entries of the page it stands in, from the page itself to the nearest."""
    english: str = ""
    """The English name of a term."""
    prose: list[str] = field(default_factory=list)
    marked: list[str] = field(default_factory=list)
    """Text that the prose marks as code, as stressed, or as a term."""
    code: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    """Names that a listing defines, its file, the name of a quotation, commands."""
    about: str = ""
    """The plain words below the heading of a section."""
    asked: list[str] = field(default_factory=list)
    """Questions at the beginning of the chapter that are answered here."""

    @property
    def exercise(self) -> bool:
        """Is it the beginning of an exercise, or its solution?"""
        return "-exercises-" in self.anchor or "-solutions-" in self.anchor or self.title.startswith("★")


def squeeze(text: str) -> str:
    """Return a text with single spaces, and none before a sign."""
    return re.sub(r"\s+([,.;:)、。，])", r"\1", re.sub(r"\s+", " ", text)).strip()


def number_and_title(heading: Node) -> tuple[str, str]:
    """Return the number before the title of a heading or a caption, and the title."""
    numbers = (n.raw() for n in heading.walk() if n.classes & {"section-number", "caption-number"})
    number = squeeze("".join(numbers))
    title = squeeze("".join(child.text() for child in heading.children))
    return number.rstrip("."), squeeze(title.removeprefix(number))


def typed(code: str) -> str:
    """Return code without prompts."""
    return re.sub(r"^(>>>|\.\.\.|\$) ?", "", code, flags=re.MULTILINE)


def defined(code: str) -> list[str]:
    """Return the functions and classes that a module defines."""
    return re.findall(r"^\s*(?:async\s+)?(?:def|class)\s+((?!__)\w+)", code, re.MULTILINE)


class Cutter:
    """Goes through the article of a page once, and gives each text to the innermost entry around it."""

    def __init__(self, html: str) -> None:
        self.entries: list[Entry] = []
        self.around: list[int] = []
        self.asked: list[tuple[str, str]] = []
        start = html.find("<article")
        if start < 0:
            return
        article = html[start : html.index("</article>", start)]
        self.visit(Tree(COLOURED.sub(r"\1", DRAWN.sub("", article))).root)
        if about := re.search(r'<meta content="([^"]*)" name="description"', html):
            self.entries[0].prose.append(unescape(about[1]))
            self.entries[0].marked.append(unescape(about[1]))
        of = {entry.anchor: entry for entry in self.entries}
        for anchor, question in self.asked:
            if anchor in of:
                of[anchor].asked.append(question)

    @property
    def here(self) -> Entry:
        """Return the innermost entry."""
        return self.entries[self.around[-1]]

    def add(self, kind: str, anchor: str, number: str, title: str) -> Entry:
        """Add an entry below the innermost one."""
        self.entries.append(Entry(kind, anchor, number, title, list(self.around)))
        return self.entries[-1]

    def visit(self, node: Node) -> None:
        """Take the inside of a node; one with a heading or a caption is an entry."""
        classes = node.classes
        if classes & UNREAD:
            return
        kind, heading = "", None
        if "questions" in classes:
            links = (link for link in node.walk() if link.tag == "a")
            self.asked += [(link.attributes["href"].removeprefix("#"), squeeze(link.text())) for link in links]
        if node.tag == "section":
            kind = "section" if self.around else "page"
            heading = next((child for child in node.children if re.fullmatch("h[1-6]", child.tag)), None)
        elif "literal-block-wrapper" in classes:
            kind, heading = "listing", node.first(of_class="code-block-caption")
        elif "puzzle" in classes:
            kind, heading = "listing", node.first(of_class="ask")
        elif node.tag == "figure":
            kind, heading = "figure", node.first("figcaption")
            for legend in node.children:  # "the same as a table": what the drawing says, again
                legend.children = [child for child in legend.children if child.tag != "details"]
        if heading is not None and (anchor := node.attributes.get("id")):
            self.add(kind, anchor, *number_and_title(heading))
            self.around.append(len(self.entries) - 1)
            for child in node.children:
                if child is not heading and "drawing" not in child.classes:
                    self.visit(child)
            self.around.pop()
        elif not self.around:
            self.inside(node)
        elif "glossary" in classes:
            self.terms(node)
        elif node.tag == "div" and "code" in classes:
            self.code(node)
        elif "highlight-sh" in classes:  # a command is a name
            self.here.names.append(node.raw())
        elif node.tag == "pre":
            self.here.code.append(typed(node.raw()))
        elif "about" in classes:
            self.here.about = squeeze(node.text())
        elif node.tag in ("p", "dt", "th", "td", "summary") or not node.tag:
            self.prose(node)
        elif node.tag == "tr" and "id" in node.attributes:
            self.message(node)
        else:
            self.inside(node)

    def inside(self, node: Node) -> None:
        """Visit the children."""
        for child in node.children:
            self.visit(child)

    def prose(self, node: Node) -> None:
        """Take a paragraph, or a block like one."""
        if text := squeeze(node.text()):
            self.here.prose.append(text)
            for part in node.walk():
                if part.tag in ("code", "em", "strong") or "std-term" in part.classes:
                    self.here.marked.append(part.raw())

    def message(self, row: Node) -> None:
        """Take a row with a message of a log, and its meaning."""
        head, *cells = (child for child in row.children if child.tag)
        message = self.add("message", row.attributes["id"], "", squeeze(head.raw()))
        message.prose = [squeeze(cell.text()) for cell in cells]

    def code(self, node: Node) -> None:
        """Take the code of a listing, a session, a quotation; of a listing that builds on another the new lines."""
        here, pre = self.here, node.first("pre")
        name, classes = node.attributes.get("data-object", ""), node.classes
        if pre is None or (here.kind != "listing" and name and "quoted" not in classes):
            return  # a whole class once more, at the end of a chapter: its listings are indexed
        new = [part.raw().strip("\n") for part in pre.walk() if "new" in part.classes]
        code = typed("\n".join(new) if new else pre.raw())
        here.code.append(code)
        file = node.first(of_class="file")
        if "quoted" in classes:
            here.names.append(name)
        elif here.kind == "listing" and "module" in classes:
            shown = file.raw().removeprefix("ghetto_asyncio/") if file else ""
            here.names += [*defined(code), shown, node.attributes.get("data-listing", "")]

    def terms(self, node: Node) -> None:
        """Take the terms of a glossary."""
        for child in node.children:
            if child.tag == "dt":
                english = child.first(of_class="english")
                title = squeeze("".join(each.text() for each in child.children if each is not english))
                term = self.add("term", child.attributes["id"], "", title)
                term.english = squeeze(english.raw()) if english else ""
            elif child.tag == "dd":
                self.entries[-1].prose.append(squeeze(child.text()))


def cut(html: str) -> list[Entry]:
    """Return the entries of a page."""
    return Cutter(html).entries
