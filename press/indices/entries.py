"""The entries of the indices: each page is looked through once it has been read, and when anything that an index
shows has come, gone, moved or got another number, the pages with indices are written anew.
"""
from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from press.listing.blocks import lesson, listing_code
from press.listing.program import names

log = logging.getLogger(__name__)

Said = tuple[tuple[str, bool], ...]
"""A text: its parts, and which of them are code."""


@dataclass(frozen=True)
class Section:
    """A section of a page."""

    page: str
    anchor: str
    title: Said


@dataclass(frozen=True)
class Place:
    """A listing or a figure: something with a caption and a number."""

    kind: str
    """As Sphinx counts them: ``code-block`` or ``figure``."""
    page: str
    anchor: str
    section: Section
    caption: Said
    name: str
    """Of a listing; of a figure its kind, such as ``run``."""
    file: str = ""
    defines: tuple[str, ...] = ()
    lesson: Said = ()
    line: int = field(default=0, repr=False)
    """Where the caption stands; an index does not show it."""
    rows: frozenset[int] = field(default=frozenset(), repr=False)
    """The lines of a listing that are shown there; an epub has those besides that no place shows."""


@dataclass(frozen=True)
class Mention:
    """A term that links to the glossary, or is explained without a link, and where."""

    term: str
    section: Section
    line: int = field(default=0, repr=False)


@dataclass
class Found:
    """The entries of a page."""

    places: list[Place] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    has_index: bool = False


NOTHING = Found()


class index_of(nodes.General, nodes.Element):
    """Where an index is to stand."""


class explains(nodes.Invisible, nodes.Element):
    """Terms that are explained here and have no link."""


def found(env: BuildEnvironment) -> dict[str, Found]:
    """Return the entries of each page; the environment keeps them."""
    kept: dict[str, Found] = env.__dict__.setdefault("book_found", {})
    return kept


def terms(env: BuildEnvironment) -> dict[str, tuple[str, str]]:
    """Return the page and the anchor of each term of the glossary, in small letters."""
    return env.domains.standard_domain._terms


def said(node: nodes.Element) -> Said:
    """Return the text of a title or a caption, without the house's additions."""
    parts = [(part.astext(), isinstance(part, nodes.literal)) for part in node.children
             if not (isinstance(part, nodes.Element) and "since" in part["classes"])]
    if parts and not parts[-1][1]:
        parts[-1] = parts[-1][0].rstrip(), False
    return tuple(part for part in parts if part[0])


def sections_around(node: nodes.Node) -> Iterator[nodes.section]:
    """Yield the sections around a node, from the innermost."""
    while (node := node.parent) is not None:
        if isinstance(node, nodes.section):
            yield node


def section_of(node: nodes.Node, page: str) -> Section:
    """Return the innermost section around a node, or nothing but the page."""
    for section in sections_around(node):
        title = section.next_node(nodes.title)
        assert title is not None, "a section begins with its title"
        return Section(page, section["ids"][0], said(title))
    return Section(page, "", ())


def places(document: nodes.document, page: str) -> Iterator[Place]:
    """Yield the listings and figures of a page that have a number."""
    for node in document.findall(nodes.Element):
        if not isinstance(node, nodes.container | nodes.figure) or not node["ids"]:
            continue
        caption = node.next_node(nodes.caption)
        if caption is None or caption.parent is not node:
            continue
        here = page, node["ids"][0], section_of(node, page), said(caption)
        if isinstance(node, nodes.figure):
            yield Place("figure", *here, name=" ".join(node["classes"]))
        elif (code := node.next_node(listing_code)) is not None:
            taught = node.next_node(lesson)
            defined = names(code.rawsource, frozenset(code["part"]))
            words = said(taught) if taught is not None else ()
            yield Place("code-block", *here, code["listing"], code["file"], tuple(defined), words,
                        caption.line or 0, frozenset(code["part"]))


def mentions(document: nodes.document, page: str) -> Iterator[Mention]:
    """Yield the terms that a page links to, or explains."""
    for node in document.findall(nodes.Element):
        if isinstance(node, addnodes.pending_xref) and node["reftype"] == "term":
            yield Mention(node["reftarget"], section_of(node, page))
        elif isinstance(node, explains):
            yield from (Mention(term, section_of(node, page), node.line or 0) for term in node["terms"])


def look(app: Sphinx, document: nodes.document) -> None:
    """Look through a page that has been read and translated."""
    env = app.env
    page = env.current_document.docname
    found(env)[page] = Found(
        list(places(document, page)),
        list(mentions(document, page)),
        any(document.findall(lambda node: isinstance(node, index_of | addnodes.glossary))),
    )
    for node in list(document.findall(explains)):
        node.parent.remove(node)


def forget(app: Sphinx, env: BuildEnvironment, page: str) -> None:
    """Forget a page that is gone, or is read anew."""
    found(env).pop(page, None)


def merge(app: Sphinx, env: BuildEnvironment, pages: list[str], other: BuildEnvironment) -> None:
    """Take over the entries that another process has found."""
    found(env).update({page: found(other)[page] for page in pages})


def rewrite_if_changed(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the pages with an index, if anything has changed that one may show."""
    all_of_it = sorted(found(env).items()), env.toc_fignumbers, env.toc_secnumbers
    now = zlib.crc32(repr(all_of_it).encode())
    before, env.__dict__["book_indexed"] = env.__dict__.get("book_indexed"), now
    return [] if now == before else [page for page, kept in found(env).items() if kept.has_index]


def check(app: Sphinx, env: BuildEnvironment) -> None:
    """Complain about a listing that is wrong on purpose and teaches nothing, and about a term that there is not."""
    bugs = [place for kept in found(env).values() for place in kept.places if place.name.endswith("_bug")]
    taught = {place.name for place in bugs if place.lesson}
    for place in bugs:
        if place.name not in taught:
            taught.add(place.name)
            log.error("%s needs a ':lesson:', what is wrong there and what helps, in a sentence for the museum of bugs",
                      place.name, location=(place.page, place.line), type="indices")
    for page, kept in found(env).items():
        for mention in kept.mentions:
            if mention.line and mention.term.lower() not in terms(env):
                log.error("the glossary has no term %r; {explains} takes its terms, with commas between them",
                          mention.term, location=(page, mention.line), type="indices")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks."""
    app.add_node(index_of)
    app.add_node(explains)
    app.connect("doctree-read", look)
    app.connect("env-purge-doc", forget)
    app.connect("env-merge-info", merge)
    app.connect("env-check-consistency", check)
    app.connect("env-get-updated", rewrite_if_changed)  # when all has its number
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
