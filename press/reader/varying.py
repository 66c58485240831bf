"""The script that a page with a figure that can be varied (``press/figures/varying.py``) loads with its panels."""
from __future__ import annotations

import zlib
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from press.figures.stepper import PANEL, versioned
from press.figures.varying import varying
from press.reader.later import called, publish

NAME = "vary.js"


def add_scripts(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Say where the scripts are."""
    if context.get("panel") and doctree is not None and next(doctree.findall(varying), None):
        version = zlib.crc32(called("vary").encode())
        context["panel"] |= {"figure": versioned(PANEL / "figure.js"), "vary": f"_static/{NAME}?v={version:x}"}


def write(app: Sphinx, error: Exception | None) -> None:
    """Write the script."""
    if not error and app.builder.name == "html":
        publish(app, NAME, called("vary"))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks, the first one after that of the panel."""
    app.connect("html-page-context", add_scripts, priority=600)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
