"""The languages of the book, each listed here and nowhere else, and what the templates have to know of them."""
from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

LANGUAGES = {"en": "English", "pl": "Polski", "ru": "Русский", "zh_CN": "简体中文"}
"""Code (as make, gettext and the folders have it) and name of each book. The first is the source of the others."""

TRANSLATIONS = tuple(LANGUAGES)[1:]

TAGS = {code: code.replace("_", "-") for code in LANGUAGES}
"""What HTML calls them."""

NOT_PAGES = frozenset({"search", "genindex"})
"""What Sphinx adds to the pages: no page of another language is the same."""


def set_base_url(app: Sphinx, config: Config) -> None:
    """Each language has its folder below the address of the book."""
    config.html_baseurl = f"{config.book_url}{config.language}/"


def add_context(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Tell the templates which languages there are."""
    context["languages"], context["tags"], context["not_pages"] = LANGUAGES, TAGS, NOT_PAGES
    context["offered"] = app.config.book_offered
    context["book_url"] = app.config.book_url


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the settings and the hooks."""
    app.add_config_value("book_offered", list(LANGUAGES), "html", list)
    app.add_config_value("book_url", "", "html", str)
    app.connect("config-inited", set_base_url)
    app.connect("html-page-context", add_context)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
