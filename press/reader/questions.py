"""The questions that open a chapter lead to the sections that answer them: from the box, and from the answers' fold.

The author says it once, in the box: ``- [Who runs the scheduler?](#being-interrupted)``.
"""
from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util.typing import ExtensionMetadata

from press.listing.details import summary

ANSWERS = "Can you answer them now?"
"""The title of the fold."""


def folds_of_answers(document: nodes.document) -> list[nodes.Element]:
    """Return the folds of a page with answers to its questions."""
    return [title.parent for title in document.findall(summary) if title.rawsource == ANSWERS]


class LinkAnswers(SphinxTransform):
    """After translation (20): each bold question in the fold becomes the link that it is in the box."""

    default_priority = 25

    def apply(self, **kwargs: object) -> None:
        boxes = [node for node in self.document.findall(nodes.admonition) if "questions" in node["classes"]]
        asked = [link for box in boxes for link in box.findall(nodes.reference)]
        for fold in folds_of_answers(self.document):
            fold["classes"].append("pairs")
        answers = [line for fold in folds_of_answers(self.document) for line in fold.findall(nodes.paragraph)]
        bold = [found[0] for line in answers if (found := list(line.findall(nodes.strong)))]
        for link, node in zip(asked, bold):
            again = link.copy()
            again["classes"].append("up")
            again += node.children
            node.children = []
            node += again


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the transform."""
    app.add_transform(LinkAnswers)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
