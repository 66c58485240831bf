"""The glossary of a translated book gives the English term beside its own: readers go on to English documentation."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util.typing import ExtensionMetadata


def terms(document: nodes.document) -> Iterator[nodes.term]:
    """Yield the terms of the glossaries on a page."""
    for glossary in document.findall(addnodes.glossary):
        yield from glossary.findall(nodes.term)


class RememberTerms(SphinxTransform):
    """Before translation (20): note what a term is called in English."""

    default_priority = 19

    def apply(self, **kwargs: Any) -> None:
        for term in terms(self.document):
            term["english"] = term.astext()


class AddEnglishTerms(SphinxTransform):
    """After it: put the English term behind one that has another name."""

    default_priority = 22

    def apply(self, **kwargs: Any) -> None:
        for term in terms(self.document):
            english = term.attributes.pop("english")
            if term.astext() != english:
                # docutils makes lang="en" of this class
                term += [nodes.Text(" "), nodes.inline("", english, classes=["english", "language-en"])]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the transforms."""
    app.add_transform(RememberTerms)
    app.add_transform(AddEnglishTerms)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
