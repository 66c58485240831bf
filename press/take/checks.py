"""Checks of the PDF: its libraries before it is made, and afterwards whether all of the book is in it."""
from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from selectolax.lexbor import LexborNode

from press.take.paper import Book

FONTS = {
    "Noto Serif": "fonts-noto-core", "Noto Sans": "fonts-noto-core", "Noto Sans Symbols2": "fonts-noto-core",
    "Noto Sans Mono": "fonts-noto-mono", "Noto Serif CJK SC": "fonts-noto-cjk", "Noto Sans CJK SC": "fonts-noto-cjk",
    "Noto Sans Mono CJK SC": "fonts-noto-cjk",
}
"""The fonts of `paper.css` and of the drawings, and the package of each."""
TOOLS = {"fc-match": "fontconfig", "pdffonts": "poppler-utils", "pdftotext": "poppler-utils"}
"""The programs that the checks call, and the package of each."""
PANGO = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0")
"""Libraries that WeasyPrint needs, and pip does not bring."""
TEXT = ("-x", "0", "-y", "50", "-W", "600", "-H", "585")
"""Where the text of a page is, in points, without running heads and the number of the page (`paper.css`)."""
BETWEEN = 3000
"""Letters that may stand at the end of a page, between two lines of code: footnotes, and a drawing."""
NAMED = "h1, h2, .code-block-caption, figcaption"
"""The names of chapters, sections, listings and figures."""


def missing() -> list[str]:
    """Return the packages of the system that have to be installed first."""
    packages = {package for tool, package in TOOLS.items() if not shutil.which(tool)}
    if not packages & {"fontconfig"}:
        packages |= {package for font, package in FONTS.items() if found(font) != font}
    try:
        import weasyprint  # noqa: F401
    except OSError:
        packages |= set(PANGO)
    return sorted(packages)


def found(font: str) -> str:
    """Return the font that the system has for a name."""
    return output("fc-match", "-f", "%{family[0]}", font)


def problems(pdf: Path, book: Book) -> Iterator[str]:
    """Yield the faults of a PDF: fonts that are not embedded or not ours, and text of the pages that is not in it."""
    yield from wrong_fonts(output("pdffonts", str(pdf)))
    text = squeeze(output("pdftotext", "-r", "72", *TEXT, "-raw", str(pdf), "-"))
    for page in book.parts:
        yield from (f"{page}: the PDF has no {lost}" for lost in lost_from(text, book.article(page)))


def wrong_fonts(table: str) -> Iterator[str]:
    """Yield the fonts that are not embedded, or not ours; `table` is the output of pdffonts."""
    ours = tuple(font.replace(" ", "-") for font in FONTS)
    for line in table.splitlines()[2:]:
        name, *_kind, embedded, _subset, _unicode, _object, _id = line.split()
        font = name.partition("+")[2] or name
        if embedded != "yes":
            yield f"{font} is not embedded"
        if not font.startswith(ours):
            yield (
                f"{font} is there, because a character is in none of our fonts: "
                "add one that has it to press/take/paper.css and FONTS in press/take/checks.py"
            )


def lost_from(text: str, article: LexborNode) -> Iterator[str]:
    """Yield the names and the code of a page that a text without spaces does not have."""
    for each in article.css(".asked, .same"):
        each.decompose()
    for each in article.css(NAMED):
        if squeeze(each.text()) not in text:
            yield repr(" ".join(each.text().split()))
    for pre in article.css("pre"):
        if not in_order([squeeze(line) for line in pre.text().splitlines()], text):
            yield f"code as it is here: {pre.text()!r:.70}"


def in_order(lines: list[str], text: str) -> bool:
    """Are these lines in a text, one after the other, but for footnotes and drawings at the end of a page?"""
    for torn in range(len(lines), 0, -1):
        before, after = "".join(lines[:torn]), lines[torn:]
        place = text.find(before)
        while place >= 0:  # other listings may begin in the same way
            end = place + len(before)
            if not after or in_order(after, text[end : end + BETWEEN + sum(map(len, after))]):
                return True
            place = text.find(before, place + 1)
    return False


def squeeze(text: str) -> str:
    """Return a text without spaces, line breaks, bullets, and the dots that stand for lines."""
    return re.sub(r"\s|[⋯•\u00ad]", "", text)


def output(*command: str) -> str:
    """Return the output of a command."""
    return subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout
