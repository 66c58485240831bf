"""The words that readers see and that stand on no page: in the code of the press, and in Sphinx and Furo.

The gettext builder reads pages and templates by itself. To the same catalogue, sphinx.pot, this adds the texts
in ``_()`` in the press. The words of whoruns are in catalogues of its own. Babel does not look into an f-string: a test
finds texts there.
"""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from sphinx.application import Sphinx
from sphinx.builders.gettext import MessageCatalogBuilder, MsgOrigin
from sphinx.locale import _
from sphinx.util.typing import ExtensionMetadata

import whoruns

PRESS = Path(__file__).parents[1]
TOOL = Path(whoruns.__file__).parent

OF_SPHINX = (
    _("Listing %s"), _("Fig. %s"), _("Table %s"), _("Section %s"), _("Link to this heading"), _("Link to this code"),
    _("Link to this table"), _("Link to this image"), _("Link to this term"), _("Link to this definition"),
)
OF_FURO = (
    _("Skip to content"), _("On this page"), _("Next"), _("Previous"), _("Home"), _("Made with "),
    _("Please activate JavaScript to enable the search functionality."), _("Copyright &#169; %(copyright)s"),
    _('<a href="https://www.sphinx-doc.org/">Sphinx</a> and '),
)
"""Words of theirs that they leave in English, or that this book says in other words."""


def words(folder: Path = PRESS) -> Iterator[tuple[Path, int, str]]:
    """Yield (file, line, text) of the words in the code."""
    for name, line, text, *_rest in extract_from_dir(folder, [("**.py", "python")], keywords={"_": None}):
        yield folder / name, line, str(text)


def tool() -> Catalog:
    """Return the words of whoruns: the texts in ``_()`` in its code and in its templates."""
    found = Catalog()
    ways = [("tests/**", "ignore"), ("**.py", "python"), ("**.html", "jinja2")]
    for name, line, text, *_rest in extract_from_dir(TOOL, ways, keywords={"_": None}):
        found.add(str(text), locations=[(f"{TOOL.name}/{name}", line)])
    return found


def add_words(app: Sphinx) -> None:
    """Add the words of the code to the catalogue of the site."""
    if isinstance(app.builder, MessageCatalogBuilder):
        for path, line, text in words():
            app.builder.catalogs["sphinx"].add(text, MsgOrigin(str(path), line))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hook."""
    app.connect("builder-inited", add_words)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
