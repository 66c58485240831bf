"""Every session that a page shows runs in the page, with what it shows; or says why not, and that is still so."""
from __future__ import annotations

import re
from typing import Any

import pytest

from press.catalogue import ROOT, UNSHOWN, Listing
from tests.support.in_browser import reasons
from tests.support.site.in_page import Ask

SIGNS = {
    "threads": "can't start new thread",
    "packages": r"No module named '(fastapi|httpx|sqlalchemy|anyio|sqlite3)'",
    "system": r"No module named 'ctypes'|Bad file descriptor|module 'signal' has no attribute|not supported",
}
"""What is said where it cannot be run."""
WHY, WRONG = reasons({path: path.read_text("utf-8") for path in sorted((ROOT / "docs").rglob("*.md"))})
SESSIONS = sorted(name for name in WHY if Listing(name, ROOT).session.is_file() and not name.startswith(UNSHOWN))
EXERCISES = sorted(name for name in WHY if ".exercises." in name)
CHAPTERS = sorted({name.partition(".")[0] for name in SESSIONS})


def judged(name: str, answer: dict[str, Any]) -> str:
    """Return what is wrong with an answer, or nothing."""
    why = WHY[name]
    if answer.get("right"):
        return f"{name} runs in a browser: take its ':browser: no ({why})' away" if why else ""
    got = [f"{each['source']}{each['got']}" for each in answer.get("examples", ()) if not each["right"]]
    said = "\n".join([*got, *answer.get("said", ()), answer.get("message", "")])
    if not why:
        return f"{name} does not run as it is shown: {said}"
    return "" if re.search(SIGNS[why], said) else f"{name} does not fail for want of {why}: {said}"


def test_what_is_said_of_a_session_is_held_to_its_answer() -> None:
    ends, wrong = {"right": True}, {"right": False, "said": ["left behind"]}
    assert judged("turns.round_robin", ends) == ""
    assert judged("turns.round_robin", wrong) == "turns.round_robin does not run as it is shown: left behind\n"
    assert "take its ':browser: no (threads)' away" in judged("turns.threads", ends)
    assert "turns.threads does not fail for want of threads" in judged("turns.threads", wrong)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_sessions_run_as_they_are_shown(chapter: str, python: Ask) -> None:
    names = [name for name in SESSIONS if name.startswith(f"{chapter}.")]
    wrong = [judged(name, python("session", listing=name, edits={}, session=None)) for name in names]
    assert list(filter(None, wrong)) == []


def test_exercises_are_solved_by_their_solutions(python: Ask) -> None:
    wrong = []
    for module in EXERCISES:
        solution = Listing(module.replace(".exercises.", ".solutions."), ROOT).module.read_text("utf-8")
        found = python("exercise", name=module.replace(".exercises", ""), edits={module: solution})
        wrong.append(judged(module, found))
    assert (len(wrong) > 20, list(filter(None, wrong))) == (True, [])


def test_an_edit_changes_what_a_session_prints(python: Ask) -> None:
    source = Listing("turns.round_robin", ROOT).source().replace("append(", "appendleft(")
    found = python("session", listing="turns.round_robin", edits={"turns.round_robin": source}, session=None)
    assert not found["right"] and python("session", listing="turns.round_robin", edits={}, session=None)["right"]
