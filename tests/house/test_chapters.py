"""Chapters are called by their titles: a number would be wrong when a chapter comes in between."""
from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from press.catalogue import ROOT
from whoruns.tests.complaints import none

SOME = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen"
NUMBER = rf"(?i)\bchapters? (?:\d+|one|{SOME})\b|\b(?:\d+|{SOME}) (?:chapters\b(?! (?:ago|later|before))|are here\b)"
FOLDERS = ("docs", "ghetto_asyncio", "listings", "press", "whoruns")
FILES = [*ROOT.glob("*.md"), *(path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")))]


def numbered(path: Path) -> Iterator[str]:
    """Yield where a file says the number of a chapter, or how many there are."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if found := re.search(NUMBER, line):
            yield f"{path}:{number}: {found[0]!r}: say which chapter by its title, and not how many there are"


def test_no_chapter_is_called_by_its_number() -> None:
    texts = [path for path in FILES if path.suffix in (".md", ".py", ".pycon", ".html", ".js")]
    assert len(texts) > 100
    none(found for path in texts for found in numbered(path))


WRONG = '''\
\"\"\"Chapter 4, Who is ready: the main loop.\"\"\"
In chapters 3 and 4 we wait.
Six chapters are here so far.
The book grows. Seven are here so far.
As chapter two says,
'''


def test_each_number_is_named(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(WRONG, "utf-8")
    assert [said.split(": ")[0] for said in numbered(page)] == [f"{page}:{line}" for line in range(1, 6)]
