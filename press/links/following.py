"""The reader's loop.py after each chapter: written beside the pages, and a link to it at the foot of the chapter."""
from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.typing import ExtensionMetadata

from press.catalogue import BookError
from press.follow.chapters import FILE, State, states


def files(app: Sphinx) -> dict[str, State]:
    """Return {page: the file after it}; an epub has none. Raises ExtensionError for a fault of their table."""
    if app.builder.name != "html":
        return {}
    try:
        return states(Path(app.config.book_root))
    except BookError as error:
        raise ExtensionError(str(error), modname="press.links.following") from error


def address(state: State) -> str:
    """Return where the file after a chapter is, from the first page."""
    return f"follow/{state.number}/{FILE}"


def add_context(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Tell the template of a chapter where its file is."""
    if state := files(app).get(page):
        context["followed"] = address(state)


def write(app: Sphinx, error: Exception | None) -> None:
    """Write the files."""
    for state in files(app).values() if error is None else ():
        path = Path(app.outdir) / address(state)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(state.text, "utf-8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks."""
    app.connect("html-page-context", add_context)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
