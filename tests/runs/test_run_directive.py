"""The ``{run}`` directive: in HTML and elsewhere, translated, with something wrong."""
from __future__ import annotations

import re
import shutil

import pytest

from press.catalogue import ROOT, Listing
from press.figures.kept import load
from press.figures.making import record
from press.figures.recordings import as_text
from tests.support.site.steps import steps_of
from tests.support.tiny.book import TinyBook
from whoruns.events import OS

LISTING = '''\
"""Two turns."""


def turn(name):
    """Give way once."""
    # here
    print(name)
    yield


def run(ready):
    """Resume each until it ends."""
    while ready:
        task = ready.pop(0)
        for _ in task:
            ready.append(task)
            break
'''

RUN = """\
from ghetto_asyncio.part.two import run, turn

files = ("part.two",)
queues = {"ready": "ready"}
names = {"turn": "{name}"}


def main():
    run([turn("A"), turn("B")])
"""

PAGE = """\
# A page

```{run} part.two
:caption: Look here.
:answer: 3 task = <A>

Who comes first?
```
"""


@pytest.fixture
def book(tiny_book: TinyBook) -> TinyBook:
    """A book of one page with a recorded run."""
    tiny_book.listing("part.two", LISTING)
    tiny_book.write("listings/part/two.run.py", RUN)
    tiny_book.page(PAGE)
    Listing("part.two", tiny_book.root).recording.write_text(as_text(record("part.two", tiny_book.root)), "utf-8")
    return tiny_book


def test_a_run_is_a_figure_a_table_and_a_stepper(book: TinyBook) -> None:
    assert book.build() == (0, "")
    html = book.html()
    assert 'class="weave notranslate"' in html
    assert '<template id="panel"' in html
    assert "panel.js" in html
    assert 'data-src="_runs/part.two.js?v=' in html
    figure = html[html.index("<figure") : html.index("</figure>")]
    assert re.match(r'<figure data-answer="3" class="run align-default" id="run-part-two">', figure)
    asked, drawn = '<div class="question"><p>Who comes first?</p>', '<div class="woven"><div class="drawing"><svg'
    told = '<div class="legend">\n<details'
    places = [figure.index(part) for part in (asked, drawn, "<figcaption>", told, "<template")]
    assert places == sorted(places)


def test_steps_come_and_go_with_the_run_on_the_page(book: TinyBook) -> None:
    steps = book.root / "html/en/_runs"
    book.page("---\norphan: true\n---\n# A page\n", "other")
    book.build()
    before = (steps / "part.two.js").read_text("utf-8")
    assert steps_of(before)["run"] == "part.two"
    book.write("listings/part/two.run.py", RUN.replace('turn("B")', 'turn("C")'))
    Listing("part.two", book.root).recording.write_text(as_text(record("part.two", book.root)), "utf-8")
    page = book.html()
    book.build()
    assert (steps / "part.two.js").read_text("utf-8") != before
    assert re.findall("part.two.js.v=.*?\"", page) != re.findall("part.two.js.v=.*?\"", book.html())
    book.page("---\norphan: true\n---\n# Another page\n", "other")
    book.build()
    assert (steps / "part.two.js").is_file(), "the page of the run has not been read again"
    book.page("# A page\n")
    assert book.build() == (0, "")
    assert list(steps.iterdir()) == []
    assert not [name for name in ("panel.js", "figures.css") if name in book.html()], "nothing is loaded for them"


LISTED = """# A page

```{listing} part.two
:caption: The listing
```

"""


@pytest.mark.parametrize(("before", "kept"), [("", True), (LISTED, False)])
def test_a_listing_of_the_page_is_not_there_twice(book: TinyBook, before: str, kept: bool) -> None:
    book.write("listings/part/two.pycon", ">>> 1\n1\n")
    book.page(before + PAGE)
    assert book.build() == (0, "")
    steps = steps_of((book.root / "html/en/_runs/part.two.js").read_text("utf-8"))
    assert list(steps["listings"]) == ["part.two"] * kept
    assert all("    <span" in html and 'class="code stepped"' in html for html in steps["listings"].values())
    assert book.html().count('data-listing="part.two"><div') == (0 if kept else 2), "the module, and its session"


ELSEWHERE = {"text": "index.txt", "epub": "index.xhtml"}


@pytest.mark.parametrize(("builder", "file"), ELSEWHERE.items())
def test_elsewhere_the_table_stands_in_its_place(book: TinyBook, builder: str, file: str) -> None:
    assert book.build(builder=builder).status == 0
    found = (book.root / builder / "en" / file).read_text("utf-8")
    for words in ("Look here.", "Who comes first?", "Who runs", "What happens", "gives way"):
        assert words in found, words
    assert "while ready" not in found, "the listings of the stepper are for HTML"


