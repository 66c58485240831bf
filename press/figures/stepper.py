"""The stepper: the file with the steps of a run (``steps.py``), which the panel loads, and the panel's own files.

Beside the steps the file has ``listings``, the HTML of those listings that the page does not show, by name, and
``view``, the options that the author of the figure has chosen, if there are any (``directives.py``).
"""
from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

import whoruns.page
from press.listing.blocks import listing_code
from whoruns.page.page import panel
from whoruns.story.steps import as_script

FOLDER = "_runs"
WORDS = "_static/panel.words.js"
TOOL = Path(whoruns.page.__file__).parent
PANEL = TOOL / "static"


class stepper(nodes.General, nodes.Element):
    """The steps of a run, and the listings it goes through that the page does not show; only HTML shows it."""


class LeaveOutShown(SphinxTransform):
    """Keep of the listings of a run only those that the page does not show: the script takes the others from it."""

    default_priority = 15  # before Sphinx extracts and translates (20)

    def apply(self, **kwargs: Any) -> None:
        shown = {block["listing"] for block in self.document.findall(listing_code) if block["kind"] == "module"}
        for node in self.document.findall(stepper):
            for block in list(node.findall(listing_code)):
                if block["listing"] in shown:
                    node.remove(block)


def visit_stepper(self: HTML5Translator, node: stepper) -> None:
    """Write the file with the steps and with the listings, which are translated by now; say where it is."""
    if self.builder.name != "html":
        raise nodes.SkipNode
    docname, name = self.builder.current_docname, node["run"]
    script = as_script(runs_of(self.builder.env)[docname][name] | {"listings": listings(self, node)})
    address = write_runs(self, {name: script}, name)
    self.body.append(f'<template class="run" data-run="{name}" data-src="{address}"></template>\n')
    raise nodes.SkipNode


def write_runs(self: HTML5Translator, scripts: Mapping[str, str], shown: str) -> str:
    """Write the scripts of runs, by their names; return the address of `shown`, which changes when they do."""
    for name, script in scripts.items():
        path = Path(self.builder.outdir) / FOLDER / f"{name}.js"
        path.parent.mkdir(exist_ok=True)
        path.write_text(script, "utf-8")
    folder = self.builder.get_relative_uri(self.builder.current_docname, "index").removesuffix("index.html")
    return f"{folder}{FOLDER}/{shown}.js?v={zlib.crc32(''.join(scripts.values()).encode()):x}"


def listings(self: HTML5Translator, node: stepper) -> dict[str, str]:
    """Return the HTML of the listings that only the script shows: {name: HTML}."""
    found: dict[str, str] = {}
    page, self.body = self.body, []
    for block in node.findall(listing_code):
        block.walkabout(self)
        found[block["listing"]] = "".join(self.body)
        self.body.clear()
    self.body = page
    return found


def skip(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    """Write nothing."""
    raise nodes.SkipNode


def runs_of(env: BuildEnvironment) -> dict[str, dict[str, Any]]:
    """Return the steps that the pages need: {page: {run: the script's data}}."""
    found: dict[str, dict[str, Any]] = env.__dict__.setdefault("book_runs", {})
    return found


def forget(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    """A page is read anew, or is gone."""
    runs_of(env).pop(docname, None)


def merge(app: Sphinx, env: BuildEnvironment, docnames: set[str], other: BuildEnvironment) -> None:
    """Take in the runs that another process has read."""
    runs_of(env).update({page: runs for page, runs in runs_of(other).items() if page in docnames})


def tidy(app: Sphinx, error: Exception | None) -> None:
    """Remove the files of runs that no page shows any more."""
    if error or app.builder.name != "html":
        return
    wanted = {f"{name}.js" for runs in runs_of(app.env).values() for name in runs}
    for path in (Path(app.outdir) / FOLDER).glob("*"):
        if path.name not in wanted:
            path.unlink()


def write_panel(app: Sphinx) -> None:
    """Write the HTML of the panel, in the language of the book, as a script that can be loaded from disk."""
    if app.builder.name == "html":
        html = panel()
        path = Path(app.outdir) / WORDS
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"window.bookPanel = {json.dumps(html, ensure_ascii=False)};\n", "utf-8")


def versioned(path: Path, folder: str = "_static") -> str:
    """Return an address that changes when the file does: a browser doesn't use its copy of the old one."""
    return f"{folder}/{path.name}?v={zlib.crc32(path.read_bytes()):x}"


def panel_files(app: Sphinx) -> dict[str, str]:
    """Return the addresses of the panel's files: style sheet, words and script."""
    files = {"style": PANEL / "panel.css", "words": Path(app.outdir) / WORDS, "script": PANEL / "panel.js"}
    return {kind: versioned(path) for kind, path in files.items()}


def add_panel(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give a page with runs the panel, with the addresses of its style sheet and its script, and no other page."""
    context["panel"] = panel_files(app) if app.builder.name == "html" and runs_of(app.env).get(page) else {}


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the node, the transform and the files."""
    other = (skip, lambda self, node: None)
    app.add_node(stepper, html=(visit_stepper, None), latex=other, text=other, texinfo=other, man=other)
    app.add_transform(LeaveOutShown)
    app.connect("builder-inited", write_panel)
    app.connect("env-purge-doc", forget)
    app.connect("env-merge-info", merge)
    app.connect("html-page-context", add_panel)
    app.connect("build-finished", tidy)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
