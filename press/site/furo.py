"""Repairs of Furo: what a keyboard cannot reach, what has no level, and icons that a content policy refuses."""
from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata


def mend(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Mend what Furo leaves open."""
    if tree := context.get("furo_navigation_tree"):
        context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')
    if body := context.get("body"):
        # a wide block scrolls, so the keyboard must be able to reach it
        context["body"] = body.replace("<pre>", '<pre tabindex="0">').replace(
            'role="heading">', 'role="heading" aria-level="2">'
        )


def drop_data_addresses(app: Sphinx, error: Exception | None) -> None:
    """Take Furo's icons out of its style sheets: a strict content policy refuses data: addresses.

    book.css has icons of its own. To override Furo's there is not enough: a browser may apply
    one style sheet before it has the next.
    """
    for path in (Path(app.outdir) / "_static").rglob("*.css"):
        text = path.read_text("utf-8")
        path.write_text(re.sub(r"""url\((['"])data:.*?\1\)""", "none", text), "utf-8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the repairs."""
    app.connect("html-page-context", mend, priority=900)  # after Furo (500)
    app.connect("build-finished", drop_data_addresses)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
