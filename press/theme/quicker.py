"""What lets Sphinx build the books in half the time, and changes no page.

Each class or function names what takes the time without it.
"""
from __future__ import annotations

import functools
import gc
from collections.abc import Callable
from typing import Any

from docutils import nodes
from markdown_it import MarkdownIt
from myst_parser.config.main import MdParserConfig
from myst_parser.mdit_to_docutils import base
from myst_parser.parsers import sphinx_
from sphinx.application import Sphinx
from sphinx.domains.std import StandardDomain
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata


class ReadOnce:
    """An environment that reads the doctree of a page once, for whoever only looks at it."""

    def __init__(self, env: BuildEnvironment) -> None:
        self._env = env
        self._doctrees: dict[str, nodes.document] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._env, name)

    def get_doctree(self, docname: str) -> nodes.document:
        """Return the doctree of a page."""
        if docname not in self._doctrees:
            self._doctrees[docname] = self._env.get_doctree(docname)
        return self._doctrees[docname]


class Domain(StandardDomain):
    """Sphinx's own unpickles a whole chapter for each reference to a number in it."""

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__(env)
        self._read_once = ReadOnce(env)

    def _resolve_numref_xref(self, env: BuildEnvironment, *arguments: Any) -> Any:
        return super()._resolve_numref_xref(self._read_once, *arguments)  # type: ignore[arg-type]


Make = Callable[[MdParserConfig, Any], MarkdownIt]


def kept(make: Make) -> Make:
    """Return what makes the same parsers, and one for all messages of a catalogue, whose settings are the same.

    MyST makes a parser, with all its rules, for each translated message.
    """
    last: list[tuple[MdParserConfig, MarkdownIt]] = []

    def make_or_keep(config: MdParserConfig, renderer: Any) -> MarkdownIt:
        if not last or last[0][0] is not config:
            last[:] = [(config, make(config, renderer))]
        return last[0][1]

    return make_or_keep


def collect(app: Sphinx, *page: Any) -> None:
    """Collect the garbage of the page before, and never look again at what is left, which grows from page to page."""
    if page[-1] is not None:  # the search has no doctree
        gc.collect()
        gc.freeze()


def setup(app: Sphinx) -> ExtensionMetadata:
    """Replace the domain and what makes parsers, and let garbage be collected page by page."""
    app.add_domain(Domain, override=True)
    sphinx_.create_md_parser = kept(sphinx_.create_md_parser)  # type: ignore[assignment,attr-defined]
    # MyST builds a document, option parser and all, for every translated message, and does not use it.
    base.make_document = functools.cache(base.make_document)
    app.connect("builder-inited", lambda app: gc.disable())
    app.connect("source-read", collect)
    app.connect("html-page-context", collect)
    app.connect("build-finished", lambda app, error: gc.enable())
    return {"parallel_read_safe": True, "parallel_write_safe": True}
