"""The {puzzle} directive: a question, its program, and what that prints."""
from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from tests.support.tiny.book import TinyBook

INNER = """\
async def main():
    # a second
    await asyncio.sleep(1)
    print("late")
"""
MODULE = f'''\
"""Is it `late`?"""
import asyncio


{INNER}

if __name__ == "__main__":
    asyncio.run(main())
'''
SESSION = """\
>>> import asyncio
>>> from ghetto_asyncio.workbench.late import main
>>> asyncio.run(main())
late
"""
PAGE = "# A page\n\n```{puzzle} workbench.late\n```\n"


@pytest.fixture
def book(tiny_book: TinyBook) -> TinyBook:
    """A book with a puzzle."""
    tiny_book.write("ghetto_asyncio/workbench/__init__.py", "")
    tiny_book.listing("workbench.late", MODULE, SESSION)
    tiny_book.page(PAGE)
    return tiny_book


def test_question_program_and_what_it_prints_are_on_the_page(book: TinyBook) -> None:
    assert book.build().status == 0
    puzzle = BeautifulSoup(book.html(), "html.parser").select_one("#workbench-late.puzzle")
    assert puzzle is not None
    question, invitation = puzzle.select(".puzzle > p")
    assert question.decode_contents() == "Is it <code>late</code>?" and "Write it down" in invitation.text
    module, session = puzzle.select(".code pre")
    assert (module.get_text(), session.get_text()) == (MODULE, SESSION), "a reader can copy all of it"
    for part in module.select(".imports"):
        part.decompose()
    assert module.get_text() == INNER, "and sees what it is about"
    assert puzzle.select("details summary")[0].text == "What it prints" and session.find_parent("details")
    assert not puzzle.select(".to-bench"), "nothing can be tried in this book"


def test_its_question_is_translated_with_the_program(book: TinyBook) -> None:
    book.translate({"Is it `late`?": "Czy już `late`?", "a second": "sekunda"})
    assert book.build("pl").status == 0
    page = BeautifulSoup(book.html("pl"), "html.parser")
    assert page.select(".puzzle > p")[0].text == "Czy już late?"
    assert "Czy już `late`?" in page.select(".module pre")[0].text


def test_where_programs_run_it_leads_to_the_workbench(book: TinyBook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOOK_RUN", "1")
    book.page("# A page\n\n```{toctree}\nworkbench\npart/one\n```\n")
    book.page("# The workbench\n", "workbench")
    book.page(PAGE, "part/one")
    assert book.build().status == 0
    (link,) = BeautifulSoup(book.html(page="part/one"), "html.parser").select(".puzzle a.to-bench")
    assert link["href"] == "../workbench.html#example=late"


@pytest.mark.parametrize("docstring", ["It is late.", "Is it late?\n\nAsk Ann.", ""])
def test_a_docstring_that_is_no_question_is_refused(docstring: str, book: TinyBook) -> None:
    book.listing("workbench.late", f'"""{docstring}"""\n' + MODULE.split("\n", 1)[1], SESSION)
    book.refused("docs/index.md:3", "ghetto_asyncio/workbench/late.py:1: the docstring of a puzzle is its question")


def test_a_puzzle_is_a_program_of_the_workbench_with_a_session(book: TinyBook) -> None:
    book.page(PAGE.replace("workbench.late", "part.count"))
    book.refused("docs/index.md:3", "part.count is no program of the workbench")
    book.page(PAGE)
    (book.root / "listings/workbench/late.pycon").unlink()
    book.refused("docs/index.md:3", "workbench.late has no session")
