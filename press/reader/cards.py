"""The ``{cards}`` directive: three questions at the end of a chapter, each with its answer folded up.

    ```{cards}
    ```

One is of this chapter, one of two chapters ago, one of five ago: so each question that is asked once is asked again
when half of it is forgotten. No card is written: they are the pairs of the folds "Can you answer them now?", as they
are in the language of the book, and a page with cards is written anew when one of its pairs changes.
"""
from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, TypeVar

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.locale import _
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from press.contents import chapters
from press.listing.details import depart_folded, folded, pass_through, summary
from press.reader.later import called, publish, written
from press.reader.questions import ANSWERS, folds_of_answers

log = logging.getLogger(__name__)
T = TypeVar("T", bound=nodes.Element)

MARK = "？"
"""A question mark that stands outside the bold question that it ends."""
AGO = (0, 2, 5)
"""How many chapters ago the questions were asked for the first time."""


class cards(nodes.General, nodes.Element):
    """The place of the cards, and then their container."""


class card(folded):
    """A question, with its answer folded up."""


@dataclass(frozen=True)
class Pair:
    """A question with its answer, as they stand on the page of a chapter, and the section that answers it."""

    page: str
    number: int
    """Which question of its page it is, from 0."""
    anchor: str
    question: nodes.inline
    answer: nodes.paragraph

    @property
    def name(self) -> str:
        """Its name in the browser."""
        return f"{self.page}.{self.number}"


@dataclass
class Kept:
    """The pairs of a page, and the line of its cards, if it has any."""

    pairs: list[Pair]
    line: int


def kept(env: BuildEnvironment) -> dict[str, Kept]:
    """Return {page: its pairs}; the environment keeps them."""
    found: dict[str, Kept] = env.__dict__.setdefault("book_cards", {})
    return found


class CardsDirective(SphinxDirective):
    """Ask three questions here."""

    def run(self) -> list[nodes.Node]:
        node = cards()
        self.set_source_info(node)
        return [node]


def pairs(document: nodes.document, page: str) -> Iterator[Pair]:
    """Yield the questions and answers of a page that has been read, translated and linked."""
    lines = [line for fold in folds_of_answers(document) for line in fold.findall(nodes.paragraph)]
    number = 0
    for line in lines:
        parts = [child for child in line.children if not isinstance(child, nodes.Text) or child.strip()]
        if not (parts and isinstance(parts[0], nodes.strong)):
            continue
        question, *answer = parts
        link = question.next_node(nodes.reference)
        anchor = link.get("refid") or link.get("refuri", "").partition("#")[2] if link else ""
        words, said = alone(nodes.inline, link.children if link else question.children), alone(nodes.paragraph, answer)
        first = said.children[0] if said.children else None
        if isinstance(first, nodes.Text) and first.startswith(MARK):  # Chinese has it behind the bold question
            words += nodes.Text(MARK)
            said.replace(first, nodes.Text(first.removeprefix(MARK)))
        yield Pair(page, number, anchor, words, said)
        number += 1


def alone(kind: type[T], children: Sequence[nodes.Node]) -> T:
    """Return copies of nodes in a new one, which drag no page along."""
    node = kind()
    node.extend(child.deepcopy() for child in children)
    for each in node.findall(nodes.Element):
        each.__dict__.pop("_document", None)
    first = node.children[0] if node.children else None
    if isinstance(first, nodes.Text):
        node.replace(first, nodes.Text(first.lstrip()))
    return node


def chosen(page: str, book: list[str], found: dict[str, Kept]) -> Iterator[Pair]:
    """Yield the questions of the cards of a chapter.

    A chapter is quoted three times, each time with the next one of its questions: of three, none comes twice.
    """
    here = book.index(page) if page in book else -1
    for turn, ago in enumerate(AGO):
        there = here - ago
        if there >= 0 and book[there] in found and (have := found[book[there]].pairs):
            yield have[(there + turn) % len(have)]


def look(app: Sphinx, document: nodes.document) -> None:
    """Look through a page that has been read and translated."""
    page = app.env.current_document.docname
    place = document.next_node(cards)
    line = (place.line or 1) if place is not None else 0
    kept(app.env)[page] = Kept(list(pairs(document, page)), line)


def forget(app: Sphinx, env: BuildEnvironment, page: str) -> None:
    """Forget a page that is gone, or is read anew."""
    kept(env).pop(page, None)


def merge(app: Sphinx, env: BuildEnvironment, pages: list[str], other: BuildEnvironment) -> None:
    """Take over the pairs that another process has kept."""
    kept(env).update({page: kept(other)[page] for page in pages})


def check(app: Sphinx, env: BuildEnvironment) -> None:
    """Complain about cards on a page that has no questions."""
    book = chapters(Path(app.config.book_root))
    for page, own in kept(env).items():
        if own.line and not (page in book and own.pairs):
            log.error("{cards} asks what a chapter has in its fold “%s”: this page is no chapter, or has none", ANSWERS,
                      location=(page, own.line), type="cards")


