"""The {puzzle} directive: a question, its program, and what that prints."""
from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from press.catalogue import ROOT, Listing
from press.contents import chapters
from press.figures.making import record
from press.figures.recordings import as_text
from press.reader.workbench import examples
from tests.support.fences import everywhere, fences
from tests.support.tiny.book import TinyBook
from whoruns.recorder.run_file import RunError

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
    program(tiny_book, "late")
    tiny_book.page(PAGE)
    return tiny_book


def program(book: TinyBook, name: str, text: str = MODULE) -> None:
    """Write a program of the workbench, and record it."""
    book.listing(f"workbench.{name}", text, SESSION)
    recording = record(f"workbench.{name}", book.root)
    Listing(f"workbench.{name}", book.root).recording.write_text(as_text(recording), "utf-8")


def test_question_program_and_what_came_of_it_are_on_the_page(book: TinyBook) -> None:
    puzzle = book.made().select("#workbench-late.puzzle")[0]
    question, invitation = puzzle.select(".puzzle > p")
    assert question.decode_contents() == "Is it <code>late</code>?" and "Write it down" in invitation.text
    module, session = puzzle.select(".code pre")
    assert (module.get_text(), session.get_text()) == (MODULE, SESSION), "a reader can copy all of it"
    for part in puzzle.select(".code pre .imports"):
        part.decompose()
    assert module.get_text() == INNER, "and sees what it is about"
    assert session.get_text() == "late\n", "and what it prints, not how it is run"
    assert puzzle.select("details:not(.more) > summary")[0].text == "What it prints" and session.find_parent("details")
    assert not puzzle.select(".to-bench"), "nothing can be tried in this book"
    (svg,) = puzzle.select("details > #drawn-workbench-late .drawing > svg")
    names = {each["id"]: each.text for each in svg.select("title, desc")}
    assert all(names[each] for each in str(svg["aria-labelledby"]).split())
    assert "late" in [each.text for each in svg.select("text")] and "runs" in svg.text
    rows = puzzle.select("details details table tbody tr")
    assert [row.select("td")[0].text for row in rows] == ["0", "0", "1"] and "late" in rows[-1].text


def test_what_is_wrong_with_it_is_named(book: TinyBook) -> None:
    """What is stale, missing, no program of the workbench, without a session, or no question."""
    docstrings = {"told": "It is late.", "twice": "It is late.\n\nIs it?", "mute": ""}
    for name, docstring in docstrings.items():
        book.listing(f"workbench.{name}", f'"""{docstring}"""\n' + MODULE.split("\n", 1)[1], SESSION)
    for name in ("new", "alone"):
        book.listing(f"workbench.{name}", MODULE, SESSION if name == "new" else None)
    book.listing("workbench.late", MODULE.replace("(1)", "(2)"), SESSION)
    remedy, file = "'make record NAME=workbench.{}' makes it", "ghetto_asyncio/workbench"
    book.page("# A page\n")
    book.all_refused([(PAGE.replace("workbench.late", name), 3, [words]) for name, words in (
        ("workbench.late", f"stale, {file}/late.py has changed since; {remedy.format('late')} anew"),
        ("workbench.new", f"there is no recording of 'workbench.new'; {remedy.format('new')}"),
        ("workbench.alone", "workbench.alone has no session"), ("part.count", "part.count is no program of the work"),
        *((f"workbench.{name}", f"{file}/{name}.py:1: the docstring of a puzzle is its quest") for name in docstrings),
    )])


