"""A change rebuilds the pages that show it, the one that lists these, and no other; several processes may build."""
from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest

from press.catalogue import ROOT
from press.extension import PARTS
from press.search import building
from press.search.pages import cut
from press.theme.rebuilding import APART, version
from tests.support.shell import run
from tests.support.tiny.book import MODULE, PAGE, SESSION, TinyBook

PAGES = ("index", "one", "two")


@pytest.fixture
def book(tiny_book: TinyBook) -> TinyBook:
    """Pages one and two show a listing each; the listing of two is new since that of one."""
    tiny_book.listing("part.twice", MODULE.replace("limit))", "limit)) * 2"), SESSION.replace("count", "twice"))
    tiny_book.page("# Start\n\n```{toctree}\none\ntwo\n```\n")
    tiny_book.page(PAGE, "one")
    tiny_book.page(PAGE.replace("part.count", "part.twice\n:since: part.count").replace("A page", "Two"), "two")
    tiny_book.translate({"A page": "Strona", "a comment": "komentarz"}, page="one")
    assert tiny_book.build("pl").status == 0
    return tiny_book


def rebuilt(book: TinyBook, change: Callable[[], object]) -> set[str]:
    """Make the change, build, and say which pages were written anew."""
    before = written(book)
    change()
    done = book.build("pl")
    assert done.status == 0, done.said
    return {page for page, time in written(book).items() if time != before[page]}


def written(book: TinyBook) -> dict[str, int]:
    return {page: Path(book.root / f"html/pl/{page}.html").stat().st_mtime_ns for page in PAGES}


def test_a_change_rebuilds_the_pages_that_show_it(book: TinyBook) -> None:
    words = {"A page": "Strona", "a comment": "uwaga"}
    for change, pages in (
        (lambda: None, ""),
        (lambda: book.write("ghetto_asyncio/part/twice.py", MODULE.replace("limit))", "limit)) * 3")), "index two"),
        (lambda: book.write("listings/part/count.pycon", SESSION + ">>> count(0)\n[]\n"), "index one"),
        (lambda: book.write("ghetto_asyncio/part/count.py", MODULE + "\n\nx = 1\n"), "index one two"),  # since that
        (lambda: book.translate(words, page="one"), "index one"),
        (lambda: book.page("# Another\n", "two"), "index one two"),  # all sidebars show it
    ):
        assert rebuilt(book, change) == set(pages.split())
    assert "# uwaga" in book.html("pl", "one") and "Another" in book.html("pl", "one")


def test_the_first_build_knows_all_numbers(book: TinyBook) -> None:
    book.page("# Start\n\n```{toctree}\n:numbered:\n\none\ntwo\n```\n")
    book.page("# Two\n\n```{index-of} numbers\n```\n", "two")
    shutil.rmtree(book.root / "doctrees")
    assert book.build("pl").status == 0
    assert rebuilt(book, lambda: None) == set()


def spoil(book: TinyBook, kind: str) -> None:
    """Put a fault into the second page, or into what it shows, at which nobody looks a second time."""
    if kind == "read":
        book.page(PAGE.replace("part.count", "part.nothing").replace("A page", "Two"), "two")
    elif kind == "written":
        book.page(PAGE.replace("part.count", "part.twice").replace("A page", "Two") + "\n{ref}`nowhere`\n", "two")
    else:
        book.translate({"Two": "- Dwa"}, page="two")


@pytest.mark.parametrize("kind", ["read", "written", "translated"])
def test_the_build_after_one_that_fails_looks_again_at_what_is_wrong_and_at_nothing_else(
    book: TinyBook, kind: str
) -> None:
    two = (book.root / "docs/two.md").read_text("utf-8")
    spoil(book, kind)
    first = book.build("pl")
    read = doctrees(book)
    second = book.build("pl")
    assert first.status and (second.status, second.said) == (first.status, first.said)
    assert doctrees(book) == {page: time for page, time in read.items() if page != "two"}
    book.page(two, "two")
    (book.root / "locale/pl/LC_MESSAGES/two.po").unlink(missing_ok=True)
    assert book.build("pl").status == 0
    assert "twice.py" in book.html("pl", "two")


