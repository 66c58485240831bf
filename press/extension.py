"""The book's Sphinx extension: all parts of the press that Sphinx has to know."""
from __future__ import annotations

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

PARTS = (
    "listing.blocks", "listing.directive", "listing.puzzle", "listing.composing", "listing.details", "listing.quoted",
    "listing.so_far", "listing.line",
    "figures.figure", "figures.stepper", "figures.varying", "figures.directives", "figures.puzzles",
    "conversation.directive", "map.directive",
    "translation.behind", "translation.extraction", "translation.gaps", "translation.glossary", "translation.po_syntax",
    "translation.titles", "indices.entries", "indices.writing",
    "search.building", "links.languages", "theme.numbering", "reader.questions", "theme.about", "reader.cards",
    "links.moved", "theme.rebuilding", "theme.furo", "theme.files", "reader.terms", "reader.way", "theme.bars",
    "theme.markup", "links.python_names", "links.repository", "links.downloads", "links.following", "theme.editions",
    "theme.headers", "reader.varying", "theme.quicker", "reader.trying", "reader.workbench", "theme.front",
    "links.preview", "take.unfolding", "take.epub",
)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up every part."""
    # below it are the listings, the runs and the catalogues
    app.add_config_value("book_root", str(app.confdir), "", str)
    app.add_config_value("book_run", False, "html", bool)
    for part in PARTS:
        app.setup_extension(f"press.{part}")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
