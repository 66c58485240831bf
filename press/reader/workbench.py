"""The ``{workbench}`` directive: where a reader's own program is run, recorded, drawn and stepped through (RUN=1).

It leaves the form of ``templates/workbench.html``, which ``press/playground/scripts/workbench.js`` brings to life, and
nothing in a book that cannot run programs. The programs to begin with are the listings of its page, and the puzzles
that stand at the heads of chapters, to which the page has links:

    ```{puzzles}
    ```

With the name of a program, ``{puzzles} workbench.crossed``, it is this one alone.
"""
from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

import press
from press.catalogue import BENCH
from press.contents import chapters, parts
from press.figures.stepper import panel_files, versioned
from press.listing.blocks import listing_code
from press.listing.puzzle import puzzle

SCRIPTS = Path(press.__file__).parent / "playground/scripts"
OWN = ("drafts.js", "workbench.js", "workbench.css")
PUZZLE = re.compile(r"^```\{puzzle\} workbench\.(\w+)$", re.MULTILINE)
EXAMPLE = re.compile(r"^```\{(?:listing|puzzles)\} workbench\.(\w+)$", re.MULTILINE)
FOLD = r"(?ms)^(`{4,})\{folded\} %s\n(.*?)^\1$"
"""The folds of the workbench's page under the name of a part: a program for each of its chapters."""


@functools.cache
def examples(root: str) -> dict[str, str]:
    """Return the program of each chapter, {page: name}: its puzzle, or the one that the workbench has for it."""
    docs, found = Path(root) / "docs", {}
    bench = docs / f"{BENCH}.md"
    text = bench.read_text("utf-8") if bench.is_file() else ""
    for part, pages in parts(Path(root)):
        fold = re.search(FOLD % re.escape(part), text)
        theirs = dict(zip(pages, EXAMPLE.findall(fold[2]))) if fold else {}
        for page in pages:
            puzzles = PUZZLE.findall((docs / f"{page}.md").read_text("utf-8"))
            if name := puzzles[0] if puzzles else theirs.get(page):
                found[page] = name
    return found


@dataclass(frozen=True)
class Puzzle:
    """A puzzle of a chapter, in the language of the book."""

    name: str
    anchor: str
    question: tuple[tuple[str, bool], ...]
    """Its parts, and which of them are code."""
    program: str


def found(env: BuildEnvironment) -> dict[str, list[Puzzle]]:
    """Return the puzzles of each page; the environment keeps them."""
    kept: dict[str, list[Puzzle]] = env.__dict__.setdefault("book_puzzles", {})
    return kept


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


class puzzles(nodes.General, nodes.Element):
    """Where links to puzzles are to stand."""


class program(nodes.General, nodes.Element):
    """A program that the workbench offers, and that the page does not show."""


class PuzzlesDirective(SphinxDirective):
    """Lead to the puzzles of the chapters, or to one of them."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        return [puzzles(only="".join(self.arguments).removeprefix(f"{BENCH}."))]


def look(app: Sphinx, document: nodes.document) -> None:
    """Look for the puzzles of a page that has been read and translated."""
    own = []
    for node in document.findall(puzzle):
        code = node.next_node(listing_code)
        assert code is not None
        question = tuple((part.astext(), isinstance(part, nodes.literal)) for part in node.children[0].children)
        own.append(Puzzle(node["listing"].removeprefix(f"{BENCH}."), node["ids"][0], question, code.astext()))
    found(app.env)[app.env.current_document.docname] = own


def forget(app: Sphinx, env: BuildEnvironment, page: str) -> None:
    """Forget a page that is gone, or is read anew."""
    found(env).pop(page, None)


def merge(app: Sphinx, env: BuildEnvironment, pages: list[str], other: BuildEnvironment) -> None:
    """Take over the folds that another process has found."""
    found(env).update({page: found(other)[page] for page in pages})


def rewrite_if_changed(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the page of the workbench, if a puzzle has changed."""
    now = repr([(page, found(env).get(page), env.titles[page].astext()) for page in ordered(app)])
    before, env.__dict__["book_puzzled"] = env.__dict__.get("book_puzzled"), now
    return [BENCH] if now != before and BENCH in env.found_docs else []


def ordered(app: Sphinx) -> list[str]:
    """Return the chapters that have a puzzle, in their order."""
    return [page for page in chapters(Path(app.config.book_root)) if found(app.env).get(page)]


def fill_in(app: Sphinx, document: nodes.document, page: str) -> None:
    """Put links in their places, and the programs beside them."""
    for place in list(document.findall(puzzles)):
        items = [
            entry(app, page, chapter, each, place["only"] == "")
            for chapter in ordered(app) for each in found(app.env)[chapter] if place["only"] in ("", each.name)
        ]
        place.replace_self([nodes.bullet_list("", *items)] if items else [])


def entry(app: Sphinx, page: str, chapter: str, each: Puzzle, offered: bool) -> nodes.list_item:
    """Return a link to a puzzle, with its chapter, and its program, if this is where the workbench gets it from."""
    words = [nodes.literal("", part) if code else nodes.Text(part) for part, code in each.question]
    uri = f"{app.builder.get_relative_uri(page, chapter)}#{each.anchor}"
    title = app.env.titles[chapter]
    said = f"{'.'.join(map(str, title['secnumber']))}.\u00a0{title.astext()}"
    line = nodes.paragraph("", "", nodes.reference("", "", *words, refuri=uri, internal=True), nodes.Text(" "))
    line += nodes.inline("", said, classes=["of"])
    offer = [program(name=each.name, title=said, text=each.program)] if offered else []
    return nodes.list_item("", line, *offer)


def visit_program(self: HTML5Translator, node: program) -> None:
    """Write the program where no reader sees it, if there will be something to run it with."""
    if self.builder.name == "html" and self.config.book_run:
        told = f'data-name="{node["name"]}" data-title="{escape(node["title"])}"'
        own = nodes.make_id(f"{BENCH}.{node['name']}")  # as a listing has it: a link of its chapter leads here
        self.body.append(f'<template class="program notranslate" id="{own}" {told}>{escape(node["text"])}</template>')
    raise nodes.SkipNode


def skip(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    """Write nothing."""
    raise nodes.SkipNode


def add_files(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give the page the files that its drawings will need: it has none yet."""
    if app.builder.name == "html" and app.config.book_run and doctree and next(doctree.findall(workbench), None):
        app.add_css_file("figures.css")
        context["panel"] = panel_files(app)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive and the files."""
    app.add_node(workbench, html=(visit_workbench, None), latex=(skip, None), text=(skip, None), texinfo=(skip, None),
                 man=(skip, None))
    app.add_directive("workbench", WorkbenchDirective)
    app.add_node(puzzles)
    app.add_node(program, html=(visit_program, None), latex=(skip, None), text=(skip, None), texinfo=(skip, None),
                 man=(skip, None))
    app.add_directive("puzzles", PuzzlesDirective)
    app.connect("doctree-read", look)
    app.connect("env-purge-doc", forget)
    app.connect("env-merge-info", merge)
    app.connect("env-updated", rewrite_if_changed)
    app.connect("doctree-resolved", fill_in)
    app.connect("html-page-context", add_files, priority=600)  # after press/figures/stepper.py
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
