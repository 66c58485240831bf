"""What one takes along, tried on a tiny book; `make take` asks the same of the whole ones (tests/take/books.py)."""
from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest

from press.catalogue import Listing
from press.commands.zip_site import files
from press.figures.making import record
from press.figures.recordings import as_text
from press.take.drawings import alone
from press.take.packing import pack
from tests.support.site.census import problems_of
from tests.support.site.pages import Site
from tests.support.site.published import blocks
from tests.support.site.taken import Epub, other_code, outward, problems
from tests.support.tiny.book import TinyBook
from whoruns.formats.alone import SheetError, paint, resolved

RUN = """\
from ghetto_asyncio.part.count import Count

files = ("part.count",)
loop = "main"


def main():
    list(Count().up())
"""

MODULE = '''\
"""Count up."""
from itertools import count


class Count:
    """Counts."""

    def up(self):
        """Give two numbers."""
        for number in count():
            if number == 2:
                return
            yield number  # one of two
'''

SESSION = """\
>>> from ghetto_asyncio.part.count import Count
>>> list(Count().up())
[0, 1]
"""

PAGE = """\
# A page

```{listing} part.count
:caption: Counting
:pyobject: Count.up
```

```{run} part.count
:caption: Look here.
```

```{only} builder_html
The button copies.
```

````{solution}
It ends.

```{folded} A box in it
Two.
```
````
"""


