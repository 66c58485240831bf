"""Texts that MyST and Sphinx lose on the way to gettext and back, given back or reported.

Each class names the defect; the tests show it on a page of its own.
"""
from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.nodes import extract_messages
from sphinx.util.typing import ExtensionMetadata

log = logging.getLogger(__name__)


class FillSource(SphinxTransform):
    """MyST gives the cells of a table in a directive no source: Sphinx does not extract them."""

    default_priority = 5

    def apply(self, **kwargs: Any) -> None:
        for node in self.document.findall(nodes.TextElement):
            if node.source is None and not isinstance(node, nodes.Inline):
                above = node.parent
                while above is not None and not (above.source and above.line):
                    above = above.parent
                if above is not None:
                    node.source, node.line = above.source, node.line or above.line


class RememberMessages(SphinxTransform):
    """Before translation (20): note which node has which message."""

    default_priority = 19

    def apply(self, **kwargs: Any) -> None:
        messages = extract_messages(self.document)
        kinds = (addnodes.translatable, nodes.image)
        before = [(node, text) for node, text in messages if not isinstance(node, kinds)]
        self.document.__dict__["messages_before"] = before


class ReportDropped(SphinxTransform):
    """Sphinx drops, without a word, a translation that reads as a block ('1. x', '- x', '# x')."""

    default_priority = 21

    def apply(self, **kwargs: Any) -> None:
        before = self.document.__dict__.pop("messages_before")
        folder = Path(self.config.locale_dirs[0]) / self.config.language / "LC_MESSAGES"
        path = folder / f"{self.env.current_document.docname}.po"
        if not path.is_file():
            return
        with path.open("rb") as file:
            catalogue = read_po(file)
        for node, text in before:
            message = catalogue[text]
            if message and message.string not in ("", text) and not message.fuzzy and not node.get("translated"):
                log.warning(
                    "this translation is not used, because it does not read as one paragraph: %.60r",
                    message.string,
                    location=f"{path}:{message.lineno}",
                    type="i18n",
                )


class CleanMeta(SphinxTransform):
    """Sphinx would write <meta translated="True">, which is no HTML."""

    default_priority = 960

    def apply(self, **kwargs: Any) -> None:
        for node in self.document.findall(nodes.meta):
            node.attributes.pop("translated", None)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the transforms."""
    for transform in (FillSource, RememberMessages, ReportDropped, CleanMeta):
        app.add_transform(transform)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
