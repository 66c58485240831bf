"""What the oracle is asked of kernels is seen to fail: on pages that tell lies about traps and places."""
from __future__ import annotations

import re

import pytest

from tests.support.oracle.oracle import told
from tests.support.oracle.shown import Step, of_book
from tests.support.oracle.spoil import Spoil, is_now, kind, says, step, turned
from tests.support.oracle.truth import lies

TEAPOT, LOCK, READER, NURSERY = "kernel.teapot", "together.lock", "cancellation.reader", "together.block"
RETRY = "cancellation.retry"


def words(old: str, new: str) -> Spoil:
    """Return a function that changes words, where they are said first."""
    return step(says(old), say=lambda step: step.say.replace(old, new))


def of(place: str, number: int) -> Spoil:
    """Return a function that turns the order in a place round, where so many stand in it first."""

    def long(step: Step) -> bool:
        return len(step.queues.get(place, [])) == number

    return step(long, queues=lambda step: step.queues | {place: step.queues[place][::-1]})


def moved(place: str, other: str) -> Spoil:
    """Return a function that shows whoever is first in a place in another one."""

    def two(step: Step) -> bool:
        return bool(step.queues.get(place)) and other in step.queues

    return step(two, queues=lambda step: step.queues | {
        place: step.queues[place][1:], other: [*step.queues[other], step.queues[place][0]],
    })


LIES: dict[str, tuple[str, str, Spoil]] = {
    "another order in a place": ("is <Task", LOCK, of("waiting", 2)),
    "another order among the ready": ("is <Task", TEAPOT, of("ready", 2)),
    "a task in another place": ("the places hold|but it holds", LOCK, moved("waiting", "ready")),
    "a joiner in the queue": ("the places hold|but it holds", TEAPOT, moved("the end of Bob", "ready")),
    "another deadline": (
        "sleepers: 181 tea, but it is", NURSERY,
        step(lambda step: "180 tea" in str(step.queues), queues=lambda step: step.queues | {"sleepers": ["181 tea"]}),
    ),
    "another request": ("asks for sleep", TEAPOT, words("asks for schedule()", "asks for sleep(3)")),
    "asked for another place": (
        "<Place the end of Bob> is", TEAPOT,
        step(says("Bob asks for park"), say="Bob asks for park(<Place the end of Bob>)"),
    ),
    "another argument": ("asks for sleep", NURSERY, words("sleep(180)", "sleep(18)")),
    "a trap answered that was not": ("goes on|gets", TEAPOT, words("tea goes on", "tea gets 5")),
    "another answer": ("gets None: says None", TEAPOT, words("gets <Task tea>", "gets None")),
    "an answer that is not told": ("goes on: says None", TEAPOT, words("gets <Task tea>", "goes on")),
    "an answer that is thrown in": (
        "but it was not thrown in", TEAPOT, words("gets <Task tea>", "gets <Task tea>, thrown in"),
    ),
    "an error that is sent in": ("but it was thrown in", READER, words(", thrown in", "")),
    "a cancelled task told as woken": (
        "goes on: says None", READER, words("gets CancelledError(), thrown in", "goes on"),
    ),
    "the exit of another timeout": (
        "but it is __aexit__", RETRY, words("timeout_after(3).__aexit__ starts", "timeout_after(10).__aexit__ starts"),
    ),
    "the cancelling of another": (
        "but it is cancel", READER, words("Ann.cancel starts", "Bob.cancel starts"),
    ),
    "the cancelling of nobody": ("but it is cancel", READER, words("Ann.cancel starts", "cancel starts")),
    "an entry that counts no more is hidden": (
        "but it holds", RETRY, step(lambda step: "✕ 5 Ann" in str(step.queues), queues=lambda step: {
            name: [text for text in items if "✕" not in text] for name, items in step.queues.items()
        }),
    ),
    "woken by nobody": ("are woken", TEAPOT, words("; Ann is woken by tea", "")),
    "woken by another": ("are woken", TEAPOT, words("Ann is woken by tea", "Ann is woken by breakfast")),
    "another is woken": ("are woken", TEAPOT, words("Ann is woken by tea", "Bob is woken by tea")),
    "woken by a task that the clock has woken": (
        "are woken", NURSERY, words("toast enters ready", "toast enters ready; toast is woken by rice"),
    ),
    "told that it begins": ("it says that 1 start, and 0 do", TEAPOT, words("tea goes on", "tea goes on; tea starts")),
    "not told that it begins": ("it says that 0 start, and 1 do", LOCK, words("release starts", "")),
    "has called somebody": (
        "breakfast has called nobody", TEAPOT,
        step(is_now("held"), states=turned("held", "calls")),
    ),
    "passes something on": (
        "Ann passes something on", LOCK,
        step(kind("yield"), states=lambda step: step.states | {"Ann": "pass"}),
    ),
    "another value is passed on": ("passes None on", "kernel.one", words("passes 0.0 on", "passes None on")),
    "another value is passed back": ("passes", "kernel.one", words("('sleep', 180) on", "('sleep', 18) on")),
    "another request is passed on": (
        "passes sleep.18. on", "kernel.two_ways", words("passes sleep(180)", "passes sleep(18)"),
    ),
    "runs, and only passes it on": (
        "but the states are", "kernel.two_ways",
        step(says("sleep passes"), states=lambda step: step.states | {"sleep": "run"}),
    ),
}
"""Pages that lie: what the oracle says, the page of which run, and how."""


@pytest.mark.parametrize(("said", "name", "spoil"), LIES.values(), ids=LIES)
def test_the_oracle_finds_a_lie(said: str, name: str, spoil: Spoil) -> None:
    assert re.search(said, "\n".join(lies(spoil(of_book("en")[name]), told(name))))