@pytest.fixture
def book(tiny_book: TinyBook, monkeypatch: pytest.MonkeyPatch) -> TinyBook:
    """A book of one page with a figure and two boxes, on the site and as an epub."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    tiny_book.listing("part.count", MODULE, SESSION)
    tiny_book.write("listings/part/count.run.py", RUN)
    Listing("part.count", tiny_book.root).recording.write_text(as_text(record("part.count", tiny_book.root)), "utf-8")
    tiny_book.page(PAGE)
    for builder in ("html", "epub"):
        built = tiny_book.build("pl", builder)
        assert not built.status, built.said
    return tiny_book


def test_a_page_leads_to_the_lines_that_another_one_has(tiny_book: TinyBook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    tiny_book.listing("part.count", MODULE, SESSION)
    part = "# {}\n\n```{{listing}} part.count\n:caption: {}\n:name: {}\n:lines: {}\n:session: none\n```\n"
    front, other = part.format("Front", "First", "first", "1-2"), part.format("Other", "Second", "second", "8-9")
    tiny_book.page(f"{front}\n```{{toctree}}\nother\n```\n")
    tiny_book.page(other, "other")
    built = tiny_book.build(builder="epub")
    assert built.status == 0, built.said
    epub = Epub(tiny_book.root / "epub/en.epub", "en")
    assert list(problems(epub)) == []
    texts = {name: [pre.text().strip() for pre in page.css("pre")] for name, page in epub.chapters.items()}
    rows = MODULE.splitlines(keepends=True)
    own = "".join(row for number, row in enumerate(rows, 1) if number not in (1, 2, 8, 9) and row.strip()).strip()
    assert texts == {"index": ["".join(rows[:2]).strip(), own], "other": ["".join(rows[7:9]).strip()]}
    links = [(name, link.attributes["href"], link.text()) for name, page in epub.chapters.items()
             for link in page.css("p > a") if "→" in link.text()]
    file = "ghetto_asyncio/part/count.py →"
    assert links == [("index", "other.xhtml#second", file), ("other", "index.xhtml#first", file)]


def spoilt(book: Epub, path: Path, name: str, old: str, new: str) -> list[str]:
    """Return what is wrong with an epub in which something stands in the place of something else."""
    assert old in book.files[name].decode()
    changed = book.files | {name: book.files[name].decode().replace(old, new).encode()}
    pack(path, changed.items(), stored="mimetype")
    return list(problems(Epub(path, "pl")))


def test_an_epub_is_the_book_without_what_only_a_site_can_do(book: TinyBook, tmp_path: Path) -> None:
    path = book.root / "epub/pl.epub"
    epub = Epub(path, "pl")
    assert list(problems(epub)) == []
    page = epub.chapters["index"]
    assert "The button copies." not in page.text
    answers = page.text.partition('<h2 class="rubric">')[2]
    assert [words in answers for words in ("It ends.", "Two.", "from</span> itertools", "table")] == [True] * 4
    links = re.findall(r'href="#(fold\w*-\d)"', page.text)
    assert links == ["folded-1", "folded-2", "folded-3", "fold-1", "fold-2", "folded-4", "fold-3", "fold-4"], "and back"
    assert ">1970-01-02T00:00:00Z<" in epub.files["content.opf"].decode()

    site = Site(book.root / "html", codes=("pl",))
    found = blocks("pl", epub)
    assert {block.kind for block in found} == {"piece", "session"}
    on_site = blocks("pl", site)
    assert problems_of(found, book.root, on_site) == other_code(on_site, found) == []
    found[0] = replace(found[0], kind="module", text=found[0].text.replace("2", "3"))
    assert other_code(blocks("pl", site), found) == [
        "index: lacks the module part.count", "index: has another module part.count",
    ]
    assert other_code(blocks("pl", site), found[2:]) != []

    drawing = "drawings/run-part-count.svg"
    for name, old, new, complaint in (
        ("index.xhtml", "</article>", "", "index.xhtml: mismatched tag"),
        ("index.xhtml", "<article>", "<article><button>Step</button>", "index: <button> is for sites"),
        ("index.xhtml", "#fold-1", "#fold-0", "index.xhtml: #fold-0 leads to no place"),
        ("index.xhtml", drawing, "drawings/no.svg", "index.xhtml: drawings/no.svg leads to no file"),
        ("content.opf", drawing, "drawings/no.svg", "drawings/no.svg is in the archive or in content.opf, and not"),
        ("content.opf", '<itemref idref="page-1"/>', "", "index.xhtml has its turn 0 times"),
        ("content.opf", ">pl<", ">zh_CN<", "its language is zh_CN"),
    ):
        said = spoilt(epub, tmp_path / "spoilt.epub", name, old, new)
        assert any(each.startswith(complaint) for each in said), (complaint, said)


def test_the_front_page_offers_what_is_published(tiny_book: TinyBook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOOK_DOWNLOADS", "epub zip")
    tiny_book.page("# A page\n\n```{downloads}\n```\n")
    assert not tiny_book.build("pl").status
    offered = '<a href="../ghetto-asyncio-pl.epub" download>EPUB</a> <a href="../ghetto-asyncio-pl.zip" download>'
    assert offered in tiny_book.html("pl")
    monkeypatch.delenv("BOOK_DOWNLOADS")
    assert not tiny_book.build("pl").status
    assert " download>" not in tiny_book.html("pl")
    monkeypatch.setenv("BOOK_DOWNLOADS", "epub mobi")
    tiny_book.refused("BOOK_DOWNLOADS: nobody makes 'mobi'; choose from: epub pdf zip")


def test_a_zip_leads_to_nothing_that_it_lacks(tmp_path: Path) -> None:
    page = '<a href="../en/index.html">English</a> <a href="loop/a.html#b">here</a> <script src="_static/a.js?v=1">'
    page += '<div data-src="_runs/a.{}.js?v=1">'
    below = '<a href="../index.html">here</a> <a href="../../en/loop/a.html">English</a>'
    texts = {"_static/a.js": "1", "_runs/a.10.js": "1", "index.html": page, "loop/a.html": below, "objects.inv": "no"}
    for name, text in texts.items():
        path = tmp_path / "pl" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for name in ("one.zip", "two.zip"):
        pack(tmp_path / name, files(tmp_path / "pl", "https://example.org/pl/"))
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    assert list(outward(tmp_path / "one.zip")) == []
    with ZipFile(tmp_path / "one.zip") as archive:
        home = "ghetto-asyncio-pl/"
        inside = ("_runs/a.10.js", "_static/a.js", "index.html", "loop/a.html")
        names = ["index.html", *(f"pl/{name}" for name in inside)]
        assert archive.namelist() == [home + name for name in names]
        assert 'url=pl/index.html"' in archive.read(f"{home}index.html").decode()
        assert '"https://example.org/en/index.html"' in archive.read(f"{home}pl/index.html").decode()
        assert archive.read(f"{home}pl/loop/a.html").decode() == below.replace("../../en", "https://example.org/en")
    (tmp_path / "run").mkdir()
    for name, text in {"run/offer.js": "1", "python.html": ""}.items():
        (tmp_path / name).write_text(text, "utf-8")
    assert [name for name, _ in files(tmp_path / "pl", "")] == [home + name for name in names], "no page loads Python"
    (tmp_path / "pl/run.html").write_text('<script src="../run/offer.js">', "utf-8")
    pack(tmp_path / "with.zip", files(tmp_path / "pl", "https://example.org/pl/"))
    assert list(outward(tmp_path / "with.zip")) == []
    with ZipFile(tmp_path / "with.zip") as archive:
        assert {f"{home}python.html", f"{home}run/offer.js", f"{home}pl/index.html"} < set(archive.namelist())
    pack(tmp_path / "open.zip", [("index.html", page.encode())])
    dead = ("../en/index.html", "loop/a.html#b", "_static/a.js?v=1", "_runs/a.{}.js?v=1")
    assert list(outward(tmp_path / "open.zip")) == [f"index.html: {address} leads to no file" for address in dead]


def test_a_drawing_brings_its_colours() -> None:
    drawn = alone(
        '<svg class="weave" viewBox="0 0 400 90"><title>T</title><desc>D</desc><rect class="hit" x="1"/>'
        '<g class="row ann"><rect class="said" x="4" y="2"/><text class="mono value" x="9">number</text></g>'
        '<a class="way" href="b.xhtml#c"><text>there</text></a><path class="said mono" d="M1 2"/></svg>'
    )
    assert "class=" not in drawn
    assert "var(" not in drawn
    assert '<rect fill="#dae7f1" stroke="#1769aa" rx="3" x="4" y="2"' in drawn
    assert '<path fill="#e2e4e6" stroke="#4b5563" d="M1 2"' in drawn, "without rounded corners, and without letters"
    below, above = re.findall(r"<text ([^>]*)>number</text>", drawn)
    assert ('stroke="#fff"' in below, "stroke" in above, 'fill="#000"' in above) == (True, False, True)
    assert re.search(r'<a [^>]*href="b.xhtml#c"', drawn)


def test_a_value_that_cannot_be_written_is_told() -> None:
    for value, complaint in (("var(--b)", "no style sheet says what --b is"), ("oklch(1 0 0)", "can't read oklch")):
        with pytest.raises(SheetError, match=complaint):
            dict(paint("fill", resolved(value, {})))
