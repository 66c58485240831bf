"""A run of the book that is recorded and drawn in a page is the one that was recorded on the machine."""
from __future__ import annotations

import json

import pytest

from press.catalogue import ROOT, Listing
from press.figures.recordings import every_run
from press.playground.replies import answer
from tests.support.site.browser import CHROMIUM, MISSING
from tests.support.site.in_page import Ask

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

RECORDED = {name: json.loads(Listing(name, ROOT).recording.read_text("utf-8")) for name in every_run()}
THREADS = {name for name, kept in RECORDED.items() if kept.get("recorded")}
CHANGED = {"turns.round_robin": Listing("turns.round_robin", ROOT).source().replace("popleft()", "pop()")}


@pytest.mark.parametrize("name", sorted(RECORDED.keys() - THREADS))
def test_it_is_the_same_there(python: Ask, name: str) -> None:
    here = json.loads(answer(json.dumps({"do": "record", "language": "ru", "run": name})))
    there = python("record", language="ru", run=name)
    assert there.pop("shares") is not None
    assert there["error"] is None and there["differs"] is None
    assert there == here


def test_so_is_one_that_is_changed(python: Ask) -> None:
    asked = {"language": "pl", "run": "turns.round_robin", "edits": CHANGED}
    there = python("record", **asked)
    del there["shares"]
    assert there == json.loads(answer(json.dumps({"do": "record", **asked})))
    assert there["differs"] and there["figure"]["differs"]


@pytest.mark.parametrize("name", sorted(THREADS))
def test_threads_are_missed_in_words(python: Ask, name: str) -> None:
    assert "can't start new thread" in python("record", run=name)["error"]["words"]
