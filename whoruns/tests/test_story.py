"""The stories of the tool's own runs and programs keep the laws of the story."""
from __future__ import annotations

import json

import pytest

from whoruns.story.steps import IMMUTABLE, as_script
from whoruns.tests.own import read_of
from whoruns.tests.places import PROGRAMS
from whoruns.tests.small_runs import SMALL, read_small
from whoruns.tests.story_laws import hold


@pytest.mark.parametrize("name", SMALL.names())
def test_a_small_run_keeps_the_laws(name: str) -> None:
    hold(read_small(name))


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_keeps_the_laws(name: str) -> None:
    hold(read_of(PROGRAMS[name]))


@pytest.mark.parametrize(("value", "certain"), [
    ("1", True), ("b'[x]'", True), ("<Task Ann>", True), ("('a', 1)", True), ("None", True), ("'{x}'", True),
    ("[1]", False), ("{1: 2}", False), ("(1, [2])", False), ("deque([1])", False), ("set()", False),
])
def test_what_somebody_else_can_change_is_not_certain(value: str, certain: bool) -> None:
    assert bool(IMMUTABLE.match(value)) == certain


def test_whatever_a_value_holds_is_read_back() -> None:
    hostile = ["</script>", "\u2028\u2029", "]]>", "\\", '"', "`${x}`", "__proto__"]
    text = as_script({"fields": [], "steps": [], "values": hostile})
    assert json.loads(text.removeprefix("bookRun(").removesuffix(");\n"))["values"] == hostile
