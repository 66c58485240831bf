"""Patches that let Sphinx build the books in half the time, and change no page.

Each class or function names the cost without it.
"""
from __future__ import annotations

import functools
import gc
import re
from collections.abc import Callable, Iterator
from typing import Any

from docutils import nodes
from markdown_it import MarkdownIt
from myst_parser.config.main import MdParserConfig
from myst_parser.mdit_to_docutils import base
from myst_parser.parsers import sphinx_
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import html
from sphinx.domains.std import StandardDomain
from sphinx.environment import BuildEnvironment
from sphinx.environment.adapters.toctree import global_toctree_for_doc
from sphinx.transforms import i18n
from sphinx.util import nodes as sphinx_nodes
from sphinx.util.typing import ExtensionMetadata


class ReadOnce:
    """An environment that reads the doctree of a page once, for callers that only look at it."""

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
    """Return a maker of the same parsers, but one for all messages of a catalogue, whose settings are the same.

    MyST makes a parser, with all its rules, for each translated message.
    """
    last: list[tuple[MdParserConfig, MarkdownIt]] = []

    def make_or_keep(config: MdParserConfig, renderer: Any) -> MarkdownIt:
        if not last or last[0][0] is not config:
            last[:] = [(config, make(config, renderer))]
        return last[0][1]

    return make_or_keep


PLAIN = re.compile("[^\\W\\d_](?:[^\\W_]|[ ,.;:()?…—–«»„”“’-]|[。，、；：？！（）《》]|\u00a0)*(?<![ :\u00a0])")
"""A message in which MyST finds nothing but words."""


def published(source: str, *place: Any, **options: Any) -> nodes.Element:
    """Return a translated message as nodes; for a plain one, as most are, MyST need not make a document and a tree."""
    return nodes.paragraph(source, source) if PLAIN.fullmatch(source) else publish(source, *place, **options)


publish = i18n._publish_msgstr


def findall(
    self: nodes.Node, condition: type | Callable[[nodes.Node], bool] | None = None, include_self: bool = True,
    descend: bool = True, siblings: bool = False, ascend: bool = False,
) -> Iterator[nodes.Node]:
    """Yield a node and those below it that are of a kind, or as a condition says, in their order.

    Docutils' own hands each on through a generator for each level above it, and a page is looked through 800 times.
    """
    if not include_self or not descend or siblings or ascend:
        yield from elsewhere(self, condition, include_self, descend, siblings, ascend)
        return
    kind: Any = condition if isinstance(condition, type) else getattr(condition, "classes", ()) or nodes.Node
    right: Any = condition if condition is not kind else None
    levels = [iter((self,))]
    while levels:
        for node in levels[-1]:
            if isinstance(node, kind) and (right is None or right(node)):
                yield node
            if node.children:
                levels.append(iter(node.children))
                break
        else:
            levels.pop()


elsewhere = nodes.Node.findall


def titles(env: BuildEnvironment, *arguments: Any, titles_only: bool = False, **options: Any) -> nodes.Element | None:
    """Return the contents of the book beside a page; Sphinx copies all sections of all pages to throw them away."""
    whole = env.tocs
    if titles_only:
        env.tocs = {page: cut(toc) for page, toc in whole.items()}
    try:
        return global_toctree_for_doc(env, *arguments, titles_only=titles_only, **options)
    finally:
        env.tocs = whole


@functools.cache
def cut(toc: nodes.bullet_list) -> nodes.bullet_list:
    """Return the contents of a page without its sections, as ``_entries_from_toctree`` leaves them."""
    if next(toc.findall(addnodes.only), None):
        return toc  # what stays of it, Sphinx has to say first
    copied = toc.deepcopy()
    items: list[Any] = list(copied)
    for item in items:
        if len(item) > 1:
            if subtrees := list(item.findall(addnodes.toctree)):
                item[1][:] = subtrees
            else:
                item.pop(1)
    return copied


def at_home(app: Sphinx, doctree: nodes.document) -> None:
    """Let all nodes of a page know this document.

    A translated one knows the document that Sphinx made of its message, and would have that pickled with all settings:
    a page of 100 kB became one of 10 MB, and a book of 20 MB one of 300.
    """
    node: Any
    for node in doctree.findall():
        if node._document not in (None, doctree):
            node._document = doctree


def collect(app: Sphinx, *page: Any) -> None:
    """Collect the garbage of the page before, and never look again at the rest, which grows from page to page."""
    if page[-1] is not None:  # the search has no doctree
        gc.collect()
        gc.freeze()


def setup(app: Sphinx) -> ExtensionMetadata:
    """Replace the domain and the maker of parsers, and let garbage be collected page by page."""
    app.add_domain(Domain, override=True)
    sphinx_.create_md_parser = kept(sphinx_.create_md_parser)  # type: ignore[assignment,attr-defined]
    # MyST builds a document, option parser and all, for every translated message, and does not use it.
    base.make_document = functools.cache(base.make_document)
    i18n._publish_msgstr = published
    nodes.Node.findall = findall  # type: ignore[assignment,method-assign]
    # Sphinx writes each node that is not translated as XML, for messages that nobody asks for.
    sphinx_nodes.repr_domxml = type  # type: ignore[assignment]
    html.global_toctree_for_doc = titles  # type: ignore[attr-defined]
    app.connect("builder-inited", lambda app: gc.disable())
    app.connect("doctree-read", at_home)
    app.connect("source-read", collect)
    app.connect("html-page-context", collect)
    app.connect("build-finished", lambda app, error: gc.enable())
    return {"parallel_read_safe": True, "parallel_write_safe": True}
