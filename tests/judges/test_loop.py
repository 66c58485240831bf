"""The command that puts all of CPython's tests to the last loop counts, and says what nobody has said of it."""
from __future__ import annotations

import json
import sys

import pytest

from press.catalogue import ROOT
from tests.judges import loop
from tests.support.judges import cpython_whole
from tests.support.shell import run

PRIVATE = "AttributeError: 'Server' object has no attribute '_sockets'"


@pytest.mark.parametrize(
    ("how", "why", "log", "verdict"),
    [
        ("passed", "", "this loop has no ssl", "passed"), ("skipped", "Windows only", "", "skipped"),
        ("bad", "NotImplementedError: this loop has no ssl", "", "refused"),
        ("bad", "it does not end", "Task exception …\nthis loop has no start_tls()", "refused"),
        ("bad", PRIVATE, "", "private"), ("bad", "AssertionError: 1 != 2", "", "other"),
    ],
)
def test_how_a_test_ended(how: str, why: str, log: str, verdict: str) -> None:
    assert cpython_whole.verdict(how, why, log) == verdict


def test_it_counts_and_names(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"how": "private", "why": "mocks", "tests": ["m.T.mocks", "m.T.gone"], "since": "3.12"}
    table = {"named": [row], "counted": {"3.12.1": {"passed": 3, "private": 1}}}
    monkeypatch.setattr(loop, "TABLE", table)
    said = {"m.T.good": ["passed", ""], "m.T.mocks": ["other", "no"], "m.T.gone": ["passed", ""]}
    said["m.T.new"] = ["other", "1 != 2"]
    assert loop.counted("3.12.1", said) == {"passed": 2, "refused": 0, "private": 1, "other": 1, "skipped": 0}
    assert loop.wrong("3.12.1", said) == [
        "Python 3.12.1: m.T.new fails, and nothing is said of it: 1 != 2",
        "Python 3.12.1: m.T.gone passes, against 'mocks'",
        "Python 3.12.1: 2 are passed, and not 3",
    ]
    assert loop.counted("3.11.7", said)["other"] == 2


def test_one_module_of_21_is_asked() -> None:
    """The others are asked by hand."""
    pytest.importorskip("test.test_asyncio")
    said = run(sys.executable, "-m", cpython_whole.__name__, loop.LOOP, "threads", cwd=ROOT).said
    assert len(cpython_whole.MODULES) == 21
    assert {how for how, _ in json.loads(said).values()} == {"passed"}
    assert len(json.loads(said)) > 5


def test_each_has_one_reason() -> None:
    for version in loop.TABLE["counted"]:
        tests = [test for row in loop.TABLE["named"] for test in row["tests"]]
        assert len(tests) == len(set(tests))
        assert loop.reasons(version).keys() <= set(tests)


def test_the_page_has_what_was_counted() -> None:
    page = (ROOT / "docs/yours/a-loop-that-fastapi-takes.md").read_text("utf-8")
    counts = loop.TABLE["counted"]["3.13.0"]
    said = f"Of the {sum(counts.values())} tests of 3.13 that make a loop, {counts['passed']} pass,"
    assert f"{said} {counts['refused']} ask for what the loop refuses" in page
    assert (counts["private"], counts["other"], counts["skipped"]) == (6, 3, 1), "the page writes these as words"
