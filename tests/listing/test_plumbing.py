"""Imports fold on a page, one click away; they stay in what is copied, and nothing else folds."""
from __future__ import annotations

import re

import pytest

from press.listing.plumbing import plumbing
from tests.support.tiny.book import TinyBook

MODULE = '"""Does a thing."""\nimport os\nfrom x import (\n    y,\n)\n\n\nz = 1\nimport late\n'


@pytest.mark.parametrize(
    ("text", "language", "lines", "imports"),
    [
        (MODULE, "python", [2, 3, 4, 5], 2),
        ("import os\n\n\nx = 1\n", "python", [1, 2, 3], 1),
        ("import os\nx = 1\n", "python", [1], 1),
        ('"""Nothing."""\nx = 1\n', "python", [], 0),
        ("import os\n", "python", [], 0),
        (">>> import os\n>>> from x import (\n... y,\n... )\n>>> 1\n1\n>>> import z\n", "pycon", [1, 2, 3, 4, 7], 3),
        (">>> import os; os.getpid()\n1\n", "pycon", [], 0),
        (">>> import this\nBeautiful\n>>> 1\n1\n", "pycon", [], 0),
        (">>> import nowhere\nTraceback (most recent call last):\n  ...\nImportError\n>>> 1\n1\n", "pycon", [], 0),
        (">>> import os\n", "pycon", [], 0),
        (">>> s.close()\n>>> 1\n1\n>>> import z\n>>> for s in ss: s.close()\n>>> t.close()\n",
         "pycon", [4, 5, 6], 3),
        (">>> 1\n1\n>>> for s in ss:\n...     s.close()\n...\n", "pycon", [3, 4, 5], 1),
        (">>> 1\n1\n>>> s.close(1)\n", "pycon", [], 0),
        (">>> s.close()\n'closed'\n", "pycon", [], 0),
        (">>> f(\nTraceback (most recent call last):\n  ...\nSyntaxError\n", "pycon", [], 0),
    ],
)
def test_the_imports_are_found(text: str, language: str, lines: list[int], imports: int) -> None:
    found = plumbing(text, language)
    assert (sorted(found.lines), found.statements) == (lines, imports)


SESSION = ">>> import os\n>>> from sys import path\n>>> 1 + 1\n2\n"
LISTING = "```{{listing}} part.{}\n:caption: x\n{}```\n\n"
FOLDED = ">>> import os\n>>> from sys import path\n"


def test_imports_fold_and_are_there(tiny_book: TinyBook) -> None:
    """Also those on a page itself, and new ones, which are marked; a part that leaves them out does not fold them."""
    function = '\n\ndef {}():\n    """Do it."""\n'
    old, new, part = (
        '"""A."""\nimport os\n\nx = 1\n', '"""A."""\nimport os\nimport re\n\nx = 1\ny = 2\n',
        '"""A."""\nimport os\n' + function.format("f") + function.format("g"),
    )
    for name, text in {"old": old, "new": new, "part": part}.items():
        tiny_book.listing(f"part.{name}", text, SESSION)
    listings = (("old", ""), ("new", ":since: part.old\n"), ("part", ":pyobject: f\n:session: none\n"))
    pages = "".join(LISTING.format(*each) for each in listings)
    tiny_book.page(f"# A page\n\n{pages}```pycon\n{SESSION}```\n\n```pycon\n>>> 2\n2\n```\n")
    blocks = [
        (block.pre.get_text(), [str(part) for part in block.select("span.imports")],
         " ".join(label.get_text(strip=True) for label in block.select(".code-bar label:has(input.imports)")))
        for block in tiny_book.made().select(".code") if block.pre
    ]
    session = (SESSION, FOLDED, "imports: 2")
    seen = [(text, re.sub("<[^>]*>", "", "".join(parts)).replace("&gt;", ">"), bar) for text, parts, bar in blocks]
    assert seen == [
        (old, "import os\n", "imports: 1"), session, (new, "import os\nimport re\n", "imports: 2"), session,
        (part, "", ""), session,
    ]
    assert 'class="new imports"' in "".join(blocks[2][1])
