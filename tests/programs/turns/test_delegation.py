"""Delegation by hand does what ``yield from`` does, for every short story that can happen to it."""
from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any

import pytest

from ghetto_asyncio.composition import lost_answer_bug
from ghetto_asyncio.composition.solutions import by_hand
from tests.support.loops.stories import STEPS, STORIES, echo, empty, failing, ignoring, stubborn

Relay = Callable[[Generator[Any, Any, Any]], Generator[Any, Any, Any]]


def delegated(inner: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
    """Delegate, as Python has it."""
    return (yield from inner)


def tell(relay: Relay, inner: Generator[Any, Any, Any], log: list[Any], story: Iterable[str]) -> list[Any]:
    """Let the story happen to a delegating generator; return all that can be seen."""
    process = relay(inner)
    for step in story:
        try:
            log.append((step, STEPS[step](process)))
        except BaseException as error:
            log.append((step, type(error), error.args))
    try:
        process.close()
    except RuntimeError as error:
        log.append(error.args)
    return log


@pytest.mark.parametrize("make", [echo, stubborn, failing, empty, ignoring], ids=lambda make: make.__name__)
def test_every_story_ends_as_with_yield_from(make: Callable[[list[Any]], Any]) -> None:
    for story in STORIES:
        mine: list[Any] = []
        pythons: list[Any] = []
        assert tell(by_hand.relay, make(mine), mine, story) == tell(delegated, make(pythons), pythons, story), story


def test_the_stories_see_a_difference() -> None:
    seen = []
    for relay in (lost_answer_bug.relay, delegated):
        log: list[Any] = []
        seen.append([tell(relay, echo(log), log, story).copy() for story in STORIES])
    assert seen[0] != seen[1]
