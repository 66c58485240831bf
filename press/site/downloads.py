"""Links on the front page to what one can take along, from one setting that may be empty: then there is none.

BOOK_DOWNLOADS names the kinds that are published beside the books, such as ``epub zip``; make puts them there.
"""
from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError
from sphinx.locale import _
from sphinx.util.typing import ExtensionMetadata

KINDS = ("epub", "pdf", "zip")


def check(app: Sphinx, config: Config) -> None:
    """Refuse a kind that nobody makes."""
    for kind in config.book_downloads:
        if kind not in KINDS:
            raise ConfigError(f"BOOK_DOWNLOADS: nobody makes {kind!r}; choose from: {' '.join(KINDS)}")


def add_context(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Tell the template of the front page what there is, and where."""
    names = {"epub": "EPUB", "pdf": "PDF", "zip": _("these pages as a ZIP")}
    context["downloads"] = {
        names[kind]: f"../ghetto-asyncio-{app.config.language}.{kind}"
        for kind in app.config.book_downloads
        if page == app.config.root_doc
    }


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the setting and the hooks."""
    app.add_config_value("book_downloads", [], "html", list)
    app.connect("config-inited", check)
    app.connect("html-page-context", add_context)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
