"""Comments and docstrings of a listing: found, and replaced by their translations.

A translated listing is the same program: the same tokens at the same places, the same
syntax tree, the same number of lines. ``translate`` proves it or raises.
"""
from __future__ import annotations

import ast
import io
import re
import tokenize
from dataclasses import dataclass

from press.catalogue import BookError
from press.listing.program import docstrings, same_program
from press.text import WIDTH, invisible, wrap
from whoruns.text import text_width

DIRECTIVE = re.compile(r"#\s*(!|noqa\b|type:|fmt:|pragma:|mypy:|ruff:|pylint:)|.*coding[:=]")
"""Comments that tools read. They are not for readers and are left alone."""


class RemarkError(BookError):
    """A translation that does not fit its remark."""

    def __init__(self, remark: Remark, complaint: str) -> None:
        super().__init__(complaint)
        self.remark = remark


@dataclass(frozen=True)
class Remark:
    """One paragraph of a comment or docstring.

    `row` is the line (from 0) it begins on, `spans` the (start, end) columns of its text
    on each of its lines.
    """

    row: int
    spans: tuple[tuple[int, int], ...]
    text: str


def find_remarks(source: str) -> list[Remark]:
    """Return all remarks in the order of the source."""
    lines = source.splitlines()
    comments = _comments(source, lines) if "#" in source else []  # most listings have none, and tokens take long
    return sorted([*comments, *_paragraphs(source, lines)], key=lambda remark: remark.row)


def _comments(source: str, lines: list[str]) -> list[Remark]:
    """Comment lines that stand below one another in one column are one remark."""
    groups: list[list[tuple[int, int, int]]] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        text = token.string.lstrip("#").strip()
        if token.type != tokenize.COMMENT or not text or DIRECTIVE.match(token.string):
            continue
        row, column = token.start[0] - 1, token.start[1]
        span = (row, lines[row].index(text, column), token.end[1])
        alone = not lines[row][:column].strip()
        if groups and alone and groups[-1][-1][:2] == (row - 1, span[1]):
            groups[-1].append(span)
        else:
            groups.append([span])
    return [_remark(group, lines) for group in groups]


def _paragraphs(source: str, lines: list[str]) -> list[Remark]:
    """A paragraph of a docstring is a remark, unless it is a doctest."""
    found = []
    for doc in docstrings(ast.parse(source)):
        assert doc.end_lineno is not None and doc.end_col_offset is not None
        first, last = doc.lineno - 1, doc.end_lineno - 1
        opening = re.compile(r"[rRuU]?(\"{3}|'{3}|\"|')").match(lines[first], doc.col_offset)
        assert opening is not None
        closing = len(lines[last].encode()[: doc.end_col_offset].decode()) - len(opening[1])
        if "\\" in "".join(lines[first : last + 1]):
            continue  # what an escape means is for the author to say
        group: list[tuple[int, int, int]] = []
        for row in range(first, last + 1):
            start = opening.end() if row == first else 0
            stop = closing if row == last else None
            text = lines[row][start:stop]
            if text.strip():
                begin = start + len(text) - len(text.lstrip())
                group.append((row, begin, begin + len(text.strip())))
            if group and (row == last or not text.strip()):
                if not any(lines[r][a:b].startswith(">>>") for r, a, b in group):
                    found.append(_remark(group, lines))
                group = []
    return found


def _remark(group: list[tuple[int, int, int]], lines: list[str]) -> Remark:
    text = " ".join(lines[row][start:stop].strip() for row, start, stop in group)
    return Remark(group[0][0], tuple((start, stop) for _, start, stop in group), text)


def translate(source: str, translations: dict[Remark, str]) -> str:
    """Put the translations in the place of the remarks.

    Raises RemarkError if one does not fit or would change the program.
    """
    result = _replace(source, translations)
    if not same_program(source, result):
        for remark, text in translations.items():
            if not same_program(source, _replace(source, {remark: text})):
                raise RemarkError(remark, f"{text!r} changes the program; take the code out of it")
        raise BookError("the translated remarks together change the program")
    return result


def _replace(source: str, translations: dict[Remark, str]) -> str:
    lines = source.splitlines()
    edits = []
    for remark, text in translations.items():
        _check(remark, text)
        here = zip(lines[remark.row :], remark.spans)
        budget = WIDTH - max(text_width(line[:start] + line[stop:]) for line, (start, stop) in here)
        parts = wrap(text, len(remark.spans), budget)
        if parts is None:
            raise RemarkError(
                remark, f"{text!r} does not fit into {len(remark.spans)} line(s) of {budget} columns; make it shorter"
            )
        edits += [(remark.row + i, *span, part) for i, (span, part) in enumerate(zip(remark.spans, parts))]
    for row, start, stop, part in sorted(edits, reverse=True):
        lines[row] = (lines[row][:start] + part + lines[row][stop:]).rstrip()
    return "\n".join(lines) + "\n"


def _check(remark: Remark, text: str) -> None:
    """Raise RemarkError for text that a comment or docstring must not hold."""
    if hidden := invisible(text):
        raise RemarkError(remark, f"{text!r} holds the invisible character U+{ord(hidden[0]):04X}; take it out")
    if any(sign in text for sign in ("\\", '"""', "'''", ">>>")) or text.endswith(('"', "'")):
        raise RemarkError(
            remark, f"{text!r} holds a backslash, a prompt or quotes that end a docstring; take them out"
        )
    if DIRECTIVE.match("# " + text):
        raise RemarkError(remark, f"{text!r} reads as an instruction to a tool; begin with another word")
