"""Figures of runs as nodes of Sphinx: in HTML a drawing with its panel, in an epub the drawing, else a table."""
from __future__ import annotations

import zlib
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.osutil import relative_uri
from sphinx.writers.html5 import HTML5Translator

from whoruns.doors import static
from whoruns.formats.svg import svg
from whoruns.story.steps import as_script

FOLDER = "_static/whoruns"


class run_figure(nodes.figure):
    """A figure: what is said above it, the drawing, perhaps a caption, and the same as a table."""


class run_drawing(nodes.General, nodes.Element):
    """The drawing, ``svg``, and the steps of the run ``run``, for the panel: ``steps``."""


class run_table(nodes.General, nodes.Element):
    """The same as a table, below the caption; ``summary`` is what it is folded under."""


class InWords(SphinxPostTransform):
    """Where no drawing can be shown, let the table stand, with the caption as its title."""

    default_priority = 5
    formats = ("html",)

    def is_supported(self) -> bool:
        """Say whether this is a builder for which it is made: all but these."""
        return not super().is_supported()

    def run(self, **kwargs: Any) -> None:
        for figure in list(self.document.findall(run_figure)):
            table = next(figure.findall(nodes.table))
            for caption in figure.findall(nodes.caption):
                table.insert(0, nodes.title(caption.rawsource, "", *caption.children))
            table["ids"] += figure["ids"]
            said = [each for each in figure if isinstance(each, nodes.paragraph)]
            figure.replace_self([*said, table])


def visit_figure(self: HTML5Translator, node: run_figure) -> None:
    """Open a figure, which has its own style."""
    self.body.append('<div class="whoruns">\n')


def depart_figure(self: HTML5Translator, node: run_figure) -> None:
    """Close it."""
    self.body.append("</figure>\n</div>\n")


def visit_drawing(self: HTML5Translator, node: run_drawing) -> None:
    """Write the drawing into the page, and its steps into a file, which is loaded when a reader comes near."""
    self.body.append(self.starttag(node.parent, "figure", CLASS="run"))
    if self.builder.name == "epub":
        image = written(self, f"{node['run']}.svg", svg(node["svg"]))
        self.body.append(f'<img src="{escape(image)}" alt="{escape(node["alt"])}"/>\n')
    else:
        source = written(self, f"{node['run']}.js", as_script(node["steps"]))
        self.body.append(
            f'<div class="woven"><div class="drawing">{node["svg"]}</div></div>\n'
            f'<template class="run" data-run="{escape(node["run"])}" data-src="{escape(source)}"></template>\n'
        )
    raise nodes.SkipNode


def written(self: HTML5Translator, name: str, text: str) -> str:
    """Write a file, and return its address, which changes when it does, as seen from the page."""
    path = Path(self.builder.outdir) / FOLDER / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    page = self.builder.get_target_uri(self.builder.current_docname)
    version = "" if self.builder.name == "epub" else f"?v={zlib.crc32(text.encode()):x}"
    return relative_uri(page, f"{FOLDER}/{name}") + version


def visit_table(self: HTML5Translator, node: run_table) -> None:
    """Begin the part below the caption."""
    if any(isinstance(each, nodes.caption) for each in node.parent):
        self.body.append("</figcaption>\n")
    if self.builder.name == "epub":
        raise nodes.SkipNode
    self.body.append(f'<div class="legend"><details><summary>{escape(node["summary"])}</summary>\n')


def depart_table(self: HTML5Translator, node: run_table) -> None:
    """End it."""
    self.body.append("</details></div>\n")


def add_files(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give a page with figures the files for them, and no other page."""
    if doctree is not None and app.builder.name != "epub" and next(doctree.findall(run_figure), None) is not None:
        app.add_css_file(static.STYLE)
        app.add_js_file(static.SCRIPT, loading_method="defer")


def register(app: Sphinx) -> None:
    """Register the nodes."""
    app.add_enumerable_node(run_figure, "figure", html=(visit_figure, depart_figure))
    app.add_node(run_drawing, html=(visit_drawing, None))
    app.add_node(run_table, html=(visit_table, depart_table))
    app.add_post_transform(InWords)
    app.connect("html-page-context", add_files)
