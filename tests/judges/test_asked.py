"""asyncio's things pass all of CPython's tests on our loop, and ours all but those that expected.toml names."""
from __future__ import annotations

import json
import tomllib
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from press.catalogue import ROOT
from tests.judges import asked
from tests.support.judges.table import table
from tests.support.shell import finish, start
from whoruns.tests.pythons import pythons

LEAST = {
    "theirs on our loop": {"timeouts": 32, "taskgroups": 35, "locks": 70, "queues": 44, "waitfor": 15, "pep492": 10},
    "their Runner, with our loop": {"runners": 26},
    "ours on our loop": {"timeouts": 32, "taskgroups": 35, "locks": 48, "queues": 35},
    "ours on asyncio's loop": {"timeouts": 32, "taskgroups": 35, "locks": 48, "queues": 35},
}
"""How many tests there are in any Python: nobody is praised for what was not run, or had nothing of ours in hand.

Of the tests of locks, 22 are about barriers, and of those of queues 9 about two other queues.
"""
EXPECTED: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("expected.toml").read_text("utf-8")
)["not_passed"]
ROWS = {
    "asyncio’s, all of it": ("theirs on our loop", tuple(f"test_{name}" for name in asked.MODULES)),
    "asyncio’s `Runner`": ("their Runner, with our loop", ("test_runners",)),
    "our limits": ("ours on our loop", ("test_timeouts",)),
    "our groups": ("ours on our loop", ("test_taskgroups",)),
    "our locks": ("ours on our loop", ("test_locks",)),
    "our queues": ("ours on our loop", ("test_queues",)),
}
"""The rows of the table on the page: who was asked, and which of CPython's modules are counted."""
PAGE = ROOT / "docs/asyncio/your-program-on-your-loop.md"
ALONE = """
import os, runpy, sys
sys.path.insert(0, sys.argv.pop(1))
os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
runpy.run_module("tests.judges.asked", run_name="__main__", alter_sys=True)
"""
Said = dict[str, Any]


def minor(version: str) -> int:
    """Return the second part of a version."""
    return int(version.split(".")[1])


def not_passed(version: str, party: str) -> dict[str, str]:
    """Return the tests that a party need not pass with a Python, and why."""
    who = "Runner" if "Runner" in party else "ours"
    rows = [row for row in EXPECTED if row.get("who", "ours") == who]
    rows = [row for row in rows if minor(version) >= minor(row.get("since", "3.11"))]
    return {test: row["why"] for row in rows for test in row["tests"]}


def wrong(version: str, party: str, said: Said) -> list[str]:
    """Say where a party fared otherwise than expected.toml has it."""
    expected, bad = not_passed(version, party), said["bad"]
    unnoticed = [f"{test} passes, against {why!r}" for test, why in expected.items() if test not in bad]
    unnamed = [f"{test} fails, and nothing is said of it: {what}" for test, what in bad.items() if test not in expected]
    return [f"Python {version}: {line}" for line in unnoticed + unnamed]


def counted(parties: dict[str, Said], row: str) -> str:
    """Return how many tests of a row were passed, as the page says it."""
    party, modules = ROWS[row]
    return " of ".join(str(sum(parties[party][how][module] for module in modules)) for how in ("passed", "run"))


@pytest.fixture(scope="module")
def judged() -> dict[str, Said]:
    """What each party's tests said, by version of Python, all Pythons at the same time."""
    with ExitStack() as stack:
        started = {
            version: stack.enter_context(start(executable, "-I", "-c", ALONE, ROOT))
            for version, executable in pythons().items()
        }
        said = {version: json.loads(finish(process).said) for version, process in started.items()}
    if not any(said.values()):
        pytest.skip("no Python here has its `test` package, so nobody judges")
    return {version: parties for version, parties in said.items() if parties}


@pytest.mark.parametrize("party", asked.PARTIES)
def test_all_were_asked(judged: dict[str, Said], party: str) -> None:
    for version, parties in judged.items():
        run, made = parties[party]["run"], parties[party]["made"]
        assert [name for name, least in LEAST[party].items() if run[f"test_{name}"] < least] == [], f"Python {version}"
        assert made.get("Task", 0) >= 70 * asked.PARTIES[party].loop, f"Python {version}: on other tasks"


def test_asyncios_pass_everything_on_our_loop(judged: dict[str, Said]) -> None:
    for version, parties in judged.items():
        assert parties["theirs on our loop"]["bad"] == {}, f"Python {version}"


@pytest.mark.parametrize("party", [party for party in asked.PARTIES if party != "theirs on our loop"])
def test_ours_pass_all_that_nothing_is_said_of(judged: dict[str, Said], party: str) -> None:
    assert [line for version, parties in judged.items() for line in wrong(version, party, parties[party])] == []


def test_the_table_of_the_page_is_true(judged: dict[str, Said]) -> None:
    said = table(PAGE.read_text("utf-8"))
    assert list(said) == list(ROWS)
    assert [
        f"{row}, Python {version}: {counted(judged[version], row)}, and not {cells[version]}"
        for row, cells in said.items()
        for version in cells.keys() & judged
        if cells[version] != counted(judged[version], row)
    ] == []


def test_both_surprises_are_named() -> None:
    said = {"bad": dict.fromkeys(not_passed("3.11.7", "ours"), "")}
    assert wrong("3.11.7", "ours", said) == []
    gone = said["bad"].popitem()[0]
    said["bad"]["LockTests.test_lock"] = "AssertionError: 1 != 2"
    assert [line.split()[2:4] for line in wrong("3.11.7", "ours", said)] == [
        [gone, "passes,"], ["LockTests.test_lock", "fails,"],
    ]


def test_each_has_one_reason() -> None:
    tests = [test for row in EXPECTED for test in row["tests"]]
    assert len(tests) == len(set(tests))
