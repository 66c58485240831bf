"""The ``{index-of}`` directive, and the sections that explain a term.

    ```{index-of} numbers
    ```

There are indices of numbers (listings, figures and exercises) and of bugs, with a section for each chapter that has
any. Their entries are known when all pages are read, so they are filled in before the page is written, and into the
contents of that page, too; a glossary gets, below each entry, the sections that link to it. A section that explains a
term and has no such link says so, and leaves nothing on the page:

    ```{explains} quantum, context switch
    ```
"""
from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from press.catalogue import PACKAGE
from press.contents import numbers, pages
from press.indices.entries import NOTHING, Place, Said, Section, explains, found, index_of, said, terms

log = logging.getLogger(__name__)
EXERCISE, SOLUTION = ".exercises.", ".solutions."
END = re.compile(r"[.?!][”\"»]?\s+|[。？！]”?")
"""Where a sentence may end."""
MOST = 3
"""Sections that are named for a term: the first explains it, others need it."""


def is_exercise(place: Place) -> bool:
    """Is it the beginning of an exercise, or its solution?"""
    return EXERCISE in place.name or SOLUTION in place.name


def written(text: Said) -> Sequence[nodes.Node]:
    """Return the nodes of a text."""
    return [nodes.literal("", part) if code else nodes.Text(part) for part, code in text]


def first_sentence(parts: Said) -> Said:
    """Return the beginning of a text, up to the end of its first sentence."""
    for number, (text, code) in enumerate(parts):
        for end in () if code else END.finditer(text):
            before, after = text[: end.end()].rstrip(), text[end.end() :]
            if end[0][0] in "。？！" or not after or not (after[0].islower() or after[0].isdigit()):
                return (*parts[:number], (before, False))
    return parts


def without_stop(parts: Said) -> Said:
    """Return a text without the full stop at its end: in an index, a caption is no sentence among others."""
    if not parts or parts[-1][1]:
        return parts
    return (*parts[:-1], (parts[-1][0].rstrip(".。"), False))


def entry(*paragraphs: Sequence[nodes.Node]) -> nodes.list_item:
    """Return an item of a list."""
    return nodes.list_item("", *(nodes.paragraph("", "", *words) for words in paragraphs))


class IndexDirective(SphinxDirective):
    """Leave the place of an index."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        kind = self.arguments[0]
        if kind not in KINDS:
            log.error("there is no index of %r; there are: %s", kind, ", ".join(KINDS),
                      location=self.get_location(), type="indices")
            return []
        return [index_of(kind=kind)]


class ExplainsDirective(SphinxDirective):
    """Say which terms the glossary is to lead to this section for, where the text has no link to them."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        node = explains(terms=[term.strip() for term in self.arguments[0].split(",")])
        self.set_source_info(node)
        return [node]


