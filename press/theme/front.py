"""Files that only the front page loads: the looks of its first screen, and the script that plays the figure there."""
from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util.typing import ExtensionMetadata


def add_files(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give them to the page; the script gets its two words along."""
    if page == app.config.root_doc and app.builder.name == "html":
        app.add_css_file("front.css")
        words: dict[str, Any] = {"data-play": _("Play"), "data-stop": _("Stop")}
        app.add_js_file("front.js", loading_method="defer", **words)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hook."""
    app.connect("html-page-context", add_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
