"""Which files a page loads, and which are published: unused ones are left out."""
from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

UNUSED = (
    "_static/basic.css", "_static/debug.css", "_static/skeleton.css", "_static/pygments.css", "_static/scripts",
    "_static/styles/furo.css.map", "_static/styles/furo-extensions.css", "_static/styles/furo-extensions.css.map",
    "_static/file.png", "_static/minus.png", "_static/plus.png", "_static/searchtools.js", "_static/language_data.js",
    "_static/documentation_options.js", "_static/doctools.js", "_static/sphinx_highlight.js",
    "_static/translations.js", "searchindex.js", "_sources", ".buildinfo.bak",
)
"""Files that Sphinx and Furo put beside the pages, although none of ours loads them."""


def choose(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Let a page load our own files and Furo's style sheet.

    The colours of code are in book.css, the work of Furo's script is done in book.js.
    """
    ours = {f"_static/{path.name}" for folder in app.config.html_static_path for path in Path(folder).iterdir()}
    styles = {*ours, "_static/styles/furo.css"}
    context["css_files"] = [file for file in context["css_files"] if file.filename in styles]
    context["script_files"] = [file for file in context["script_files"] if file.filename in ours]


def remove(app: Sphinx, error: Exception | None) -> None:
    """Remove unused files, and the comments of style sheets."""
    for name in UNUSED:
        path = Path(app.outdir) / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    for sheet in (Path(app.outdir) / "_static").glob("*.css"):
        sheet.write_text(re.sub(r"(?s)/\*.*?\*/\n?", "", sheet.read_text("utf-8")), "utf-8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks, which come after Furo's."""
    app.connect("html-page-context", choose, priority=900)
    app.connect("build-finished", remove, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