class Writer:
    """Writes indices and glossary into one page, when all pages are known."""

    def __init__(self, app: Sphinx, page: str) -> None:
        self.app, self.env, self.page = app, app.env, page
        self.root = Path(app.config.book_root)

    def index(self, kind: str) -> Iterator[nodes.section]:
        """Yield a section of the index for each page that has something for it."""
        for page in pages(self.root):
            have = [place for place in found(self.env).get(page, NOTHING).places if self.number(place)]
            if lists := list(KINDS[kind](self, have)):
                title = self.env.titles[page]
                number = "".join(f"{part}. " for part in title.attributes.get("secnumber", ()))
                link = self.link(page, "", nodes.Text(number), *written(said(title)))
                anchor = page.split("/")[-1]
                yield nodes.section("", nodes.title("", "", link), *lists, ids=[anchor], classes=["index-of"])

    def numbers(self, places: list[Place]) -> Iterator[nodes.Node]:
        """Yield all that has a number: listings, figures, exercises."""
        for name, entries in (
            (_("Listings"), self.listings(places)), (_("Figures"), self.figures(places)),
            (_("Exercises"), self.exercises(places)),
        ):
            if items := list(entries):
                yield nodes.paragraph("", name, classes=["kind"])
                yield nodes.bullet_list("", *items)

    def bugs(self, places: list[Place]) -> Iterator[nodes.Node]:
        """Yield the listings that have a lesson, with it."""
        items = [
            entry([self.to(place), nodes.Text(" "), *written(place.caption)], [*written(place.lesson)])
            for place in places if place.lesson
        ]
        if items:
            yield nodes.bullet_list("", *items)

    def listings(self, places: list[Place]) -> Iterator[nodes.Node]:
        """Yield an entry for each listing that is no exercise."""
        for place in places:
            if place.kind == "code-block" and not is_exercise(place):
                yield entry([self.to(place), nodes.Text(" "), *written(place.caption)], self.file(place))

    def exercises(self, places: list[Place]) -> Iterator[nodes.Node]:
        """Yield an entry for each section with an exercise; of its solution it says only where that is."""
        for section, those in groupby(filter(is_exercise, places), key=lambda place: place.section):
            lines = [
                [nodes.Text(_("Solution") + " · "), self.to(place)] if SOLUTION in place.name
                else [self.to(place), nodes.Text(" "), *self.file(place)]
                for place in those
            ]
            yield entry([self.link(section.page, section.anchor, *written(section.title))], *lines)

    def figures(self, places: list[Place]) -> Iterator[nodes.Node]:
        """Yield an entry for each figure, and say through which one can step."""
        for place in places:
            if place.kind == "figure":
                words = [self.to(place), nodes.Text(" "), *written(without_stop(first_sentence(place.caption)))]
                if "run" in place.name.split() and self.app.builder.name != "epub":
                    step = nodes.inline("", " · " + _("step by step"), classes=["since"])
                    words.append(step)  # as pale as what a listing says of an earlier one
                yield entry(words)

    def number(self, place: Place) -> str:
        """Return the number of a listing or figure, in the words of the language, or nothing."""
        number = self.env.toc_fignumbers.get(place.page, {}).get(place.kind, {}).get(place.anchor, ())
        return self.app.config.numfig_format[place.kind] % ".".join(map(str, number)) if number else ""

    def to(self, place: Place) -> nodes.reference:
        """Return a link to a listing or figure."""
        return self.link(place.page, place.anchor, nodes.Text(self.number(place)))

    def link(self, page: str, anchor: str, *words: nodes.Node) -> nodes.reference:
        """Return a link to a place of the book."""
        uri = self.app.builder.get_relative_uri(self.page, page)
        return nodes.reference("", "", *words, refuri=uri + f"#{anchor}" * bool(anchor), internal=True)

    def file(self, place: Place) -> Sequence[nodes.Node]:
        """Return the file of a listing, and the names that it defines."""
        parts = (place.file.removeprefix(f"{PACKAGE}/"), *place.defines)
        return [node for part in parts for node in (nodes.Text(" · "), nodes.literal("", part))][1:]

    def explain(self, glossary: nodes.Element) -> None:
        """Put below each entry the first sections that link to it."""
        chapters = numbers(self.root)
        places: dict[str, dict[Section, None]] = {}
        for page in filter(chapters.get, pages(self.root)):
            for mention in found(self.env).get(page, NOTHING).mentions:
                _page, anchor = terms(self.env).get(mention.term.lower(), ("", ""))
                places.setdefault(anchor, {})[mention.section] = None
        for item in glossary.findall(nodes.definition_list_item):
            ids = [each for term in item.findall(nodes.term) for each in term["ids"]]
            those = [section for each in ids for section in places.get(each, ())][:MOST]
            links = [node for section in those for node in (nodes.Text(" · "), self.numbered(section))][1:]
            if links:
                (definition,) = item.findall(nodes.definition)
                definition += nodes.paragraph("", "→ ", *links, classes=["explained"])

    def numbered(self, section: Section) -> nodes.reference:
        """Return a link to a section, with its number."""
        kept = self.env.toc_secnumbers.get(section.page, {})
        number = kept.get(f"#{section.anchor}", kept.get("", ()))
        words = nodes.Text(".".join(map(str, number)) + "\u00a0")
        return self.link(section.page, section.anchor, words, *written(section.title))


KINDS: dict[str, Callable[[Writer, list[Place]], Iterator[nodes.Node]]] = {
    "numbers": Writer.numbers, "bugs": Writer.bugs,
}
"""The indices, and the methods that make their lists for a page."""


def write_contents(app: Sphinx, page: str, sections: list[nodes.section]) -> None:
    """Let the contents of a page lead to the sections of its index; it has no others."""
    items = []
    for section in sections:
        words = next(section.findall(nodes.reference)).deepcopy().children
        link = nodes.reference("", "", *words, internal=True, refuri=page, anchorname=f"#{section['ids'][0]}")
        items.append(nodes.list_item("", addnodes.compact_paragraph("", "", link)))
    top = next(app.env.tocs[page].findall(nodes.list_item))
    top[1:] = [nodes.bullet_list("", *items)]


def fill_in(app: Sphinx, document: nodes.document, page: str) -> None:
    """Fill in the indices and the glossary of a page."""
    if app.builder.name == "gettext":
        return  # it has been extracted where it stands
    writer = Writer(app, page)
    for node in list(document.findall(index_of)):
        sections = list(writer.index(node["kind"]))
        node.replace_self(sections)
        write_contents(app, page, sections)
    for glossary in document.findall(addnodes.glossary):
        writer.explain(glossary)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives and the filling in."""
    app.add_directive("index-of", IndexDirective)
    app.add_directive("explains", ExplainsDirective)
    app.connect("doctree-resolved", fill_in)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
