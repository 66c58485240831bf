"""When all pages are written: the files of the search, in the folder _search beside them.

search.js has the code, the words of the dialog and the index; the texts of each page, for the excerpts, come when it is
among the results. All are scripts, since a page from the disk may load nothing else.
"""
from __future__ import annotations

import json
import pickle
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util.typing import ExtensionMetadata

from press.contents import pages
from press.language import LANGUAGES
from press.search.index import Cut, index, weigh
from press.search.pages import Entry, cut
from press.search.stems import stems_of
from press.search.words import Stem

FOLDER = "_search"
INDEX = "where-is-what"
"""The page for readers without JavaScript."""
SCRIPTS = Path(__file__).parent / "scripts"


def said() -> dict[str, str]:
    """Return the words of the dialog."""
    return {
        "search": _("Search the book"), "results": _("Results"), "found": _("Results: {count}"),
        "none": _("Nothing found"), "missing": _("Nothing here has the number {number}; near it:"), "close": _("Close"),
        "hint": _("Words, names, numbers, lines from a log: semaphore, gather(), listing 8.2"),
    }


def read(app: Sphinx, stem: Stem) -> dict[str, Cut]:
    """Return the pages of the book in their order; those that are as they were need not be cut again."""
    kept = Path(app.doctreedir) / "search.pickle"
    known: dict[str, tuple[int, Cut]] = pickle.loads(kept.read_bytes()) if kept.exists() else {}
    found = {}
    for name in pages(Path(app.confdir)):
        path = Path(app.outdir) / f"{name}.html"
        if name in app.env.found_docs:
            time = path.stat().st_mtime_ns
            was, page = known.get(name, (0, []))
            found[name] = time, page if was == time else weigh(cut(path.read_text("utf-8")), stem)
    if found != known:
        kept.write_bytes(pickle.dumps(found))
    return {name: page for name, (_time, page) in found.items()}


def texts(page: str, entries: list[Entry]) -> str:
    """Return the text of a page, as a script: for each anchor the prose and the code."""
    said = {entry.anchor: ["\n".join(entry.prose), "\n".join(entry.code)] for entry in entries}
    return f"bookSearch.said({json.dumps([page, said], ensure_ascii=False, separators=(',', ':'))});\n"


def files(app: Sphinx) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file."""
    language = LANGUAGES[app.config.language]
    stems = stems_of(language)
    book, addresses = read(app, stems.stem), {}
    for page, entries in book.items():
        name, text = f"{page.replace('/', '.')}.js", texts(page, [entry for entry, _weights in entries])
        addresses[page] = f"{name}?v={zlib.crc32(text.encode()):x}"
        yield name, text
    scripts = {path.name: path.read_text("utf-8") for path in SCRIPTS.iterdir()}
    for name in ("search.css", "marks.js"):
        yield name, scripts[name]
    words = said() | {"style": f"search.css?v={zlib.crc32(scripts['search.css'].encode()):x}"}
    parts = (
        stems.script, scripts["engine.js"], scripts["dialog.js"],
        f"start(new Engine({index(book, addresses, language, stems)}, stemmer, english), {json.dumps(words)});",
    )
    yield "search.js", "(() => {\n" + "\n".join(parts) + "\n})();\n"


def write(app: Sphinx, error: Exception | None) -> None:
    """Write the files that have changed, and remove those of pages that are gone."""
    if error or app.builder.name != "html":
        return
    folder = Path(app.outdir) / FOLDER
    folder.mkdir(exist_ok=True)
    gone = set(folder.iterdir())
    for name, text in files(app):
        path = folder / name
        gone.discard(path)
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
    for path in gone:
        path.unlink()


def without_sphinxs(app: Sphinx) -> None:
    """Let Sphinx make no index of its own; stop at once if the language has no stemmer."""
    stems_of(LANGUAGES[app.config.language])
    if app.builder.name == "html":
        app.builder.search = False  # type: ignore[attr-defined]


def page(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the page of the search, to which its field leads without a script, and old links."""
    title = app.env.titles.get(INDEX)
    yield "search", {"index_of_names": (INDEX, title.astext()) if title else None}, "search.html"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks."""
    app.connect("builder-inited", without_sphinxs)
    app.connect("html-collect-pages", page)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
