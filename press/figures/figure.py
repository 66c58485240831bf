"""The common parts of figures: a question, a drawing for HTML, a caption, and a table that says the same."""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from press.catalogue import BookError, Listing
from press.figures.kept import load
from press.listing.details import folded, pass_through
from whoruns.story.recording import Recording

log = logging.getLogger(__name__)

ANSWER = ("answer", "answer-run")
"""The number of the step that answers the question of a figure, and its run, if that is not the first."""


class question(nodes.General, nodes.Element):
    """The question that a drawing answers; it stands above."""


class picture(nodes.General, nodes.Element):
    """A drawing; only HTML shows it."""


class beside(nodes.General, nodes.Element):
    """The part of a figure outside its caption: the same as a table."""


class PictureDirective(SphinxDirective):
    """A figure drawn from data. Its content, if there is any, is a question, and stands above the drawing."""

    required_arguments = 1
    has_content = True
    option_spec = {"caption": lambda text: text or ""}  # noqa: RUF012
    label = "figure"
    above: Sequence[nodes.Node] = ()
    """The nodes between the question and the drawing."""

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        try:
            if not self.options.get("caption"):
                raise BookError("the figure needs a ':caption:'")
            svg, same, *more = self.draw(name)
        except BookError as error:
            log.error("%s", error, location=self.get_location(), type="listing")
            return []
        text, messages = self.parse_inline(self.options["caption"])
        caption = nodes.caption(self.options["caption"], "", *text)
        self.set_source_info(caption)
        asked = [question("", *self.parse_content_to_nodes())] if self.content else []
        legend = [beside("", same_as(same))] if same is not None else []
        figure = nodes.figure("", *asked, *self.above, picture(svg=svg), caption, *legend, *more, classes=[self.label])
        figure.attributes.update({each: self.options[each] for each in ANSWER if each in self.options})
        self.set_source_info(figure)
        self.options["name"] = f"{self.label}-{name.split()[0]}"
        self.add_name(figure)
        return [figure, *messages]

    def draw(self, name: str) -> tuple[Any, ...]:
        """Return the drawing, a table or None, and further nodes of the figure; raise BookError."""
        raise NotImplementedError


def same_as(told: nodes.Node) -> folded:
    """Return a drawing's list or table, folded up; a table is left out on paper."""
    if isinstance(told, nodes.bullet_list):
        return folded("", told, summary=_("The same as a list"))
    return folded("", told, summary=_("The same as a table"), same=True)


def recording_of(directive: SphinxDirective, name: str) -> Recording:
    """Load a recording; the page is built anew when it changes."""
    root = Path(directive.config.book_root)
    recording, this = load(name, root), Listing(name, root)
    for path in (this.recording, this.run, *(Listing(file.name, root).module for file in recording.files)):
        if path.is_file():  # no file declares the run of a puzzle
            directive.env.note_dependency(str(path))
    return recording


def visit_question(self: HTML5Translator, node: question) -> None:
    """Begin the question above the drawing."""
    self.body.append('<div class="question">')


def depart_question(self: HTML5Translator, node: question) -> None:
    """End it."""
    self.body.append("</div>\n")


def visit_picture(self: HTML5Translator, node: picture) -> None:
    """Write the drawing into the page; beside that of a run there is room for its steps."""
    drawing = f'<div class="drawing">{node["svg"]}</div>'
    self.body.append(f'<div class="woven">{drawing}</div>\n' if "run" in node.parent["classes"] else drawing)


def visit_beside(self: HTML5Translator, node: beside) -> None:
    """End the caption before the table; else the accessible name of a figure is its whole table."""
    self.body.append('</figcaption>\n<div class="legend">\n')


def depart_beside(self: HTML5Translator, node: beside) -> None:
    """End the part beside the caption."""
    self.body.append("</div>\n")


def visit_figure(self: HTML5Translator, node: nodes.figure) -> None:
    """Open a figure, as ever; it knows which step answers its question."""
    HTML5Translator.visit_figure(self, node)
    if said := "".join(f' data-{each}="{node[each]}"' for each in ANSWER if each in node):
        self.body[-1] = self.body[-1].replace("<figure", f"<figure{said}", 1)


def depart_figure(self: HTML5Translator, node: nodes.figure) -> None:
    """Close a figure, but not a caption that is closed already."""
    if any(isinstance(child, beside) for child in node.children):
        self.body.append("</figure>\n")
    else:
        HTML5Translator.depart_figure(self, node)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the nodes. An epub is HTML too: a handler of its own for one node would hide those of all others."""
    other = (pass_through, pass_through)
    asked = (visit_question, depart_question)
    app.add_node(question, html=asked, latex=other, text=other, texinfo=other, man=other)
    app.add_node(picture, html=(visit_picture, pass_through), latex=other, text=other, texinfo=other, man=other)
    app.add_node(beside, html=(visit_beside, depart_beside), latex=other, text=other, texinfo=other, man=other)
    app.add_node(nodes.figure, override=True, html=(visit_figure, depart_figure))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
