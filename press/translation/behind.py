"""A page that is behind: its English parts are marked, for a browser that reads aloud or hyphenates."""
from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util.nodes import extract_messages
from sphinx.util.typing import ExtensionMetadata

from press.language import LANGUAGES


class MarkEnglish(SphinxTransform):
    """After translation (20): mark texts without one."""

    default_priority = 21

    def apply(self, **kwargs: Any) -> None:
        if not LANGUAGES[self.config.language].is_behind(self.env.current_document.docname):
            return
        for node, _text in extract_messages(self.document):
            if not node.get("translated") and not isinstance(node, nodes.meta):
                shown = node.parent if isinstance(node.parent, nodes.entry) else node  # a cell has no paragraph
                shown["classes"].append("language-en")  # docutils makes lang="en" of this class


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the transform."""
    app.add_transform(MarkEnglish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
