"""Folds of the site, in a book without buttons: they stand at the end of their page; links lead there and back.

So a solution is not read by accident, and nothing is left out. A listing of which the page shows a
part leads to the page that has more of it; lines of its file that no page shows stand there, too, so no line is read
twice.
"""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.osutil import relative_uri
from sphinx.util.typing import ExtensionMetadata

from press.contents import pages
from press.figures.figure import beside
from press.indices.entries import Place, found
from press.listing.blocks import listing_code
from press.listing.details import folded, summary


class Unfold(SphinxPostTransform):
    """Move the folds to the end of their page."""

    default_priority = 950  # when all references are resolved
    builders = ("epub",)

    def run(self, **kwargs: Any) -> None:
        """Fold up the rest of files, put a link into the place of each fold, and move the folds."""
        for block in list(self.document.findall(listing_code)):
            self.take_part(block)
        for figure in list(self.document.findall(nodes.figure)):
            self.part_from_caption(figure)
        moved: list[nodes.Node] = []
        folds = [(fold, heading_above(fold)) for fold in self.document.findall(folded)]
        for number, (fold, place) in enumerate(folds, 1):
            here, there = f"fold-{number}", f"folded-{number}"
            words, kind = title(fold), ["same"] if "same" in fold else []
            down = link(there, [*words, nodes.Text(" ↓")], here)
            up = link(here, [nodes.Text(f"↑ {place}")])
            down["classes"] += kind
            fold.replace_self(down)
            head = heading(3, [each.deepcopy() for each in words], there)
            moved.append(nodes.container("", head, *fold.children, up, classes=kind))
        if moved:
            page = next(self.document.findall(nodes.section))
            page += [heading(2, [nodes.Text(_("Answers and more"))]), *moved]

    def take_part(self, block: listing_code) -> None:
        """Let a listing that is shown in part be that part; lead to the place that has most of it.

        The first place has at the end of its page the lines that no other one shows.
        """
        part = block.get("part") or []
        if block.get("piece") or not part or len(part) == block.astext().count("\n"):
            return
        block["piece"] = True
        after = block.parent.index(block) + 1
        page, places = self.env.current_document.docname, list(self.places(block["listing"]))
        shown = frozenset(part).union(*(place.rows for place in places))
        rows = enumerate(block.astext().splitlines(), 1)
        if not places or places[0].page == page:
            other = block.deepcopy()
            for name in ("against", "gone"):
                other.attributes.pop(name, None)
            other["part"], other["new"] = [number for number, row in rows if number not in shown and row.strip()], []
            if other["part"]:
                block.parent.insert(after, folded("", other, summary=block["file"]))
        if elsewhere := [place for place in places if place.page != page]:
            most = max(elsewhere, key=lambda place: len(place.rows))
            address = f"{relative_uri(page, f'{most.page}.xhtml')}#{most.anchor}"
            line = nodes.paragraph()
            line += nodes.reference("", f"{block['file']} →", refuri=address)
            block.parent.insert(after, line)

    def places(self, listing: str) -> Iterator[Place]:
        """Yield the places of the book that show a listing, from the first."""
        kept = found(self.env)
        for page in pages(Path(self.config.book_root)):
            for place in kept[page].places if page in kept else ():
                if (place.kind, place.name) == ("code-block", listing):
                    yield place

    def part_from_caption(self, figure: nodes.figure) -> None:
        """Put the parts below a figure's caption behind the figure: the caption is the last in a figure of an epub."""
        for child in reversed(list(figure.children)):
            if isinstance(child, beside | nodes.container):
                figure.remove(child)
                place = figure.parent.index(figure) + 1
                figure.parent[place:place] = child.children if isinstance(child, beside) else [child]


def title(fold: folded) -> list[nodes.Node]:
    """Take the line that is always visible off a fold."""
    if "summary" in fold:
        return [nodes.Text(fold["summary"])]
    line = fold.next_node(summary)
    assert line is not None
    line.parent.remove(line)
    return list(line.children)


def heading_above(node: nodes.Node) -> str:
    """Return the title of the section that a node stands in."""
    above = node.parent
    while not isinstance(above, nodes.section):
        above = above.parent
    return above[0].astext()


def heading(level: int, words: list[nodes.Node], ident: str = "") -> nodes.rubric:
    """Return a heading that has no number and is in no table of contents."""
    found = nodes.rubric("", "", *words, ids=[ident] if ident else [])
    found["heading-level"] = level
    return found


def link(ident: str, words: list[nodes.Node], own: str = "") -> nodes.paragraph:
    """Return a line that leads to a place on the page, with an id of its own if there is to be one."""
    line = nodes.paragraph(ids=[own] if own else [], classes=["fold"])
    line += nodes.reference("", "", *words, internal=True, refid=ident)
    return line


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the transform."""
    app.add_post_transform(Unfold)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
