"""All runs of the book are recorded the same where the operating system is made of memory."""
from __future__ import annotations

from press.figures.recordings import every_run
from whoruns.tests.calls import in_memory


def test_all_runs_of_the_book_are_recorded_the_same() -> None:
    recorded = in_memory("tests.playground.in_memory")
    assert set(every_run()) - set(recorded) == {"turns.threads"}  # its threads are real ones
    assert list(filter(None, recorded.values())) == []
