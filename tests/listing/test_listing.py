"""The {listing} directive: what it shows, and what it refuses."""
from __future__ import annotations

import re

from tests.support.tiny.book import MODULE, SESSION, TinyBook

CAPTION = ":caption: Counting"
DOUBLED = MODULE.replace("limit))", "limit)) * 2").replace("a comment", "another")


def listing(argument: str, *options: str) -> str:
    """Return a page with one listing; it stands on line 3."""
    lines = [f"```{{listing}} {argument}", *options, "```"]
    return "# A page\n\n" + "\n".join(lines) + "\n"


def test_code_and_session_are_on_the_page_under_a_number_that_has_a_label(tiny_book: TinyBook) -> None:
    tiny_book.page(listing("part.count", CAPTION) + "\nSee {numref}`part.count`.\n")
    page = tiny_book.made()
    module, session = page.select(".code pre")
    assert (module.get_text(), session.get_text()) == (MODULE, SESSION)
    assert not module.select(".old, .new"), "nothing of it is marked or hidden"
    text = re.sub(r"\s+", " ", page.select("article")[0].get_text())
    assert "Listing 1 Counting" in text and "See Listing 1." in text
    tiny_book.page(listing("part.count", CAPTION, ":session: folded"))
    assert [pre.get_text() for pre in tiny_book.made().select("details .code pre")] == [SESSION]


def test_since_marks_and_counts_the_new_lines(tiny_book: TinyBook) -> None:
    tiny_book.listing("part.twice", DOUBLED, SESSION)
    tiny_book.page(listing("part.count", CAPTION) + listing("part.twice", CAPTION, ":since: part.count")[8:])
    page = tiny_book.made()
    assert [line.get_text() for line in page.select(".new")] == ["    return list(range(limit)) * 2\n"]
    assert len(page.select(".old")) == 1, "all that stands before it"
    assert "(new lines since Listing 1: 1)" in page.select("article")[0].get_text()


def test_a_part_is_shown_first_and_the_whole_is_there(tiny_book: TinyBook) -> None:
    tiny_book.listing("part.two", MODULE + "\n\ndef more():\n    return 1\n", SESSION)
    tiny_book.page(listing("part.two", CAPTION, ":pyobject: more"))
    page = tiny_book.made()
    shown = [part.get_text() for part in page.select(".module pre > :not(.rest)")]
    assert shown == ["def more():\n    return 1\n"]
    assert page.select(".module pre")[0].get_text().startswith(MODULE)
    assert page.select(".module input.whole")


def test_what_is_wrong_is_refused_with_page_and_line(tiny_book: TinyBook) -> None:
    folder, sessions = "ghetto_asyncio/part", "listings/part"
    modules = {
        "mute": (MODULE, None, ["part.mute has no session", f"{sessions}/mute.pycon", ":session: none"]),
        "lost": ("import nowhere\n", SESSION, ["does not import", "nowhere"]),
        "gone": ("raise SystemExit(3)\n", SESSION, ["does not import", "SystemExit"]),
        "odd": ("def f(:\n", SESSION, [f"{folder}/odd.py:1", "invalid syntax"]),
        "wide": ("x = 1  # " + "x" * 90 + "\n", SESSION, [f"{folder}/wide.py:1: 99 columns, 79 are allowed"]),
        "long": (MODULE, ">>> " + "1" * 90 + "\n", [f"{sessions}/long.pycon:1: 94 columns"]),
        "han": ('"""' + "字" * 39 + '"""\n', SESSION, [f"{folder}/han.py:1: 84 columns"]),
    }
    for name, (module, session, _words) in modules.items():
        tiny_book.listing(f"part.{name}", module, session)
    tiny_book.page("# A page\n")
    tiny_book.all_refused([
        *((listing(f"part.{name}", CAPTION), 3, words) for name, (_module, _session, words) in modules.items()),
        (listing("part.cuont", CAPTION), 3, ["no listing 'part.cuont'", "part.count"]),
        (listing("../part", CAPTION), 3, ["no listing '../part'"]),
        (listing("part.count"), 3, ["part.count needs a ':caption:'"]),
        (listing("part.count", CAPTION, ":since: part.nothing"), 3, ["no listing 'part.nothing'"]),
        (listing("part.count", CAPTION, ":since: part.count"), 3, ["no line of part.count is new"]),
        (listing("part.count", CAPTION, ":against: part.count"), 3, ["no function of part.count differs from part.co"]),
        (listing("part.count", CAPTION, ":pyobject: nothing"), 3, ["nothing"]),
        (listing("part.count", CAPTION, ":lines: 90-99"), 3, ["90-99"]),
        (listing("part.count", CAPTION, ":browser: never"), 5, ["cannot be run in a browser: 'no (threads)'"]),
        (listing("part.count", CAPTION, ":session: maybe"), 5, ["session", "none"]),
    ])


def test_since_needs_a_listing_that_is_on_a_page(tiny_book: TinyBook) -> None:
    tiny_book.listing("part.twice", DOUBLED, SESSION)
    tiny_book.page(listing("part.twice", CAPTION, ":since: part.count"))
    tiny_book.refused("part.count", "docs/index.md:3")
