"""What the finished pages show of each run is true: the oracle says so, and laws that need no oracle."""
from __future__ import annotations

from itertools import cycle

import pytest

from tests.support.oracle.clauses import CLAUSES, understood
from tests.support.oracle.drawn import VALUE
from tests.support.oracle.laws import answered, broken
from tests.support.oracle.oracle import names, told
from tests.support.oracle.shown import Shown, of_book
from tests.support.oracle.truth import lies
from tests.support.site.pages import LANGUAGES

RUNS = names()
IN_TURNS = dict(zip(RUNS, cycle(LANGUAGES[1:])))
"""The language, beside English, in which a run is looked at."""


def test_each_run_is_on_a_page() -> None:
    assert sorted(of_book("en")) == RUNS


@pytest.mark.parametrize("name", RUNS)
def test_what_the_page_shows_is_true(name: str) -> None:
    assert lies(of_book("en")[name], told(name)) == []


@pytest.mark.parametrize("name", RUNS)
def test_what_the_page_shows_keeps_the_laws(name: str) -> None:
    assert broken(of_book("en")[name]) == {}


@pytest.mark.parametrize(("name", "language"), IN_TURNS.items())
def test_so_it_is_in_another_language(name: str, language: str) -> None:
    shown = of_book(language)[name]
    assert lies(shown, told(name)) == []
    assert broken(shown) == {}
    assert values(shown) == values(of_book("en")[name])


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_question_can_be_answered(language: str) -> None:
    assert [complaint for shown in of_book(language).values() for complaint in answered(shown)] == []


def values(shown: Shown) -> list[list[str]]:
    """Return the code and the values in what each step says, which no language changes."""
    return [VALUE.findall(step.say) for step in shown.steps]


def test_what_is_said_is_understood() -> None:
    """Words that have changed would be held against nothing."""
    clauses = [clause for shown in of_book("en").values() for step in shown.steps for clause in step.say.split("; ")]
    assert understood(clauses) == [pattern for pattern, _holds in CLAUSES]
