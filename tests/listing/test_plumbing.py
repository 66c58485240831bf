"""Imports fold on a page, one click away; they stay in what is copied, and nothing else folds."""
from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

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
LISTING = "# A page\n\n```{{listing}} part.{}\n:caption: x\n{}```\n"


def folded(tiny_book: TinyBook, page: str) -> list[tuple[str, list[str], str]]:
    """Return of each block its text, what of it folds, and what is written in its bar beside its name."""
    tiny_book.page(page)
    assert not tiny_book.build().status
    blocks = BeautifulSoup(tiny_book.html(), "html.parser").select(".code")
    return [
        (block.pre.get_text(), [part.get_text() for part in block.select("span.imports")],
         " ".join(label.get_text(strip=True) for label in block.select(".code-bar label:has(input.imports)")))
        for block in blocks if block.pre
    ]


def test_imports_fold_and_are_there(tiny_book: TinyBook) -> None:
    text = '"""Does a thing."""\nimport os\nimport sys\n\n\nz = 1\n'
    tiny_book.listing("part.folds", text, SESSION)
    module, session = folded(tiny_book, LISTING.format("folds", ""))
    assert module == (text, ["import os\nimport sys\n"], "imports: 2")
    assert session == (SESSION, [">>> import os\n>>> from sys import path\n"], "imports: 2")


def test_a_session_on_the_page_folds_too(tiny_book: TinyBook) -> None:
    (session,) = folded(tiny_book, f"# A page\n\n```pycon\n{SESSION}```\n\n```pycon\n>>> 2\n2\n```\n")
    assert session == (SESSION, [">>> import os\n>>> from sys import path\n"], "imports: 2")


def test_new_imports_are_marked_and_fold(tiny_book: TinyBook) -> None:
    tiny_book.listing("part.new", '"""A."""\nimport os\nimport re\n\nx = 1\ny = 2\n', SESSION)
    tiny_book.listing("part.old", '"""A."""\nimport os\n\nx = 1\n', SESSION)
    page = LISTING.format("old", "") + LISTING.format("new", ":since: part.old\n").removeprefix("# A page\n\n")
    *_, module, _session = folded(tiny_book, page)
    assert module[1:] == (["import os\n", "import re\n"], "imports: 2")
    assert '<span class="new imports">' in tiny_book.html()


def test_a_part_that_leaves_them_out_does_not_fold_them(tiny_book: TinyBook) -> None:
    function = '\n\ndef {}():\n    """Do it."""\n'
    tiny_book.listing("part.new", '"""A."""\nimport os\n' + function.format("f") + function.format("g"), SESSION)
    module, _session = folded(tiny_book, LISTING.format("new", ":pyobject: f\n"))
    assert module[1:] == ([], ""), "they come with the whole file"
