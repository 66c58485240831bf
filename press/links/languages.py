"""What the pages say of the languages: where the same page is in another one, and that a translation is behind."""
from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

from press.language import LANGUAGES
from press.links.moved import NOT_PAGES


def set_base_url(app: Sphinx, config: Config) -> None:
    """Each language has its folder below the address of the book."""
    config.html_baseurl = f"{config.book_url}{config.language}/"


def add_context(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Tell the templates which languages there are, and whether this page is behind."""
    context["languages"], context["not_pages"] = LANGUAGES, NOT_PAGES
    context["offered"] = app.config.book_offered
    context["book_url"] = app.config.book_url
    context["behind"] = page not in NOT_PAGES and LANGUAGES[app.config.language].is_behind(page)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the settings and the hooks."""
    app.add_config_value("book_offered", list(LANGUAGES), "html", list)
    app.add_config_value("book_url", "", "html", str)
    app.connect("config-inited", set_base_url)
    app.connect("html-page-context", add_context)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
