"""The ``{workbench}`` directive: where a reader's own program is run, recorded, drawn and stepped through (RUN=1).

It leaves the form of ``templates/workbench.html``, which ``press/playground/scripts/workbench.js`` brings to life, and
nothing in a book that cannot run programs. The programs to begin with are the listings of its page.
"""
from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

import press
from press.contents import chapters
from press.figures.stepper import panel_files, versioned

SCRIPTS = Path(press.__file__).parent / "playground/scripts"
OWN = ("drafts.js", "workbench.js", "workbench.css")
EXAMPLE = re.compile(r"^```\{listing\} workbench\.(\w+)$", re.MULTILINE)


@functools.cache
def examples(root: str) -> dict[str, str]:
    """Return the example of each chapter, {page: name}: the last programs of the page, in the order of the chapters."""
    pages, bench = chapters(Path(root)), Path(root) / "docs/workbench.md"
    return dict(zip(pages, EXAMPLE.findall(bench.read_text("utf-8"))[-len(pages) :])) if bench.is_file() else {}


class workbench(nodes.General, nodes.Element):
    """Where the workbench is to stand."""


class WorkbenchDirective(SphinxDirective):
    """Put the workbench here."""

    def run(self) -> list[nodes.Node]:
        return [workbench()]


def visit_workbench(self: HTML5Translator, node: workbench) -> None:
    """Write the form, if there will be something to run programs with."""
    if self.builder.name == "html" and self.config.book_run:
        address = {name: versioned(SCRIPTS / name, "../run") for name in OWN}
        self.body.append(self.builder.templates.render("workbench.html", {"address": address}))
    raise nodes.SkipNode


def skip(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    """Write nothing."""
    raise nodes.SkipNode


def add_files(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give the page what its drawings will need: it has none yet."""
    if app.builder.name == "html" and app.config.book_run and doctree and next(doctree.findall(workbench), None):
        app.add_css_file("figures.css")
        context["panel"] = panel_files(app)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive and the files."""
    app.add_node(workbench, html=(visit_workbench, None), latex=(skip, None), text=(skip, None), texinfo=(skip, None),
                 man=(skip, None))
    app.add_directive("workbench", WorkbenchDirective)
    app.connect("html-page-context", add_files, priority=600)  # after press/figures/stepper.py
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
