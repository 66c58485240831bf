"""The pages' words about languages: links to the same page in another one, and that a translation is behind."""
from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

from press.language import LANGUAGES
from press.links.moved import NOT_PAGES


def set_base_url(app: Sphinx, config: Config) -> None:
    """Each language has its folder below the address of the book; one without a whole part is for its translators."""
    known = ((code, LANGUAGES[code]) for code in config.book_offered)
    config.book_offered = [code for code, each in known if each.whole or not each.begun or code == config.language]
    config.html_baseurl = f"{config.book_url}{config.language}/"


def add_context(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Tell the templates which languages there are, and whether this page is behind."""
    context["languages"], context["not_pages"] = LANGUAGES, NOT_PAGES
    here = app.config.language
    context["offered"] = [code for code in app.config.book_offered if code == here or LANGUAGES[code].is_offered(page)]
    context["book_url"] = app.config.book_url
    context["behind"] = page not in NOT_PAGES and LANGUAGES[app.config.language].is_behind(page)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the settings and the hooks."""
    app.add_config_value("book_offered", list(LANGUAGES), "html", list)
    app.add_config_value("book_url", "", "html", str)
    app.connect("config-inited", set_base_url)
    app.connect("html-page-context", add_context)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
