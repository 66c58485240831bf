"""The looks of a link to a page in a chat: the page's title and description, and the picture of the book.

The pictures are in the folder preview, one for each language; ``make preview`` makes them.
"""
from __future__ import annotations

import re
from gettext import translation
from html import unescape
from pathlib import Path
from shutil import copy
from typing import Any

from babel.core import get_global
from docutils import nodes
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

FOLDER = Path(__file__).with_suffix("")
NAME = "_static/preview.png"
"""Where a book has its picture."""
WIDTH, HEIGHT = 1200, 630
"""Its size, as chats want it."""


def subtitle(root: Path, language: str) -> str:
    """Return the sentence in bold at the top of the front page, in a language."""
    sentence = re.search(r"^\*\*.+\*\*$", (root / "docs/index.md").read_text("utf-8"), re.MULTILINE)
    of_index = translation("index", root / "locale", [language], fallback=True).gettext
    return of_index(sentence[0]).strip("*.。") if sentence else ""


def drawing(page: str) -> tuple[str, str]:
    """Return the first drawing of a run on a finished page, and its caption, or nothing."""
    found = re.search(r'(?s)(<svg class="weave.*?</svg>).*?<span class="caption-text">(.*?)</span><a', page)
    return (found[1], unescape(re.sub("<[^>]*>", "", found[2]))) if found else ("", "")


def locale(language: str) -> str:
    """Return a language with a country: en_US."""
    first, *_script, country = get_global("likely_subtags").get(language, language).split("_")
    return f"{first}_{country}"


def properties(language: str, project: str, book: str, **of_page: str) -> dict[str, str]:
    """Return the properties of a link to a page, by the names of the Open Graph protocol.

    `book` is where the book of this language is published.
    """
    shown = of_page | {"locale": locale(language)}
    if (FOLDER / f"{language}.png").is_file():
        size = {"image:width": str(WIDTH), "image:height": str(HEIGHT)}
        shown |= {"image": book + NAME, **size, "image:alt": project}
    return shown


def add_context(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Tell the template of a page the properties of a link to it."""
    context["preview"] = {}
    if app.builder.name == "html" and doctree is not None:
        config, metas = app.config, doctree.findall(nodes.meta)
        context["preview"] = properties(
            config.language, config.project, config.html_baseurl,
            title=Markup(context["title"]).striptags(),
            description=next((meta["content"] for meta in metas if meta.get("name") == "description"), ""),
        )


def publish(app: Sphinx, error: Exception | None) -> None:
    """Put the picture beside the files that the pages load."""
    picture = FOLDER / f"{app.config.language}.png"
    if not error and app.builder.name == "html" and picture.is_file():
        copy(picture, Path(app.outdir) / NAME)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks."""
    app.connect("html-page-context", add_context)
    app.connect("build-finished", publish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