def test_words_of_a_translated_page_are_translated(book: TinyBook) -> None:
    path = book.translate({"Look here.": "Popatrz tutaj.", "Who comes first?": "Kto pierwszy?", "here": "tutaj"})
    shutil.copy(ROOT / "locale/pl/LC_MESSAGES/sphinx.po", path.parent)
    assert book.build("pl").status == 0
    html = book.html("pl")
    for words in ("Popatrz tutaj.", "Kto pierwszy?", "oddaje sterowanie", "gotowy"):
        assert words in html, words
    steps = steps_of((book.root / "html/pl/_runs/part.two.js").read_text("utf-8"))
    assert "# tutaj" in steps["listings"]["part.two"]


def test_titles_of_runs_side_by_side_are_translated(book: TinyBook) -> None:
    book.page(PAGE.replace("part.two", "part.two part.two\n:titles: once, again & again"))
    book.translate({"once": "raz", "again & again": "wciąż & wciąż"})
    assert book.build("pl").status == 0
    assert re.findall(r'<text class="title"[^>]*>([^<]*)<', book.html("pl")) == ["raz", "wciąż &amp; wciąż"]
    steps = steps_of((book.root / "html/pl/_runs/part.two.js").read_text("utf-8"))
    assert steps["view"] == {"titles": ["raz", "wciąż & wciąż"]}, "who runs it anew sees them, too"


QUESTION, STEPS = "a question and its ':answer:'", "the steps of part.two are 1 to"
NUMBER = "the number of a step and what it shows, such as '22 number = 1'"
WRONG = (
    (":answer:", ":vary: Move it.\n:answer:", "':vary:' needs a run whose file"),
    (":answer:", ":titles: one, two\n:answer:", "':titles:' needs one for each run"),
    ("part.two", "part.tow", "no recording of 'part.tow'; listings/part/tow.run.py"),
    (":caption: Look here.", ":captoin: Look here.", "caption"),
    ("{run} part.two", "{chain} part.three", "part.three"),
    (":answer: 3 task = <A>\n", "", QUESTION), ("\nWho comes first?\n", "", QUESTION),
    ("3 task = <A>", "first", NUMBER), ("3 task = <A>", "3", NUMBER),
    ("3 task = <A>", "0 task = <A>", STEPS), ("3 task = <A>", "500 task = <A>", STEPS),
    ("3 task = <A>", "2 task = <A>", "which is shown at 3"), ("3 task = <A>", "3 task = <C>", "which no step shows"),
)


def test_a_wrong_run_is_explained(book: TinyBook) -> None:
    book.page("# A page\n")
    book.all_refused([(PAGE.replace(old, new), 3, [words]) for old, new, words in WRONG])


def test_a_stale_recording_is_not_published(book: TinyBook) -> None:
    book.listing("part.two", LISTING.replace("# here", "# there"))
    book.refused("index.md:3", "stale", "ghetto_asyncio/part/two.py", "make record NAME=part.two")


def test_waits_and_peers_are_drawn_and_told(book: TinyBook) -> None:
    listing = '''\
"""A server for one client."""
import socket


def serve():
    """Answer once."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        connection, _address = server.accept()
        with connection:
            connection.sendall(connection.recv(100).upper())
'''
    run = """\
from ghetto_asyncio.part.two import serve

files = ("part.two",)


def ann(peer):
    yield 1.5
    peer.connect()
    yield 1
    peer.send(b"hello")


peers = {"ann": ann}


def main():
    serve()
"""
    book.listing("part.two", listing)
    book.write("listings/part/two.run.py", run)
    Listing("part.two", book.root).recording.write_text(as_text(record("part.two", book.root)), "utf-8")
    found = load("part.two", book.root)
    assert found.columns == [1, OS, 0]
    sent = next(n for n, step in enumerate(found.steps, 1) if found.events[step.event]["ev"] == "sends")
    book.page(PAGE.replace("3 task = <A>", f"{sent} sends b'hello'"))
    assert book.build() == (0, "")
    for words in (">people</text>", ">connects</text>", "accept() waits", "sends b&#x27;hello&#x27;", "2.5\u00a0s"):
        assert words in book.html() or words.replace("&#x27;", "'") in book.html(), words


def test_a_drawing_lies_beside_its_page(tiny_book: TinyBook) -> None:
    tiny_book.page("# A page\n\n```{drawing} two\n:caption: Look here.\n```\n")
    tiny_book.refused("index.md:3", "there is no docs/two.svg")
    tiny_book.write("docs/two.svg", "<svg><desc>a()\nb()</desc></svg>")
    assert tiny_book.build() == (0, "")
    assert "figures.css" in tiny_book.html() and "<li><p><code>b()</code></p></li>" in tiny_book.html()