def test_a_complaint_about_no_page_has_all_read_again(book: TinyBook) -> None:
    book.write("conf.py", (book.root / "conf.py").read_text("utf-8") + COMPLAINS)
    assert book.build("pl").status
    assert not (book.root / "doctrees/pl/html/environment.pickle").exists()


COMPLAINS = """
def setup(app):
    from sphinx.util import logging
    app.connect("env-updated", lambda app, env: logging.getLogger(__name__).warning("nobody's fault"))
"""


def doctrees(book: TinyBook) -> dict[str, int]:
    """Return when each page was read that need not be read again."""
    paths = (book.root / "doctrees/pl/html").rglob("*.doctree")
    return {path.stem: path.stat().st_mtime_ns for path in paths}


def searched(book: TinyBook) -> set[str]:
    """Return the titles in the index of the search."""
    text = (book.root / "html/pl/_search/search.js").read_text("utf-8")
    index, _ = json.JSONDecoder().raw_decode(text, text.index("new Engine(") + len("new Engine("))
    return {line.split("\t")[4] for line in index["entries"].split("\n")}


def test_the_search_knows_what_pages_say_now(book: TinyBook, monkeypatch: pytest.MonkeyPatch) -> None:
    read = Mock(wraps=cut)
    monkeypatch.setattr(building, "cut", read)
    assert searched(book) == {"Start", "Strona", "Counting", "Two"}
    one = (book.root / "html/pl/_search/one.js").stat().st_mtime_ns
    glossary = "# Two\n\n```{glossary}\ncore\n  What runs a program.\n```\n"
    assert "one" not in rebuilt(book, lambda: book.page(glossary, "two"))
    assert searched(book) == {"Start", "Strona", "Counting", "Two", "core"}
    assert read.call_count == 2, "the page and the one that lists it"
    assert (book.root / "html/pl/_search/one.js").stat().st_mtime_ns == one
    book.page("# Start\n\n```{toctree}\none\n```\n")
    (book.root / "docs/two.md").unlink()
    assert book.build("pl").status == 0
    assert searched(book) == {"Start", "Strona", "Counting"}
    assert not (book.root / "html/pl/_search/two.js").exists()


def test_a_change_of_the_press_builds_all_pages_anew_if_they_are_built_with_it(tmp_path: Path) -> None:
    for name in ("press", "whoruns"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("static", "__pycache__"))
    before = version(tmp_path, tmp_path)
    for name in ("whoruns/recorder/world.py", "press/commands/record.py"):
        (tmp_path / name).write_text("# another\n")
        assert version(tmp_path, tmp_path) == before
    changed = ("press/listing/html.py", "press/text.py", "press/links/moved.toml", "whoruns/drawing/weave.py")
    for name in (*changed, "whoruns/locale/pl.po", "locale/pl/LC_MESSAGES/sphinx.po"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("# another\n")
        assert version(tmp_path, tmp_path) != before
        before = version(tmp_path, tmp_path)


def test_no_page_is_built_with_what_stands_apart() -> None:
    parts = ", ".join(f"press.{part}" for part in PARTS)
    done = run(sys.executable, "-c", f"import sys, {parts}; print(*sys.modules)", cwd=ROOT)
    assert "whoruns.story.recording" in done.said.split(), done.said
    apart = tuple(folder.replace("/", ".") for folder in APART)
    assert not [name for name in done.said.split() if name.startswith(apart)]


def test_several_processes_give_the_same_pages(book: TinyBook) -> None:
    for number in range(8):  # with fewer pages Sphinx does not start several
        text = PAGE.replace("part.count\n", f"part.count\n:name: label-{number}\n")
        book.page(f"---\norphan: true\n---\n{text}", f"more{number}")
    book.page("---\norphan: true\n---\n# Where\n\n```{index-of} numbers\n```\n", "where")
    assert book.build("pl").status == 0
    alone = {path.name: path.read_text("utf-8") for path in (book.root / "html/pl").glob("*.html")}
    done = book.build_apart("pl", jobs=2, folder="parallel")
    assert done.status == 0, done.said
    assert {path.name: path.read_text("utf-8") for path in (book.root / "parallel/pl").glob("*.html")} == alone
