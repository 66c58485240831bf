"""Repairs of Furo, in one table: texts of its pages and its style sheet, and their replacements.

A repair that finds nothing fails the build: after an upgrade of Furo it is seen at once which of them
is needed no longer, or has to be written anew.
"""
from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import furo
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.errors import ThemeError
from sphinx.locale import _
from sphinx.util.typing import ExtensionMetadata


@dataclass(frozen=True)
class Repair:
    """A text that Furo or Sphinx writes, and a better one.

    ``where`` is body, metatags (of a page's head) or styles (furo.css); ``old`` is a regular expression.
    Where ``on`` is given, the repair is for the texts that hold it.
    """

    why: str
    where: str
    old: str
    new: str = ""
    on: str = ""


FOREIGN = (
    r"[^{},@]*(?:\.admonition(?:\.|-todo)|\.sig\b|dl\[class\]:not|option-list|highlighttable|back-to-top|announcement"
    r"|\.version|deprecated)[^{},]*"
)
"""A selector that Sphinx knows and no page needs: other admonitions than the questions, signatures, and so on."""


def repairs() -> tuple[Repair, ...]:
    """Return the table, in the language of the book."""
    chapters, contents, search = _("Chapters"), _("On this page"), _("Search")
    show_chapters, show_contents = _("Show the chapters"), _("Show the contents of this page")
    box = '<input type="checkbox" class="sidebar-toggle" id="{}" aria-label="{}" autocomplete="off">'
    return (
        Repair("a strict content policy refuses scripts in the page; theme.js has it",
               "body", r"(?s)<script>\s*document\.body\.dataset\.theme.*?</script>"),
        Repair("the check boxes that open the drawers stand before the header, where no keyboard finds them",
               "body", r'<input type="checkbox" class="sidebar-toggle"[^>]*>\n<input type="checkbox"[^>]*>\n'),
        Repair("here a keyboard finds it",
               "body", r'(?=<label class="nav-overlay-icon")', box.format("__navigation", show_chapters)),
        Repair("here a keyboard finds it",
               "body", r'(?=<label class="toc-overlay-icon toc-header-icon)', box.format("__toc", show_contents)),
        Repair("on a telephone the search is in a drawer; an icon in the header leads to it, and where its field does",
               "body", r'(?s)(<div class="header-right">)(?=.*?action="([^"]+)")',
               rf'\1\n<a class="header-search" href="\2" aria-label="{search}"></a>'),
        Repair("on a telephone the header says for twenty screens which chapter this is, and leads to its beginning",
               "body", r'(?s)<a href="[^"]*">(<div class="brand">).*?(?=</div>)(?=.*?<h1[^>]*>(.*?)<(?:/h1|a\b))',
               r'<a href="#">\1\2', on="<h1"),
        Repair("English", "body", "Toggle Light / Dark / Auto color theme", _("Light or dark")),
        Repair("a landmark needs a name",
               "body", '<aside class="sidebar-drawer"', f'<aside aria-label="{chapters}" class="sidebar-drawer"'),
        Repair("a landmark needs a name",
               "body", '<aside class="toc-drawer', f'<aside aria-label="{contents}" class="toc-drawer'),
        Repair("a heading needs a level",
               "body", 'role="heading"', 'role="heading" aria-level="2"', on='<p class="caption"'),
        Repair("it covers what one reads; the title in the contents of the page leads to the top",
               "body", r'(?s)<a href="#" class="back-to-top.*?</a>\s*'),
        Repair("the name comes after what was made, whatever the language",
               "body", r"""(?s)<a class="muted-link" href="https://pradyunsg\.me">@pradyunsg</a>'s\s*(.*?Furo</a>)""",
               r'\1 (<a class="muted-link" href="https://pradyunsg.me">@pradyunsg</a>)'),
        Repair("the search of this book asks for the words alone",
               "body", r'\s*<input type="hidden" name="(?:check_keywords|area)"[^>]*>'),
        Repair("Furo has said it already", "metatags", r'<meta name="viewport"[^>]*>\n'),
        Repair("a strict content policy refuses data: addresses; book.css has icons of its own. To override them "
               "there is not enough: a browser may apply one style sheet before it has the next",
               "styles", r"""url\((['"])data:.*?\1\)""", "none"),
        Repair("rules for what no page has would be a seventh of all that a browser loads",
               "styles", rf"(?<=[{{}}]){FOREIGN}(?:,{FOREIGN})*{{[^{{}}]*}}"),
        Repair("nor has one any use for their colours",
               "styles", r"--(?:color-admonition-title(?:-background)?--|color-api-|api-|icon-)[\w-]*:[^;}]*;?"),
    )


def mend(where: str, text: str, table: tuple[Repair, ...] | None = None) -> str:
    """Return the text with the repairs for it; raise ThemeError if one of them finds nothing."""
    for repair in repairs() if table is None else table:
        if repair.where == where and repair.on in text:
            text, count = re.subn(repair.old, repair.new, text)
            if not count:
                raise ThemeError(
                    f"Furo's {where} has no {repair.old} any more. It was replaced, because: {repair.why}. "
                    "See whether that still holds, and mend or remove the repair in press/theme/furo.py"
                )
    return text


def add_filter(app: Sphinx) -> None:
    """Let the template of the pages mend the text from Furo's."""
    if isinstance(app.builder, StandaloneHTMLBuilder):
        is_furo = app.builder.theme.name == "furo"  # an epub has a theme of its own
        app.builder.templates.environment.filters["mended"] = lambda text: mend("body", str(text)) if is_furo else text


def mend_metatags(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Mend the head that Sphinx gives to a page."""
    if doctree is not None and "furo_version" in context:
        context["metatags"] = mend("metatags", context["metatags"])


def publish_styles(app: Sphinx) -> None:
    """Let Furo's style sheet be published as it is when mended."""
    if isinstance(app.builder, StandaloneHTMLBuilder):
        original = (Path(furo.THEME_PATH) / "static/styles/furo.css").read_text("utf-8")
        path = app.doctreedir / "furo/styles/furo.css"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(mend("styles", original), "utf-8")
        app.config.html_static_path.append(str(path.parents[1]))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the repairs."""
    app.connect("builder-inited", add_filter)
    app.connect("builder-inited", publish_styles)
    app.connect("html-page-context", mend_metatags, priority=900)  # after Furo
    return {"parallel_read_safe": True, "parallel_write_safe": True}
