"""Translated remarks are put back into the code of the listings, and it is proved that it is the same program."""
from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from press.catalogue import BookError
from press.listing.blocks import listing_code, remark
from press.listing.puzzle import puzzle
from press.listing.remarks import RemarkError, find_remarks, translate

log = logging.getLogger(__name__)


class ComposeListings(SphinxTransform):
    """Put translated remarks back into the code, after Sphinx has translated them (20)."""

    default_priority = 22

    def apply(self, **kwargs: Any) -> None:
        for block in self.document.findall(listing_code):
            children = [child for child in block.children if isinstance(child, remark)]
            source = block.rawsource
            if isinstance(block.parent, puzzle) and children:
                block.parent.ask(children[0])
            if children:
                found = find_remarks(source)
                new = {found[child["index"]]: child["message"] for child in children if child.get("translated")}
                try:
                    source = translate(source, new)
                except BookError as error:
                    log.error("%s", error, location=self.location(block, error), type="listing")
            block["translated"] = all(child.get("translated") for child in children)
            block["translatable"] = False
            block.rawsource = source
            block.children = []
            block += nodes.Text(source)
            if block.get("new") or block.get("gone"):
                self.say_what_is_new(block)

    def location(self, block: listing_code, error: BookError) -> str:
        """Return the catalogue and line of the translation that is wrong."""
        if not isinstance(error, RemarkError):
            return f"{block['file']}:1"
        folder = Path(self.config.locale_dirs[0]) / self.config.language / "LC_MESSAGES"
        path = folder / f"{self.env.current_document.docname}.po"
        with path.open("rb") as file:
            message = read_po(file)[error.remark.text]
        return f"{path}:{message.lineno if message else 0}"

    def say_what_is_new(self, block: listing_code) -> None:
        """Add to the caption how many lines are new, and since which listing."""
        since = block.parent["since"]
        caption = block.parent.children[0]
        assert isinstance(caption, nodes.caption)
        against = _("(the difference from {Listing %s})")
        words = against if "against" in block else _("(new lines since {Listing %s}: {count})")
        text = re.fullmatch(r"(.*)\{(.*%s.*?)\}(.*)", words)
        assert text is not None, "sphinx.po: keep {… %s} and {count}"
        before, title, after = text.groups()
        link = addnodes.pending_xref(
            "", refdomain="std", reftype="numref", reftarget=since, refexplicit=True, refwarn=True,
            refdoc=self.env.current_document.docname,
        )
        link += nodes.inline("", title)
        link.source, link.line = block.source, block.line
        note = nodes.inline(classes=["since"])
        note += [nodes.Text(before), link, nodes.Text(after.format(count=len(block["new"])))]
        space = "" if before.startswith("（") else " "
        caption += [nodes.Text(space), note]


def compose_listings(app: Sphinx) -> None:
    """Translators want the remarks, readers the listings."""
    if app.builder.name != "gettext":
        app.add_transform(ComposeListings)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the transform."""
    app.connect("builder-inited", compose_listings)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
