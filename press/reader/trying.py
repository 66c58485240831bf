"""The parts of a page whose listings can be run and changed in it (RUN=1): buttons, and the address of the rest.

The scripts are in ``press/playground/scripts``, the same for all languages, so they lie in the folder ``run`` beside
the books; the words are in a script of each book.
"""
from __future__ import annotations

import zlib
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.locale import _
from sphinx.util.typing import ExtensionMetadata

from press.figures.stepper import PANEL, stepper, versioned
from press.listing.blocks import listing_code
from press.reader.later import publish, written
from press.reader.workbench import SCRIPTS, examples
from whoruns.memory.install import DEPTH

LOADED = ("link.js", "clean.js", "editor.js", "try.js")
"""The scripts that a first click loads, in this order; it loads python.js itself."""
STYLES = ("editor.css", "try.css")
WORDS = "try.words.js"


def words() -> dict[str, Any]:
    """Return the words of the scripts, in the language of the book."""
    return {
        "run": _("Run"), "check": _("Try it"), "reset": _("Reset"), "share": _("Copy a link to it"),
        "shared": _("Copied: whoever opens the link sees this program."),
        "address": _("The address of this page leads to this program now: copy it."),
        "close": _("Close"), "stop": _("Stop"), "recorded": _("Show the recorded run again"),
        "editor": _("Editor: {file}"), "main": _("the program of this figure"),
        "hint": _("Ctrl+Enter runs it. Tab indents; after Esc, Tab leaves the editor."),
        "long": _("This program is too long for a link."),
        "elsewhere": _("Another tab has changed this program. This tab keeps its own until it is closed."),
        "full": _("The browser has no room left: what you write is in this page and nowhere else. Copy it."),
        "linked": _("This program came with the link. It runs when you press the button."),
        "broken": _("The link should carry a program of this page, but it cannot be read."),
        "fetching": _("Python is being fetched…"), "running": _("Running…"),
        "waits": _("It runs as soon as the other run has ended."), "result": _("Result"),
        "same": _("As on the page. Examples: {all}."), "right": _("As expected. Examples: {all}."),
        "wrong": _("Examples that print what is expected: {n} of {all}."),
        "solved": _("Right! Examples: {all}."), "unsolved": _("Not yet. Examples that are right so far: {n}."),
        "examples": _("What each example printed"), "expected": _("expected:"), "printed": _("printed:"),
        "nothing": _("(nothing)"), "with": _("With your changes of {files}."), "place": _("{file}, line {line}"),
        "drawn": _("Drawn from your program."), "undrawn": _("Your program could not be drawn."),
        "alike": _("It runs as in the recorded run."),
        "ended": _("It has run. Lines printed: {n}."), "table": _("The same as a table"),
        "unreal": _("What is not real here"),
        "unreals": [
            _("Sockets and pipes are memory of this page, and the clock jumps over each wait."),
            _("This is Python 3.14, made for browsers: without threads, processes and network."),
            _("Calls inside one another can be at most {number} deep here, and 1000 on your computer.").format(
                number=DEPTH
            ),
            _("Nothing leaves your browser. What you change is kept there, until you reset it."),
        ],
        "trouble_time": _("It was stopped after 15 seconds, which is all that a page gives a program."),
        "trouble_memory": _("It needed more memory than a page may have, and was stopped."),
        "trouble_stopped": _("Stopped."),
        "trouble_crash": _("Python itself gave up. The next run begins with a new one."),
        "trouble_load": _("Python could not be fetched. Is there a connection?"),
    }


def script() -> str:
    """Return the script with the words."""
    return f"window.bookTryWords = {written(words())};\n"


def set_tag(app: Sphinx, config: Config) -> None:
    """Let a page mark text as ``{only} builder_html and run`` that is true only where listings run in the pages."""
    if config.book_run:
        app.tags.add("run")


def add_context(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Tell the template of a page with something to run where the scripts are."""
    context["tried"] = {}
    if app.builder.name != "html" or not app.config.book_run or doctree is None:
        return
    if next(doctree.findall(listing_code), None) or next(doctree.findall(stepper), None):
        names = ("offer.js", "figure.js", *STYLES, *LOADED)
        address = {name: versioned((PANEL if name == "figure.js" else SCRIPTS) / name, "../run") for name in names}
        context["tried"] = {
            "offer": address["offer.js"], "styles": " ".join(address[name] for name in STYLES),
            "scripts": " ".join(address[name] for name in LOADED),
            "figure": address["figure.js"], "words": f"_static/{WORDS}?v={zlib.crc32(script().encode()):x}",
            "bench": examples(app.config.book_root).get(page, ""),
        }


def write(app: Sphinx, error: Exception | None) -> None:
    """Write the words."""
    if not error and app.builder.name == "html" and app.config.book_run:
        publish(app, WORDS, script())


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks."""
    app.connect("config-inited", set_tag)
    app.connect("html-page-context", add_context)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
