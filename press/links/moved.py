"""Old addresses lead on: a page that has moved to where it is now, a section of it to where that has gone."""
from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

MOVED = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
PAGES: dict[str, str] = MOVED["pages"]
"""Pages that are gone, and the one that takes the place of each."""
NOT_PAGES = frozenset({"search", "genindex", *PAGES})
"""Addresses that are no pages of the book: Sphinx's own, and those of pages that have moved."""
SECTIONS: dict[str, dict[str, str]] = MOVED["sections"]
"""{page, gone or not: {id of a section that went to another page than the rest: its new address}}."""


def links(page: str, app: Sphinx) -> dict[str, str]:
    """Return {id: address} of the sections that are no longer on a page."""
    found = {}
    for anchor, place in SECTIONS.get(page, {}).items():
        name, _hash, rest = place.partition("#")
        found[anchor] = app.builder.get_relative_uri(page, name) + (f"#{rest}" if rest else "")
    return found


def stubs(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the page at the address of each page that is gone."""
    for page, now in PAGES.items():
        context = {"now": app.builder.get_relative_uri(page, now), "canonical": now, "code": app.config.language}
        yield page, context, "moved.html"


def add_context(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Tell the template which sections have left the page, and let a page that has lost some load the script."""
    context["moved"] = links(page, app)
    if context["moved"]:
        app.add_js_file("moved.js", defer="defer")


def forget(app: Sphinx, error: Exception | None) -> None:
    """Remove an earlier build's files of pages that are gone."""
    if not error and app.builder.name == "html":
        for path in Path(app.outdir).rglob("*.html"):
            if path.relative_to(app.outdir).with_suffix("").as_posix() not in app.env.found_docs | NOT_PAGES:
                path.unlink()


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks."""
    app.connect("html-collect-pages", stubs)
    app.connect("html-page-context", add_context)
    app.connect("build-finished", forget)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
