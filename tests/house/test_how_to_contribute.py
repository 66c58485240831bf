"""The example in CONTRIBUTING.md is one: what stands there can be recorded and run."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

from press.catalogue import ROOT, Listing
from press.figures.kept import load
from press.figures.making import record
from press.figures.recordings import as_text
from press.proof import run_doctest
from tests.support.listings import change
from whoruns.recorder.run_file import RunError
from whoruns.recorder.sandbox import fresh_listings
from whoruns.story.answers import answer

EXAMPLE = (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("## An example, from start to end\n")[1].split("\n## ")[0]
FILES = dict(re.findall(r"`((?:ghetto_asyncio|listings)/[^`]+)`[^`]*:\n\n```\w+\n(.*?)```", EXAMPLE, re.DOTALL))


@pytest.fixture
def written(tree: Path) -> Listing:
    """Return the listing of the example, written into a copy of the listings."""
    listing = Listing("turns.last_first", tree)
    assert [tree / name for name in FILES] == [listing.module, listing.session, listing.run]
    for name, text in FILES.items():
        (tree / name).write_text(text, "utf-8")
    return listing


def proved(listing: Listing) -> str:
    """Run the session; return what is wrong with it."""
    with fresh_listings(listing.root):
        return run_doctest(listing.session.read_text("utf-8"), listing.name, str(listing.session))


def test_its_run_is_recorded_and_its_session_is_right(written: Listing) -> None:
    written.recording.write_text(as_text(record(written.name, written.root)), "utf-8")
    recording = load(written.name, written.root)
    assert [lane["name"] for lane in recording.lanes] == ["run", "Ann", "Bob"]
    assert answer(recording, re.findall(r'(?m)^:answer: "(.*)"$', EXAMPLE)[0]) == 17
    assert proved(written) == ""


def test_its_fences_show_it() -> None:
    assert re.findall(r"```\{(\w+)\} (\S+)", EXAMPLE) == [("listing", "turns.last_first"), ("run", "turns.last_first")]


def test_one_that_goes_wrong_is_noticed(written: Listing) -> None:
    change(written.module, "ready.pop()", "ready.pop(0)")
    assert "Got:\n    Ann 0> at last!" in proved(written)
    change(written.run, '"turns.last_first", ', '"turns.first_last", ')
    with pytest.raises(RunError, match="there is no listing 'turns\\.first_last'"):
        record(written.name, written.root)
