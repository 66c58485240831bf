"""English in a translated page, for screen readers: titles of other authors' works, and terms in brackets."""
from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util.typing import ExtensionMetadata

from press.language import LANGUAGES, SOURCE

ENGLISH = "language-en"
"""docutils makes lang="en" of this class"""
TERM = re.compile(r"(?<=[(（])([a-z]{2,}(?:[ -][a-z]+)*)(?=[)）])")
"""A term in brackets, where letters alone tell English from the language of the page."""


def titles(document: nodes.document) -> list[nodes.Element]:
    """Return the outside links and the stressed texts of at least two words."""
    links = [link for link in document.findall(nodes.reference) if "refuri" in link]
    return [part for part in (*links, *document.findall(nodes.emphasis)) if len(part.astext().split()) > 1]


class RememberTitles(SphinxTransform):
    """Before translation (20): note them."""

    default_priority = 19

    def apply(self, **kwargs: Any) -> None:
        self.env.current_document["titles"] = {part.astext() for part in titles(self.document)}


class MarkTitles(SphinxTransform):
    """After it: mark those that are still the same, and terms."""

    default_priority = 21

    def apply(self, **kwargs: Any) -> None:
        if self.config.language == SOURCE:
            return
        for part in titles(self.document):
            if part.astext() in self.env.current_document["titles"]:
                part["classes"].append(ENGLISH)
        if re.search(f"[{LANGUAGES[self.config.language].letters}]", "az"):
            return
        for text in list(self.document.findall(nodes.Text)):
            pieces = TERM.split(text) if isinstance(text.parent, nodes.paragraph) else []
            if len(pieces) > 1:
                text.parent.replace(text, [
                    nodes.inline("", piece, classes=[ENGLISH]) if number % 2 else nodes.Text(piece)
                    for number, piece in enumerate(pieces) if piece
                ])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the transforms."""
    app.add_transform(RememberTitles)
    app.add_transform(MarkTitles)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
