"""Sessions and exercises with what a reader has changed: what is right, what is not, and what is left open."""
from __future__ import annotations

import linecache
import sys

import pytest

from press.catalogue import PACKAGE, ROOT, Listing, find
from press.playground import proving
from press.playground.proving import Proof, prove

ROUND_ROBIN = "turns.round_robin"


def proved(text: str) -> Proof:
    """Return what comes of a session without listings."""
    return prove(text, "typed", {}, ROOT)


def test_a_session_is_right_as_it_stands() -> None:
    found = proving.session(ROUND_ROBIN, {})
    assert found["right"] and not found["said"]
    assert all(each["got"] == each["want"] and each["right"] for each in found["examples"])


def test_a_listing_that_was_changed_gives_something_else_and_stays_as_it_is() -> None:
    listing = find(ROUND_ROBIN, ROOT)
    before = sys.modules.get(f"{PACKAGE}.{ROUND_ROBIN}")
    found = proving.session(ROUND_ROBIN, {ROUND_ROBIN: listing.source().replace("append(", "appendleft(")})
    wrong = next(each for each in found["examples"] if not each["right"])
    assert not found["right"] and wrong["got"] != wrong["want"]
    assert proving.session(ROUND_ROBIN, {})["right"]
    assert sys.modules.get(f"{PACKAGE}.{ROUND_ROBIN}") is before
    assert linecache.getline(str(listing.module), 1) == listing.source().splitlines(keepends=True)[0]


def test_an_error_in_a_changed_listing_shows_the_line_that_was_typed() -> None:
    session = f">>> import {PACKAGE}.{ROUND_ROBIN}\n"
    (found,) = prove(session, "typed", {ROUND_ROBIN: "1 / 0  # mine\n"}, ROOT)["examples"]
    assert "1 / 0  # mine" in found["got"] and "ZeroDivisionError: division by zero" in found["got"]


def test_a_traceback_does_not_lead_into_the_press() -> None:
    (found,) = proved(">>> import socket; socket.create_server(('127.0.0.1', 0)).accept()\n")["examples"]
    assert "Hang: accept would wait here for ever" in found["got"]
    assert "press/" not in found["got"] and '"<doctest typed[0]>", line 1' in found["got"]


def test_a_session_that_was_typed_ends_where_it_fails() -> None:
    found = proved(">>> 1 + 1\n3\n>>> 1 / 0\n>>> print('not reached')\n")
    assert [(each["line"], each["right"]) for each in found["examples"]] == [(1, False), (3, False)]
    assert (found["examples"][0]["got"], found["right"], found["said"]) == ("2\n", False, [])


@pytest.mark.parametrize(
    ("session", "complaint"),
    [
        (" >>> 1\n1\n", "1: a session begins with a prompt at the left margin; without one, nothing is run"),
        (">>> raise KeyboardInterrupt\n", "KeyboardInterrupt"),
    ],
)
def test_what_cannot_be_run_is_told(session: str, complaint: str) -> None:
    assert proved(session) == {"examples": [], "right": False, "said": [complaint]}


def test_what_is_left_open_is_told() -> None:
    found = proved(">>> import socket\n>>> left = socket.socket()\n")
    assert "unclosed <socket.socket" in found["said"][0] and not found["right"]


@pytest.mark.parametrize(
    ("program", "complaint"),
    [
        (">>> while True: print('more', end='')\n", "characters are printed"),
        (">>> import time\n>>> while True: time.sleep(1)\n", "events"),
    ],
)
def test_what_has_no_end_is_ended(program: str, complaint: str) -> None:
    assert complaint in proved(program)["examples"][-1]["got"]


def test_a_clock_jumps_and_loops_of_asyncio_run() -> None:
    text = ">>> import asyncio, time\n>>> asyncio.run(asyncio.sleep(60, 'late')), time.monotonic()\n('late', 60.0)\n"
    assert proved(text)["right"], proved(text)


def test_an_exercise_is_solved_by_its_solution_and_not_before() -> None:
    solution = Listing("turns.solutions.weights", ROOT).module.read_text("utf-8")
    assert proving.exercise("turns.weights", {"turns.exercises.weights": solution})["right"]
    found = proving.exercise("turns.weights", {})
    assert "NotImplementedError" in found["examples"][-1]["got"] and not found["right"]


def test_nothing_is_right_of_an_exercise_that_is_no_python() -> None:
    for text, words in (("def f(:\n", "SyntaxError: invalid syntax"), ("x = '\0'\n", "null bytes")):
        found = proving.exercise("turns.weights", {"turns.exercises.weights": text})
        assert not found["right"] and not found["examples"]
        assert words in found["said"][0]
    assert 'weights.py", line 1' in proving.exercise("turns.weights", {"turns.exercises.weights": "("})["said"][0]
