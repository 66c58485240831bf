"""How far a reader has come: the data of the book for way.js, and its words."""
from __future__ import annotations

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util.typing import ExtensionMetadata

from press.contents import numbers, pages
from press.language import LANGUAGES
from press.reader.later import called, publish, written
from press.theme.numbering import numbered


def titles(app: Sphinx, page: str) -> dict[str, str]:
    """Return {id: title} of the sections of a page, with their numbers; its own title has no id."""
    lines = app.env.tocs[page].findall(nodes.reference)
    return {line["anchorname"].lstrip("#"): numbered(line, app.config) for line in lines}


def write(app: Sphinx, error: Exception | None) -> None:
    """Write the script, which knows the numbered pages, and beside it the titles, which only a start page needs."""
    if error or app.builder.name != "html":
        return
    root = Path(app.confdir)
    words = {
        "lang": LANGUAGES[app.config.language].tag,
        "read": _("already read"), "begun": _("begun"), "on": _("Go on where you stopped:"),
        "kept": _("Only your browser knows how far you have come, what you have missed, and what you have typed."),
        "forget": _("Forget it all"),
    }
    book = {page: titles(app, page) for page in pages(root)[1:] if page in app.env.found_docs}
    publish(app, "way.js", called("way", list(numbers(root)), words))
    publish(app, "way.titles.js", f"bookTitles({written(book)});\n")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hook."""
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