def rewrite_if_changed(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the pages of which a card has changed."""
    book = chapters(Path(app.config.book_root))
    now = {
        page: zlib.crc32(repr([
            (pair.name, pair.anchor, pair.question.pformat(), pair.answer.pformat(), section_of(pair, env))
            for pair in chosen(page, book, kept(env))
        ]).encode())
        for page, own in kept(env).items() if own.line
    }
    before = env.__dict__.get("book_asked", {})
    env.__dict__["book_asked"] = now
    return [page for page, number in now.items() if number != before.get(page)]


def section_of(pair: Pair, env: BuildEnvironment) -> tuple[str, list[nodes.Node]]:
    """Return the number and the title of the section that answers a question."""
    numbers = env.toc_secnumbers.get(pair.page, {})
    number = numbers.get(f"#{pair.anchor}", numbers.get("", ()))
    links = env.tocs[pair.page].findall(nodes.reference)
    title = next((link for link in links if link["anchorname"] == f"#{pair.anchor}"), env.titles[pair.page])
    return ".".join(map(str, number)), title.children


class AskCards(SphinxPostTransform):
    """Put the cards into their place; Sphinx resolves their references (10), as it does on any page."""

    default_priority = 5

    def run(self, **kwargs: Any) -> None:
        """Ask three questions."""
        page, book = self.env.current_document.docname, chapters(Path(self.config.book_root))
        for place in list(self.document.findall(cards)):
            place += nodes.paragraph("", _("Answer each of these before you open it."))
            place += [self.ask(pair, page) for pair in chosen(page, book, kept(self.env))]

    def ask(self, pair: Pair, page: str) -> card:
        """Return the card of a question, with a link to the section that answers it."""
        answer = pair.answer.deepcopy()
        for each in answer.findall(addnodes.pending_xref):
            each["refdoc"] = page
        for own in answer.findall(nodes.reference):
            if "refid" in own:
                own["refuri"] = f"#{own.attributes.pop('refid')}"
            if own["refuri"].startswith("#"):
                own["of_page"] = pair.page
        number, title = section_of(pair, self.env)
        words = [nodes.Text(f"→\u00a0{number} "), *(part.deepcopy() for part in title)]
        link = nodes.reference("", "", *words, refuri=f"#{pair.anchor}", of_page=pair.page, internal=True)
        answer += [nodes.Text(" "), link]
        question = summary("", "", *pair.question.deepcopy().children)
        if pair.page != page:
            question += [nodes.Text(" "), nodes.inline("", self.chapter(pair.page), classes=["of"])]
        return card("", question, answer, name=pair.name)

    def chapter(self, page: str) -> str:
        """Return the number and the title of a chapter that is quoted."""
        title = self.env.titles[page]
        return f"{'.'.join(map(str, title['secnumber']))}.\u00a0{title.astext()}"


def lead(app: Sphinx, document: nodes.document, page: str) -> None:
    """Let the links of cards that lead to a place of the page that they are from lead there."""
    for link in document.findall(nodes.reference):
        if link.attributes.get("of_page", page) != page:
            link["refuri"] = app.builder.get_relative_uri(page, link["of_page"]) + link["refuri"]


def write(app: Sphinx, error: Exception | None) -> None:
    """Write the script of the cards, and beside it all pairs, which a browser needs when one has been missed."""
    if error or app.builder.name != "html":
        return
    found, book = kept(app.env), chapters(Path(app.config.book_root))
    asking = [page for page in book if page in found and found[page].line]
    if not asking:
        return
    words = {
        "missed": _("I missed it"), "kept": _("It comes again, two chapters later. Only your browser knows."),
        "forget": _("Forget it all"), "again": _("You missed these:"),
    }
    publish(app, "cards.js", called("cards", book, asking, words))
    said = {
        page: finished((Path(app.outdir) / f"{page}.html").read_text("utf-8"), found[page].pairs, app.env)
        for page in book if page in found and found[page].pairs
    }
    publish(app, "cards.pairs.js", f"bookCards({written(said)});\n")


def finished(html: str, own: list[Pair], env: BuildEnvironment) -> list[tuple[str, str, str]]:
    """Return the question, the answer and the link of each pair of a finished page, as HTML."""
    folds = "".join(re.findall(r'(?s)<details class="pairs">(.*?)</details>', html))
    lines = re.findall(r"(?s)<p[^>]*><strong>(?:<a [^>]*>)?(.*?)(?:</a>)?</strong>(.*?)</p>", folds)
    return [
        (question + MARK * answer.startswith(MARK), answer.removeprefix(MARK).strip(),
         f'<a href="#{pair.anchor}">→\u00a0{escape(title_of(pair, env))}</a>')
        for pair, (question, answer) in zip(own, lines, strict=True)
    ]


def title_of(pair: Pair, env: BuildEnvironment) -> str:
    """Return the number and the title of the section that answers a question, as text."""
    number, title = section_of(pair, env)
    return f"{number} {''.join(part.astext() for part in title)}"


def visit_cards(self: HTML5Translator, node: cards) -> None:
    """Open the box."""
    self.body.append('<div class="cards">\n')


def depart_cards(self: HTML5Translator, node: cards) -> None:
    """Close it."""
    self.body.append("</div>\n")


def visit_card(self: HTML5Translator, node: card) -> None:
    """Open a card."""
    self.body.append(f'<details data-card="{node["name"]}">')


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive, its nodes, and the hooks."""
    other = (pass_through, pass_through)
    app.add_node(cards, html=(visit_cards, depart_cards), latex=other, text=other, texinfo=other, man=other)
    app.add_node(card, html=(visit_card, depart_folded), latex=other, text=other, texinfo=other, man=other)
    app.add_directive("cards", CardsDirective)
    app.add_post_transform(AskCards)
    app.connect("doctree-read", look)
    app.connect("doctree-resolved", lead)
    app.connect("env-purge-doc", forget)
    app.connect("env-merge-info", merge)
    app.connect("env-check-consistency", check)
    app.connect("env-get-updated", rewrite_if_changed)  # when all has its number
    app.connect("build-finished", write)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
