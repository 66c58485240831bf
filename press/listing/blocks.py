"""The blocks of a listing on a page: the code of its module, and the text of its session."""
from __future__ import annotations

from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from press.catalogue import BookError, Listing, find_session
from press.listing.html import visit_listing_code
from press.listing.remarks import find_remarks
from press.text import WIDTH, too_wide


class listing_code(nodes.literal_block):
    """The code of a module or the text of a session; other writers take it for a literal block."""


class remark(addnodes.translatable, nodes.Element):
    """A comment or docstring paragraph on its way through gettext."""

    def preserve_original_messages(self) -> None:
        self.setdefault("original", self["message"])

    def apply_translated_message(self, original_message: str, translated_message: str) -> None:
        self["message"] = translated_message
        self["translated"] = True

    def extract_original_messages(self) -> list[str]:
        return [self.get("original", self["message"])]


class lesson(nodes.TextElement):
    """The lesson of a listing that is wrong on purpose; its page lets the reader find out, and the museum says it."""


def skip(self: nodes.NodeVisitor, node: lesson) -> None:
    """Write nothing."""
    raise nodes.SkipNode


def module_block(directive: SphinxDirective, listing: Listing, text: str, kind: str = "module") -> listing_code:
    """Return the block for the text of a module, with its remarks."""
    block = code_block(directive, listing, listing.module, text)
    block["kind"], block["language"] = kind, "python"
    for index, found in enumerate(find_remarks(text)):
        child = remark("", index=index, message=found.text)
        child.source, child.line = str(listing.module), found.row + 1
        block += child
    return block


def session_block(directive: SphinxDirective, listing: Listing) -> listing_code:
    """Return the block for a session; raise BookError if there is none."""
    block = code_block(directive, listing, listing.session, find_session(listing))
    block["kind"], block["language"] = "session", "pycon"
    return block


def code_block(directive: SphinxDirective, listing: Listing, path: Path, text: str) -> listing_code:
    """Return a block for a file, for a page that is to change with it; raise BookError if a line is too wide."""
    if wide := too_wide(text):
        raise BookError(f"{listing.shown(path)}:{wide[0]}: {wide[1]} columns, {WIDTH} are allowed")
    directive.env.note_dependency(str(path))
    block = listing_code(text, text, listing=listing.name, file=listing.shown(path))
    directive.set_source_info(block)
    return block


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the nodes."""
    app.add_node(listing_code, html=(visit_listing_code, None))
    app.add_node(remark)
    nothing = (skip, None)
    app.add_node(lesson, html=nothing, latex=nothing, text=nothing, texinfo=nothing, man=nothing)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
