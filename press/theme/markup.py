"""How text, code and tables are marked up: a span only where the colour changes, no class that no style sheet asks for.

A page is half as heavy for it. The colours are in book.css; copying needs the class of prompts (``gp``).
"""
from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from html import escape
from typing import Any

from docutils import nodes
from pygments.formatters import HtmlFormatter
from pygments.token import Comment, Generic, Keyword, Name, Operator, String, _TokenType
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from press.language import LANGUAGES
from press.listing.html import write_doctest
from press.listing.plumbing import Plumbing, plumbing
from press.theme.bars import drawn
from whoruns.page.colours import add, to_html

CLASSES = {
    Comment: "c", String: "s", Keyword: "k", Operator.Word: "k", Name.Function: "f", Name.Class: "f",
    Generic.Prompt: "gp",
}
"""The kinds of token that are marked up, with the class of their spans; a kind holds for all below it."""


@functools.cache
def class_of(kind: _TokenType) -> str:
    """Return the class of a token's span, or nothing if it looks like all other text."""
    return next((name for above, name in CLASSES.items() if kind in above), "")


class SparingFormatter(HtmlFormatter):  # type: ignore[misc]
    """Writes one span around neighbours of one colour, and none around text without a colour of its own."""

    def _format_lines(self, tokensource: Iterator[tuple[_TokenType, str]]) -> Iterator[tuple[int, str]]:
        """Yield the lines, each with its line break; a span ends where its line does."""
        line: list[tuple[str, str]] = []
        for kind, value in tokensource:
            for place, text in enumerate(value.split("\n")):
                if place:
                    yield 1, f"{to_html(line)}\n"
                    line = []
                add(line, class_of(kind), text)
        if line:
            yield 1, f"{to_html(line)}\n"


class Translator(HTML5Translator):
    """Writes text without parts that only other themes need: docutils' classes, empty spans, paragraphs in cells."""

    def visit_literal(self, node: nodes.Element) -> None:
        """Write code within a sentence; two blanks stay two."""
        text = escape(node.astext(), quote=False).replace("  ", "\u00a0 ")
        self.body.append(self.starttag(node, "code", "") + text + "</code>")
        raise nodes.SkipNode

    def visit_literal_block(self, node: nodes.literal_block) -> None:
        """Write a block of code; the plumbing of a session folds."""
        folding = node.get("language") == "pycon" and self.builder.name == "html"
        folds = plumbing(node.astext(), "pycon") if folding else Plumbing()
        if folds.statements:
            write_doctest(self, node, folds)
        super().visit_literal_block(node)

    def visit_inline(self, node: nodes.inline) -> None:
        """Write a span if it says something."""
        if node["classes"] or node["ids"]:
            super().visit_inline(node)

    def depart_inline(self, node: nodes.inline) -> None:
        """End it."""
        if node["classes"] or node["ids"]:
            super().depart_inline(node)

    def add_permalink_ref(self, node: nodes.Element, title: str) -> None:
        """Let a heading lead to itself, unless it leads to a chapter (press/indices/writing.py)."""
        if "index-of" not in node["classes"]:
            super().add_permalink_ref(node, title)

    def visit_reference(self, node: nodes.Element) -> None:
        """Begin a link; style sheets ask for the classes of one within the book in contents only."""
        super().visit_reference(node)
        if not isinstance(node.parent, addnodes.compact_paragraph):
            self.body[-1] = self.body[-1].replace(' class="reference internal"', "")

    def depart_reference(self, node: nodes.reference) -> None:
        """End a link; one in the contents of a page has the subject of its section (press/theme/about.py)."""
        if "about" in node:
            self.body.append(f' <span class="about">{escape(node["about"])}</span>')
        super().depart_reference(node)

    def visit_row(self, node: nodes.Element) -> None:
        """Begin a row; one about a message can be linked to."""
        messages = self.builder.current_docname == "messages" and isinstance(node.parent, nodes.tbody)
        name = f"message-{nodes.make_id(node[0].astext())}" if messages else ""
        self.body.append(f'<tr id="{name}">' if name else "<tr>")
        node.column = 0  # type: ignore[attr-defined]

    def visit_entry(self, node: nodes.Element) -> None:
        """Begin a cell; an empty one at the head of a column is no heading."""
        row: Any = node.parent
        group = row.parent.parent
        head = group.stubs[row.column] or isinstance(row.parent, nodes.thead)
        tag = "th" if head and node.astext() else "td"
        row.column += 1
        self.body.append(self.starttag(node, tag, ""))
        self.context.append(f"{drawn(node, self.config.language)}</{tag}>\n")

    def visit_paragraph(self, node: nodes.paragraph) -> None:
        """Begin a paragraph, unless it is alone in its cell."""
        if not alone(node):
            super().visit_paragraph(node)

    def depart_paragraph(self, node: nodes.paragraph) -> None:
        """End it."""
        if not alone(node):
            super().depart_paragraph(node)


def alone(node: nodes.paragraph) -> bool:
    """Is this paragraph all that its cell holds?"""
    return isinstance(node.parent, nodes.entry) and len(node.parent) == 1


class KeepEndings(SphinxPostTransform):
    """Keep on one line words that its language does not break: a browser breaks the Russian 10-й after the hyphen."""

    default_priority = 900
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Put hyphens that do not break into the text of a page, code apart."""
        unbroken = LANGUAGES[self.config.language].unbroken
        for text in list(self.document.findall(nodes.Text)) if unbroken else []:
            kept = re.sub(unbroken, "\u2011", text)
            if kept != text and not isinstance(text.parent, nodes.literal | nodes.literal_block):
                text.parent.replace(text, nodes.Text(kept))


def use_formatter(app: Sphinx) -> None:
    """Let Sphinx highlight code blocks with the formatter."""
    if isinstance(app.builder, StandaloneHTMLBuilder):
        app.builder.highlighter.formatter = SparingFormatter


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the formatter and how nodes are written."""
    app.connect("builder-inited", use_formatter)
    app.add_post_transform(KeepEndings)
    for builder in ("html", "epub"):
        app.set_translator(builder, Translator)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
