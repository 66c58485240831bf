"""The ``{listing}`` directive: a module of the book and the session that shows what it does.

    ```{listing} turns.round_robin
    :caption: A scheduler of twelve lines
    :since: turns.first_stop_bug
    ```

Options: ``caption`` (needed; numbered, and the listing's name is the label for ``numref``),
``since`` (marks the lines that are new against that listing), ``against`` (shows first what is done in
another way than there: the functions that differ, with the lines that are gone), ``pyobject`` and ``lines``
(show a part first), ``session: none``, ``name`` (another label; a part has none by itself).

The directive leaves a ``listing_code`` with one ``remark`` for each comment and docstring
paragraph. Sphinx extracts and translates remarks like any other text; then ``ComposeListings``
puts them back into the code, and proves that it is the same program.
"""
from __future__ import annotations

import re
from pathlib import Path
from typing import Any, ClassVar, cast

from babel.messages.pofile import read_po
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.directives.code import LiteralIncludeReader, container_wrapper
from sphinx.locale import _
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from press.catalogue import BookError, Listing, find, find_session
from press.listing.changes import Difference, difference, new_lines
from press.listing.html import visit_listing_code
from press.listing.remarks import RemarkError, find_remarks, translate
from press.text import WIDTH, too_wide

log = logging.getLogger(__name__)


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


class ListingDirective(SphinxDirective):
    """Show a listing of the catalogue."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {
        "caption": directives.unchanged_required,
        "since": directives.unchanged_required,
        "against": directives.unchanged_required,
        "pyobject": directives.unchanged_required,
        "lines": directives.unchanged_required,
        "session": lambda value: directives.choice(value, ("none",)),
        "name": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        try:
            return self.show(find(self.arguments[0], Path(self.config.book_root)))
        except BookError as error:
            log.error("%s", error, location=self.get_location(), type="listing")
            return []

    def show(self, listing: Listing) -> list[nodes.Node]:
        """Return the nodes; raise BookError for whatever is wrong."""
        if "caption" not in self.options:
            raise BookError(f"{listing.name} needs a ':caption:'")
        source = listing.source()
        listing.check_import()
        code = module_block(self, listing, source)
        if "against" in self.options:
            code["against"] = self.options["against"]
            found = self.difference(listing, source)
            code["part"], code["new"], code["gone"] = found.shown, sorted(found.new), found.gone
        else:
            code["part"] = self.part(source, listing.module)
            code["new"] = self.new(listing, source)
        code["piece"] = listing.name in self.shown_before and len(code["part"]) < source.count("\n")
        self.shown_before.add(listing.name)
        framed = container_wrapper(self, code, self.options["caption"])
        framed["classes"].append("listing")
        if "name" not in self.options and ("against" in self.options or len(code["part"]) == source.count("\n")):
            self.options["name"] = listing.name
        if "name" in self.options:
            self.add_name(framed)
        framed["since"] = self.options.get("since") or self.options.get("against")
        if self.options.get("session") != "none":
            framed += session_block(self, listing)
        return [framed]

    @property
    def shown_before(self) -> set[str]:
        """Return the names of the listings that the page has shown already; of these a piece is enough."""
        return cast("set[str]", self.env.temp_data.setdefault("listings", set()))

    def part(self, source: str, path: Path) -> list[int]:
        """Return the numbers of the lines that are shown first."""
        options: dict[str, Any] = {key: self.options[key] for key in ("pyobject", "lines") if key in self.options}
        numbers = [f"{number}\n" for number in range(1, source.count("\n") + 1)]
        try:
            reader = LiteralIncludeReader(str(path), options, self.config)
            for select in (reader.pyobject_filter, reader.lines_filter):
                numbers = select(numbers)
        except ValueError as error:
            raise BookError(str(error)) from error
        if not numbers:
            raise BookError(f"nothing of {path.name} is selected by {options}")
        return [int(number) for number in numbers]

    def new(self, listing: Listing, source: str) -> list[int]:
        """Return the numbers of the lines that are new since the other listing."""
        if "since" not in self.options:
            return []
        other = find(self.options["since"], listing.root)
        self.env.note_dependency(str(other.module))
        new = sorted(new_lines(other.source(), source))
        if not new:
            raise BookError(f"no line of {listing.name} is new since {other.name}; take ':since:' away")
        return new

    def difference(self, listing: Listing, source: str) -> Difference:
        """Return what differs from the other listing."""
        other = find(self.options["against"], listing.root)
        self.env.note_dependency(str(other.module))
        found = difference(other.source(), source)
        if not found.shown:
            raise BookError(f"no function of {listing.name} differs from {other.name}; take ':against:' away")
        return found


class ComposeListings(SphinxTransform):
    """Put translated remarks back into the code, after Sphinx has translated them (20)."""

    default_priority = 22

    def apply(self, **kwargs: Any) -> None:
        for block in self.document.findall(listing_code):
            children = [child for child in block.children if isinstance(child, remark)]
            source = block.rawsource
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
    """Register the directive, its nodes and the transform."""
    app.add_directive("listing", ListingDirective)
    app.add_node(listing_code, html=(visit_listing_code, None))
    app.add_node(remark)
    app.connect("builder-inited", compose_listings)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