@pytest.mark.parametrize(("line", "words"), [
    ("await asyncio.to_thread(int)", "It starts a thread. Threads cannot be followed"),
    ("import socket; socket.create_connection(('a.b', 1))", "It asks for another machine."),
])
def test_what_cannot_be_drawn_says_why(
    line: str, words: str, book: TinyBook, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("BOOK_RUN", "1")
    program(book, "late", MODULE.replace("await asyncio.sleep(1)", line))
    puzzle = book.made().select(".puzzle")[0]
    assert not puzzle.select("svg, table") and puzzle.select("details > p")[0].text.startswith(words)
    assert bool(puzzle.select(".session[data-no]")) == ("thread" in line), "nor can its session be run in a page"


def test_what_hangs_is_recorded_and_what_does_not_end_is_refused(book: TinyBook) -> None:
    program(book, "late", MODULE.replace("asyncio.sleep(1)", "asyncio.Future()"))
    assert '"future"' in Listing("workbench.late", book.root).recording.read_text("utf-8")
    with pytest.raises(RunError, match=r"^ghetto_asyncio/workbench/late\.py: Only its beginning is recorded"):
        program(book, "late", MODULE.replace("await asyncio.sleep(1)", "while True: await asyncio.sleep(1)"))


def test_its_question_is_translated_with_the_program(book: TinyBook) -> None:
    book.translate({"Is it `late`?": "Czy już `late`?", "a second": "sekunda"})
    page = book.made("pl")
    assert page.select(".puzzle > p")[0].text == "Czy już late?"
    assert "Czy już `late`?" in page.select(".module pre")[0].text


def test_where_programs_run_it_leads_to_the_workbench(book: TinyBook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOOK_RUN", "1")
    book.page("# A page\n\n```{toctree}\nworkbench\npart/one\n```\n")
    book.page("# The workbench\n", "workbench")
    book.page(PAGE, "part/one")
    (link,) = book.made(page="part/one").select(".puzzle a.to-bench")
    assert link["href"] == "../workbench.html#example=late"


def test_in_an_epub_what_it_prints_is_at_the_end(book: TinyBook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert book.build(builder="epub").status == 0
    page = BeautifulSoup((book.root / "epub/en/index.xhtml").read_text("utf-8"), "html.parser")
    puzzle, answers = page.select(".puzzle")[0], page.select("h2.rubric")[0]
    assert puzzle.select(".asked")[0].text == '"""Is it `late`?"""\n', "which is not shown once more"
    assert puzzle.select("pre")[0].text == MODULE and not page.select("input"), "no button unfolds anything"
    assert [pre.text[-5:] for pre in answers.find_all_next("pre")] == ["late\n"] and len(puzzle.select("pre")) == 1
    (drawing,) = answers.find_all_next("img")
    assert drawing["src"] == "drawings/drawn-workbench-late.svg" and drawing["alt"]
    assert (book.root / "epub/en" / str(drawing["src"])).is_file() and len(answers.find_all_next("tr")) == 4


FRONT = """\
# A book

```{toctree}
workbench
```

```{toctree}
:caption: A part
:numbered:

part/one
part/two
part/three
```
"""
BENCH = """\
# The workbench

```{workbench}
```

## Puzzles

```{puzzles}
```

````{folded} A part

```{listing} workbench.first
:caption: The first
```

```{puzzles} workbench.late
```

````

````{folded} Another

```{listing} workbench.other
:caption: The other
```

````
"""


@pytest.fixture
def bench(book: TinyBook) -> TinyBook:
    """A book of three chapters with a workbench; the second begins with a puzzle, and so does the third."""
    for name in ("first", "other"):
        book.listing(f"workbench.{name}", MODULE, SESSION)
    program(book, "soon", MODULE.replace("`late`", "soon"))
    book.page(FRONT)
    book.page(BENCH, "workbench")
    book.page("# The *one*\n", "part/one")
    book.page(PAGE, "part/two")
    book.page(PAGE.replace("late", "soon"), "part/three")
    return book


def test_the_workbench_leads_to_the_puzzles_of_the_chapters(bench: TinyBook) -> None:
    page = bench.made(page="workbench")
    links = [(link["href"], link.parent.text) for link in page.select("li > p > a[href*='#workbench']") if link.parent]
    late = ("part/two.html#workbench-late", "Is it late? 2.\u00a0A page")
    assert links == [late, ("part/three.html#workbench-soon", "Is it soon? 3.\u00a0A page"), late]
    assert not page.select("template.program"), "nothing can be tried in this book"
    assert examples(str(bench.root)) == {"part/one": "first", "part/two": "late", "part/three": "soon"}


def test_it_offers_their_programs_and_is_written_anew_with_them(
    bench: TinyBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOOK_RUN", "1")
    assert bench.build().status == 0
    program(bench, "late", MODULE.replace("(1)", "(2)"))
    late, soon = bench.made(page="workbench").select("template.program")
    assert (late["data-name"], late["data-title"]) == ("late", "2.\u00a0A page") and soon["data-name"] == "soon"
    assert late.text == MODULE.replace("(1)", "(2)")


def test_each_chapter_has_an_example_and_no_program_is_printed_twice() -> None:
    assert list(examples(str(ROOT))) == chapters(ROOT)

    def named(kind: str, *pages: str) -> set[str]:
        """Return what fences of a kind name on pages."""
        found = (everywhere(fences((ROOT / f"docs/{page}.md").read_text("utf-8"))) for page in pages)
        return {fence.argument for each in found for fence in each if fence.kind == kind} - {""}

    puzzles = named("{puzzle}", *chapters(ROOT))
    twice, lost = puzzles & named("{listing}", "workbench"), named("{puzzles}", "workbench") - puzzles
    assert not twice, f"docs/workbench.md: {twice} open chapters: take them out, {{puzzles}} has links to them"
    assert not lost, f"docs/workbench.md: no chapter begins with {lost}"
