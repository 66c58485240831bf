"""Programs as readers write them are recorded and drawn in a page as they are on the machine."""
from __future__ import annotations

import json
import sys
from typing import Any

import pytest

from press.catalogue import ROOT
from tests.support.site.in_page import Ask
from whoruns.program import program
from whoruns.tests.places import PROGRAMS as PLAIN

PROGRAMS = PLAIN | {path.stem: path for path in sorted((ROOT / "tests/playground/programs").glob("*.py"))}
TAKEN_BACK = "one_fails_grouped"
"""A request that asyncio takes back since Python 3.13."""
THROWN_IN = "errors_kept"
"""An error is thrown into coroutines: before Python 3.14, frames are not told then who has called them."""


def comparable(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer without what Pythons differ in: the order of variables, and what a token of an f-string is."""
    figure = answer["figure"]
    values = [sorted(map(str, each)) if isinstance(each, list) else each for each in figure["steps"]["values"]]
    steps = {**figure["steps"], "values": values}
    return {**answer, "shares": None, "figure": {**figure, "listings": None, "steps": steps}}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_page_draws_what_the_machine_draws(name: str, python: Ask) -> None:
    if name == TAKEN_BACK and sys.version_info < (3, 13):
        pytest.skip("asyncio does something else in this Python")
    source = PROGRAMS[name].read_text("utf-8")
    here = comparable(json.loads(json.dumps(program(source, (), f"{name}.py"))))
    there = comparable(python("program", source=source, typed=[], title=f"{name}.py"))
    if name == THROWN_IN and sys.version_info < (3, 14):
        del here["figure"]["steps"], there["figure"]["steps"]
    assert there == here


@pytest.mark.parametrize(("source", "words"), [
    ("while True:\n    pass", "Only its beginning is recorded"),
    ("import threading\nthreading.Thread().start()",
     "It starts a thread. Threads cannot be followed, so a recording starts none."),
    ("import asyncio\nasyncio.run(asyncio.Event().wait())",
     "It would wait for ever here: nothing can happen any more."),
])
def test_a_page_says_what_it_cannot(source: str, words: str, python: Ask) -> None:
    assert any(words in each for each in python("program", source=source)["cannot"])
