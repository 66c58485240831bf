"""The ``{listing}`` directive: a module of the book and its session.

    ```{listing} turns.round_robin
    :caption: A scheduler of twelve lines
    :since: turns.first_stop_bug
    ```

Options: ``caption`` (needed; numbered, and the listing's name is the label for ``numref``),
``since`` (marks the lines that are new against that listing), ``against`` (shows first the functions that
differ from that listing's, with the lines that are gone), ``pyobject`` and ``lines``
(show a part first), ``session: none`` or ``folded``, ``name`` (another label; a part has none by itself),
``lesson`` (the lesson of a ``…_bug``, in a sentence: the page does not show it, the museum of bugs does),
``browser`` (``no (threads)``: why the session cannot be run in a reader's browser; ``in_browser.py`` has the reasons).

The directive leaves a ``listing_code`` with one ``remark`` for each comment and docstring
paragraph. Sphinx extracts and translates remarks like any other text; then ``composing.py``
puts them back into the code, and proves that it is the same program.
"""
from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, cast

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.directives.code import LiteralIncludeReader, container_wrapper
from sphinx.locale import _
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from press.catalogue import BookError, Listing, find
from press.listing.blocks import lesson, listing_code, module_block, session_block
from press.listing.changes import Difference, difference, new_lines
from press.listing.details import folded
from press.listing.in_browser import reason

log = logging.getLogger(__name__)


class ListingDirective(SphinxDirective):
    """Show a listing of the catalogue."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {
        "caption": directives.unchanged_required,
        "since": directives.unchanged_required,
        "against": directives.unchanged_required,
        "pyobject": directives.unchanged_required,
        "lines": directives.unchanged_required,
        "session": lambda value: directives.choice(value, ("none", "folded")),
        "name": directives.unchanged_required,
        "lesson": directives.unchanged_required,
        "browser": reason,
    }

    def run(self) -> list[nodes.Node]:
        try:
            return self.show(find(self.arguments[0], Path(self.config.book_root)))
        except BookError as error:
            log.error("%s", error, location=self.get_location(), type="listing")
            return []

    def show(self, listing: Listing) -> list[nodes.Node]:
        """Return the nodes; raise BookError for a fault."""
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
        if "lesson" in self.options:
            framed += self.lesson(self.options["lesson"])
        framed["since"] = self.options.get("since") or self.options.get("against")
        match self.options.get("session"):
            case None:
                framed += session_block(self, listing)
            case "folded":
                framed += folded("", session_block(self, listing), summary=_("Session"))
        if "browser" in self.options:
            for block in framed.findall(listing_code):
                block["browser"] = self.options["browser"]
        return [framed]

    def lesson(self, text: str) -> lesson:
        """Return a text for the museum of bugs."""
        inline, _messages = self.parse_inline(text)
        node = lesson(text, "", *inline)
        self.set_source_info(node)
        return node

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
        """Return the difference from the other listing; raise BookError if there is none."""
        other = find(self.options["against"], listing.root)
        self.env.note_dependency(str(other.module))
        found = difference(other.source(), source)
        if not found.shown:
            raise BookError(f"no function of {listing.name} differs from {other.name}; take ':against:' away")
        return found


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("listing", ListingDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
