"""Nothing is used before it is explained: a chapter shows what it needs, or one before it does."""
from __future__ import annotations

from pathlib import Path

import pytest

from press.catalogue import ROOT
from press.contents import chapters
from tests.support.uses import complaint, early
from whoruns.tests.complaints import none

EXCUSED = {
    ("asyncio/your-program-on-your-loop", "service.loop"): "folded: streams need the last chapter’s transport",
    ("callbacks/tasks", "tasks.guest"): "folded: asyncio takes our tasks; the guest is in an appendix",
}
"""(page, module): why the module may be used there before a chapter shows it."""


def test_nothing_is_used_before_it_is_shown() -> None:
    found = list(early(chapters(ROOT)))
    problems = [complaint(use, where) for page, use, where in found if (page, use.module) not in EXCUSED]
    there = {(page, use.module) for page, use, _ in found}
    problems += [
        f"{page} does not use {module} too early any more: take it out of EXCUSED in tests/house/test_order.py"
        for page, module in EXCUSED.keys() - there
    ]
    none(problems)


LISTING = "```{{listing}} {}\n:caption: x\n{}```\n"
NO_SESSION = ":session: none\n"


@pytest.mark.parametrize(
    ("one", "two", "complaints"),
    [
        (LISTING.format("part.user", NO_SESSION), LISTING.format("part.used", ""),
         ["docs/a.md:1: part.user uses part.used, shown first in b: show it before"]),
        (LISTING.format("part.user", NO_SESSION), "",
         ["docs/a.md:1: part.user uses part.used, shown in no chapter: show it before"]),
        (LISTING.format("part.used", ""), LISTING.format("part.user", NO_SESSION), []),
        (f"````{{folded}} A box\n{LISTING.format('part.used', '')}````\n", LISTING.format("part.user", ""), []),
        ("```pycon\n>>> from ghetto_asyncio.part import used\n>>> f(\n1\n```\n", LISTING.format("part.used", ""),
         ["docs/a.md:1: a session uses part.used, shown first in b"]),
        (LISTING.format("part.other", ""), LISTING.format("part.used", ""),
         ["docs/a.md:1: the session of part.other uses part.used, shown first in b"]),
        ("```{run} part.used\n```\n", LISTING.format("part.used", ""),
         ["docs/a.md:1: the run part.used uses part.used, shown first in b"]),
        ("```{conversation} part.used\n```\n", LISTING.format("part.used", ""),
         ["docs/a.md:1: the conversation part.used uses part.used, shown first in b"]),
    ],
)
def test_what_is_used_too_early_is_named(one: str, two: str, complaints: list[str], tmp_path: Path) -> None:
    files = {
        "docs/a.md": one, "docs/b.md": two,
        "ghetto_asyncio/part/used.py": "import os\n", "ghetto_asyncio/part/other.py": "import os\n",
        "ghetto_asyncio/part/user.py": "from ghetto_asyncio.part.used import x\n",
        "listings/part/used.pycon": ">>> 1\n1\n", "listings/part/user.pycon": ">>> import os\n",
        "listings/part/other.pycon": ">>> import ghetto_asyncio.part.used\n",
        "listings/part/used.run.json": '{"files": [{"name": "part.used"}]}',
        "listings/part/used.talk": "server$ python -m ghetto_asyncio.part.used 1234\n",
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    found = [complaint(use, where) for _, use, where in early(["a", "b"], tmp_path)]
    assert len(found) == len(complaints) and all(map(str.startswith, found, complaints)), found
