"""``{downloads}``: links to files of the book, from one setting that may be empty: then there is none.

BOOK_DOWNLOADS names the kinds that are published beside the books, such as ``epub zip``; make puts them there.
"""
from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError
from sphinx.locale import _
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from press.listing.details import pass_through

KINDS = ("epub", "pdf", "zip")


class downloads(nodes.General, nodes.Element):
    """Where the links stand; only a site shows them."""


class DownloadsDirective(SphinxDirective):
    """Leave their place."""

    def run(self) -> list[nodes.Node]:
        return [downloads()]


def check(app: Sphinx, config: Config) -> None:
    """Refuse an unknown kind."""
    for kind in config.book_downloads:
        if kind not in KINDS:
            raise ConfigError(f"BOOK_DOWNLOADS: nobody makes {kind!r}; choose from: {' '.join(KINDS)}")


def visit(self: HTML5Translator, node: downloads) -> None:
    """Write the links to the published kinds."""
    names = {"epub": "EPUB", "pdf": "PDF", "zip": _("these pages as a ZIP")}
    if self.builder.name == "html" and (kinds := self.config.book_downloads):
        language = self.config.language
        links = (f' <a href="../ghetto-asyncio-{language}.{kind}" download>{names[kind]}</a>' for kind in kinds)
        words = _("Take the book along:")
        self.body.append(f'<p class="colophon">{words}{"".join(links)}</p>\n')


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive, its node, and the setting."""
    other = (pass_through, pass_through)
    app.add_node(downloads, html=(visit, pass_through), latex=other, text=other, texinfo=other, man=other)
    app.add_directive("downloads", DownloadsDirective)
    app.add_config_value("book_downloads", [], "html", list)
    app.connect("config-inited", check)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
