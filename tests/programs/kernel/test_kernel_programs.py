"""Random programs on the kernels: a referee, who knows what is allowed, watches each of them; and broken kernels."""
from __future__ import annotations

# mypy: allow-untyped-calls
import os
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.support.loops.quick_kernels import KERNELS
from tests.support.referee.broken import BROKEN
from tests.support.referee.played import play, refereed
from tests.support.referee.programs import BLOCKS, KINDS, Act, Program, invent

PROGRAMS = int(os.environ.get("PROGRAMS", "2000"))
"""How many are played by all the kernels together; for more: PROGRAMS=1000000 make test"""
SHARES = 3
"""The programs of a kernel are played in so many tests."""


def wrong(kind: type[Any], numbers: range) -> list[Any]:
    """Play the programs with these numbers; return the first that goes wrong, and what is wrong."""
    for number in numbers:
        if complaints := play(kind, invent(number), careful=number % 4 == 0):
            return [number, invent(number), complaints]
    return []


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("name", KERNELS)
def test_whatever_tasks_do_what_comes_is_allowed(name: str, share: int) -> None:
    """Each kernel plays other programs; a number tells which: invent(number)."""
    players = SHARES * len(KERNELS)
    first = SHARES * list(KERNELS).index(name) + share
    assert wrong(refereed(KERNELS[name]), range(first, PROGRAMS, players)) == []


NUMBERS = st.integers(0, 2)
PLAIN: st.SearchStrategy[Act] = st.one_of(
    st.tuples(st.sampled_from(["sleep", "spawn", "join"]), NUMBERS),
    st.tuples(st.sampled_from(["yield", "fail"])),
    st.tuples(st.just("cancel"), NUMBERS, st.booleans()),
    st.tuples(st.just("wake"), st.integers(0, 1), st.integers(1, 2)),
    st.tuples(st.sampled_from(["park", "recv", "send", "pour", "shut", "close"]), st.integers(0, 1)),
)


def blocks(acts: st.SearchStrategy[Act]) -> st.SearchStrategy[Act]:
    """Return acts that have acts inside."""
    inside = st.lists(acts, max_size=3)
    return st.one_of(
        st.tuples(st.sampled_from(["shield", "catch"]), inside),
        st.tuples(st.just("tidy"), inside, inside),
        st.tuples(st.just("limit"), st.sampled_from([None, 0, 1, 2]), inside),
    )


SCRIPTS = st.lists(st.lists(st.recursive(PLAIN, blocks, max_leaves=4), max_size=4), min_size=3, max_size=3)
"""Programs that Hypothesis can make smaller. The others are many more in the same time."""
CANCEL = ("cancel", 0, True)
SLEEP = ("sleep", 3)


@pytest.mark.parametrize("name", KERNELS)
def test_and_if_not_here_is_the_smallest_program(name: str) -> None:
    kernel = refereed(KERNELS[name])

    @settings(max_examples=40)
    @given(SCRIPTS)
    # When a clean-up has ended, what led to it counts again: a cancel, a timeout, or a failure.
    @example([[("tidy", [("catch", [CANCEL])], [CANCEL])]])
    @example([[("catch", [("tidy", [("catch", [CANCEL])], [CANCEL])])]])
    @example([[("spawn", 1), ("cancel", 0, False), ("tidy", [("cancel", 1, True)], [SLEEP])],
              [("tidy", [("catch", [("park", 0)])], [SLEEP])]])
    @example([[("limit", 1, [("tidy", [("limit", 1, [SLEEP])], [SLEEP])])]])
    @example([[("limit", 1, [("tidy", [("catch", [CANCEL])], [SLEEP])])]])
    @example([[("tidy", [("catch", [("tidy", [CANCEL], [("fail",)])])], [("fail",)])]])
    # Who has survived a cancel is cancelled at the end, even if an error is on its way because its socket was closed.
    @example([[("spawn", 1), ("spawn", 2), SLEEP],
              [("catch", [("cancel", 1, True)]), ("recv", 0)], [SLEEP, ("close", 0)]])
    def playing(program: Program) -> None:
        assert play(kernel, program) == []

    playing()


def test_all_acts_and_blocks_occur() -> None:
    said = str([invent(number) for number in range(300)])
    assert all(f"'{word}'" in said for word in {*KINDS, *BLOCKS})


@pytest.mark.parametrize("kind", BROKEN, ids=lambda kind: kind.__name__)
def test_a_broken_kernel_is_found_out(kind: type[Any]) -> None:
    assert wrong(refereed(kind), range(1000))
