"""The colours of code: a span only where the colour changes.

In a reader's page, and on the command line, they are found with Python's own tokenizer; on the pages of the book by
Pygments (``press/theme/markup.py``). A test holds the one to the other.
"""
from __future__ import annotations

import io
import keyword
import re
import token
import tokenize
from collections.abc import Iterator

Piece = tuple[str, str]
"""The class of a stretch of a line (comment, string, keyword or function; of the rest "") and its text."""

ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
"""Signs that cannot stand in HTML; a reader's page has no module html."""
SPECIAL = re.compile(r"__[a-z]+__(?=\()")
"""The name of a special method that is called."""


def coloured(source: str) -> list[str]:
    """Return the HTML of each line of a program; behind a mistake in it, lines have no colours."""
    lines: list[list[Piece]] = [[] for _line in source.split("\n")]
    texts = source.split("\n")
    ends = [0] * len(lines)
    for name, (row, column), (last, end) in stretches(source):
        for number in range(row - 1, min(last, len(lines))):
            left, right = column if number == row - 1 else 0, end if number == last - 1 else len(texts[number])
            add(lines[number], "", texts[number][ends[number] : left])
            add(lines[number], name, texts[number][left:right])
            ends[number] = right
    for line, text, done in zip(lines, texts, ends):
        add(line, "", text[done:])
    return [to_html(line) for line in (lines if texts[-1] else lines[:-1])]


def stretches(source: str) -> Iterator[tuple[str, tuple[int, int], tuple[int, int]]]:
    """Yield the coloured pieces: class, beginning and end, the latter as (line, column).

    An f-string is one string, as it was for the tokenizer until 3.12.
    """
    before, inside = "", list[tuple[int, int]]()  # where the f-strings begin that one is in
    try:
        for found in tokenize.generate_tokens(io.StringIO(source).readline):
            kind, text = token.tok_name[found.type], found.string
            function = kind == "NAME" and (before in ("def", "class") or SPECIAL.match(found.line, found.start[1]))
            name = (
                "c" if kind == "COMMENT" else "s" if kind in ("STRING", "FSTRING_END") else "f" if function
                else "k" if keyword.iskeyword(text) else ""
            )
            if kind == "FSTRING_START":
                inside.append(found.start)
            start = inside.pop() if kind == "FSTRING_END" else found.start
            if name and not inside:
                yield name, start, found.end
            before = text
    except (tokenize.TokenError, SyntaxError):
        return


def add(line: list[Piece], name: str, text: str) -> None:
    """Add text to the pieces of a line; neighbours of one class become one piece, with the blanks in between."""
    if not text:
        return
    if len(line) > 1 and line[-1][1].isspace() and line[-2][0] == name:
        text = line.pop()[1] + text
    if line and line[-1][0] == name:
        text = line.pop()[1] + text
    line.append((name, text))


def to_html(line: list[Piece]) -> str:
    """Return the line with its spans."""
    texts = ((name, text.translate(ESCAPED)) for name, text in line)
    return "".join(f'<span class="{name}">{text}</span>' if name else text for name, text in texts)
