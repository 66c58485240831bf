"""The ``{map}`` directive: the map of the book, drawn from its code, and the same as a list.

    ```{map} mainloop.coroutines service.loop
    :caption: What leads to what.
    ```

Its argument are the listings at which the ways end. Numbers and addresses are known when all pages have been read: so
the list is written first, with references, and when these are resolved, the drawing is made of the list.
"""
from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.typing import ExtensionMetadata

from press.catalogue import Listing
from press.contents import chapters, numbers, parts
from press.figures.figure import PictureDirective, picture
from press.map.built_from import Box, built_from
from press.map.drawing import Chapter, Stop, draw

NEW_LINES = re.compile(r"\s*[（(][^（(]*%s[^（(]*$")
"""The parenthesis of a caption that tells of new lines."""


class MapDirective(PictureDirective):
    """Put the map on the page."""

    label = "map"
    final_argument_whitespace = True

    def draw(self, name: str) -> tuple[Any, ...]:
        """Return no drawing yet, and the list; raise BookError if a listing has no place on the map."""
        root = Path(self.config.book_root)
        boxes, number = built_from(name.split(), root), numbers(root)
        read = [root / f"docs/{page}.md" for page in chapters(root)] + [Listing(box.name, root).module for box in boxes]
        for path in read:
            self.env.note_dependency(str(path))
        labels = {box.name: box.label for box in boxes}
        whole = nodes.bullet_list()
        for part, pages in parts(root):
            inside = nodes.bullet_list()
            for page in pages:
                if here := [box for box in boxes if box.page == page]:
                    title = self.line(nodes.Text(f"{number[page]}. "), self.refer("doc", f"/{page}"))
                    items = [self.item(box, labels) for box in here]
                    inside += nodes.list_item("", title, nodes.bullet_list("", *items))
            if inside.children:
                whole += nodes.list_item("", self.line(nodes.Text(part), translatable=True), inside)
        return "", whole

    def item(self, box: Box, labels: dict[str, str]) -> nodes.list_item:
        """Return a listing, with its parts."""
        found = nodes.list_item("", self.line(self.refer("numref", box.label, "{number}. {name}")), box=box)
        line = self.line()
        for words, names in ((_("It grew from:"), [box.grew_from]), (_("It uses:"), box.uses)):
            for number, name in enumerate(filter(None, names)):
                line += nodes.Text(", " if number else f" · {words} " if line.children else f"{words} ")
                line += self.refer("numref", labels[name], "{number}")
        found += [line] if line.children else []
        return found

    def refer(self, kind: str, target: str, words: str = "") -> addnodes.pending_xref:
        """Return a reference."""
        found = addnodes.pending_xref(
            "", nodes.inline("", words), refdomain="std", reftype=kind, reftarget=target, refexplicit=bool(words),
            refwarn=True, refdoc=self.env.current_document.docname,
        )
        self.set_source_info(found)
        return found

    def line(self, *children: nodes.Node, translatable: bool = False) -> nodes.paragraph:
        """Return a paragraph."""
        text = "".join(child.astext() for child in children) if translatable else ""
        found = nodes.paragraph(text, "", *children, translatable=translatable)
        self.set_source_info(found)
        return found


class DrawMap(SphinxPostTransform):
    """When references are resolved (10), draw the list."""

    default_priority = 20

    def run(self, **kwargs: Any) -> None:
        for figure in self.document.findall(nodes.figure):
            if MapDirective.label in figure["classes"]:
                (drawing,) = figure.findall(picture)
                drawing["svg"] = draw(chapters_of(next(figure.findall(nodes.bullet_list))), "map")


def chapters_of(parts: Any) -> list[Chapter]:
    """Return the chapters of the list, to be drawn."""
    found = []
    for part, inside in (item.children for item in parts.children):
        for title, listings in (item.children for item in inside.children):
            stops = []
            for item in listings.children:
                link = next(item.findall(nodes.reference))
                (words,) = link.findall(nodes.Text)
                words.parent.replace(words, said := nodes.Text(NEW_LINES.sub("", words)))
                number, _dot, caption = said.partition(". ")
                address = link.get("refuri") or f"#{link['refid']}"
                stops.append(Stop(item["box"], number, caption, address))
            found.append(Chapter(title.astext(), part.astext() if title.parent is inside.children[0] else "", stops))
    return found


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive and the drawing."""
    app.add_directive("map", MapDirective)
    app.add_post_transform(DrawMap)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
