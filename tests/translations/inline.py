"""The inline syntax of a message, as MyST reads it."""
from __future__ import annotations

import functools
import re

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser

from conf import myst_enable_extensions

PARSER = create_md_parser(MdParserConfig(enable_extensions=set(myst_enable_extensions)), RendererHTML)
PARSER.disable("entity")  # &#169; stays as it is written

PLACEHOLDER = r"%\(\w+\)s|%s|\{\w+\}"
URL = r"https?://\S+|&#?\w+;"
QUOTED = r"„[^”]*”|«[^»]*»|《[^》]*》|“[^”]*”"
"""What stands in quotes may be the title of an essay, a book or a talk; so may a link, and what is in italics."""


@functools.cache
def parse(text: str) -> tuple[Token, ...]:
    """Return the inline tokens of a text."""
    return tuple(PARSER.parseInline(text)[0].children or ())


@functools.cache
def blocks(text: str) -> tuple[str, ...]:
    """Return the kinds of blocks that a text is: a paragraph, or a list, a heading, two paragraphs, …"""
    found: list[Token] = []
    PARSER.block.parse(text, PARSER, {}, found)
    return tuple(token.type for token in found)


def target(role: Token) -> str:
    """Return what a role names: turns.machine of {ref}`the machine <turns.machine>`."""
    explicit = re.search(r"<([^>]*)>$", role.content)
    return f"{role.meta['name']}:{explicit[1] if explicit else role.content}"


@functools.cache
def pieces(text: str, mask: str) -> tuple[tuple[str, str], ...]:
    """Return what a reader reads, piece by piece, after "link", "em" or nothing. Code becomes the mask.

    A role without a text of its own prints a title or a number in the page's language: it becomes a □.
    """
    found: list[tuple[str, str]] = []
    title: list[str] = []
    inside = ""
    for token in parse(text):
        if not inside and token.type in ("link_open", "em_open"):
            title, inside = [], token.type.removesuffix("_open")
        elif inside and token.type == f"{inside}_close":
            found.append((inside, "".join(title)))
            inside = ""
        elif inside:
            title.append(_shown(token, mask))
        else:
            found.append(("", _shown(token, mask)))
    return tuple(found)


def _shown(token: Token, mask: str) -> str:
    if token.type in ("text", "image"):
        return re.sub(PLACEHOLDER, "□", re.sub(URL, mask, token.content))
    if token.type == "myst_role":
        own = token.meta["name"] == "term" or "<" in token.content
        return re.sub(PLACEHOLDER, "□", re.sub(r"\s*<[^>]*>$", "", token.content)) if own else "□"
    if token.type in ("code_inline", "html_inline", "footnote_ref"):
        return mask
    return "\n" if token.type in ("softbreak", "hardbreak") else ""


def prose(text: str, mask: str = "x") -> str:
    """Return what a reader reads."""
    return "".join(piece for _, piece in pieces(text, mask))


def own_words(text: str) -> str:
    """Return the prose without code, and without what may be a title."""
    return re.sub(QUOTED, "", "".join(piece for title, piece in pieces(text, "") if not title))


def titles(text: str) -> set[str]:
    """Return what may be the title of something elsewhere."""
    quoted = set(re.findall(QUOTED, prose(text, "")))
    return quoted | {piece for kind, piece in pieces(text, "") if kind == "link" or (kind and piece[:1].isupper())}


@functools.cache
def without_titles(english: str, text: str, mask: str = "x", quotes: str = "") -> tuple[str, str]:
    """Return the prose of both; titles that are the same in both become masks, in quotes if they stand in these."""
    both = [pieces(each, mask) for each in (english, text)]
    same = {piece for title, piece in both[0] if title}.intersection(piece for title, piece in both[1] if title)
    before, after = ("".join(mask if title and piece in same else piece for title, piece in each) for each in both)
    for quoted in re.findall(QUOTED, before):
        if quoted in after:
            masked = f"{quotes[0]}{mask}{quotes[1]}" if quotes == quoted[0] + quoted[-1] else mask
            before, after = before.replace(quoted, masked), after.replace(quoted, masked)
    return before, after
