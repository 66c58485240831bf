"""A loop on one screen is made from its listings, is small, and does what all of them do."""
from __future__ import annotations

import importlib
import re
from types import SimpleNamespace

import pytest

from press.catalogue import PACKAGE, ROOT, Listing
from press.listing.flat import Flat
from press.proof import run_doctest
from tests.support.tiny.book import TinyBook

FENCE = r"^`{3,}\{so-far\} (\S+)\n((?::.*\n)*)"
SHOWN = [
    (found[1], tuple(keep[1].split()) if (keep := re.search(":keep: (.*)", found[2])) else ())
    for page in sorted((ROOT / "docs").rglob("*.md"))
    for found in re.finditer(FENCE, page.read_text("utf-8"), re.M)
]
LINES = 80

BASE = '''\
"""A counter."""
from collections import deque


class Counter:
    """Counts."""

    def __init__(self):
        self.seen = deque()

    def add(self, what):
        """Add something."""
        self.seen.append(what)  # at the end
        return self.much()

    def much(self):
        return len(self.seen)
'''
DERIVED = '''\
"""A counter that tells."""
from ghetto_asyncio.part import count


class Counter(count.Counter):
    """Counts, and tells."""

    def __init__(self):
        super().__init__()
        self.told = 0

    def add(self, what):
        """Add, and tell."""
        self.told += 1
        return super().add(what * 2)
'''


def test_a_class_is_made_of_its_listings(tiny_book: TinyBook) -> None:
    tiny_book.listing("part.count", BASE)
    tiny_book.listing("part.tell", DERIVED)
    flat = Flat("part.tell.Counter", tiny_book.root)
    names: dict[str, type] = {}
    exec(flat.text, names)
    counter = names["Counter"]()
    assert (counter.add("ab"), counter.seen[0], counter.told) == (1, "abab", 1)
    assert '"""' not in flat.text and "# at" not in flat.text
    methods = ["Counter.__init__", "Counter.add"]
    assert flat.places == {"part.count": [*methods, "Counter.much"], "part.tell": methods}


def test_it_is_folded_and_says_where_each_part_was_explained(tiny_book: TinyBook) -> None:
    tiny_book.listing("part.count", BASE, ">>> 1\n1\n")
    fence = "```{so-far} part.count.Counter\n:caption: The counter so far\n```\n"
    tiny_book.page(f"# A page\n\n```{{listing}} part.count\n:caption: Counting\n```\n\n{fence}")
    (details,) = tiny_book.made().select("details:not(.more)")
    shown = [details.select(part)[0].get_text().strip() for part in ("summary", "pre", "ul")]
    said = "Listing 1: Counter.__init__, Counter.add, Counter.much"
    assert shown == ["The counter so far", Flat("part.count.Counter", tiny_book.root).text.strip(), said]
    tiny_book.all_refused([
        ("# A page\n\n```{so-far} part.count.Counter\n```\n", 3, ["needs a ':caption:'"]),
        ("# A page\n\n```{so-far} part.count.Loop\n:caption: x\n```\n", 3, ["has no class Loop"]),
    ])


@pytest.mark.parametrize(("name", "keep"), SHOWN)
def test_it_is_on_one_screen_and_its_listings_sessions_run_on_it(
    name: str, keep: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    flat = Flat(name, ROOT, keep)
    lines = sum(bool(line.strip()) for line in flat.text.splitlines())
    assert lines < LINES, f"{name}: {lines} lines"
    made = SimpleNamespace(names={"__name__": "flat"})
    exec(compile(flat.text, name, "exec"), made.names)
    ran = 0
    for listing in flat.places:
        module, session = importlib.import_module(f"{PACKAGE}.{listing}"), Listing(listing, ROOT).session
        if session.exists():
            ran += 1
            with monkeypatch.context() as patched:  # a session may hold its listing against one before it
                for part in filter(vars(module).__contains__, flat.parts):
                    patched.setattr(module, part, made.names[part])
                assert run_doctest(session.read_text("utf-8"), listing, str(session)) == ""
    assert ran, "no session ran"
