"""What is shown of each run of the book is true: the oracle says so, and laws that need no oracle."""
from __future__ import annotations

import ast
import re
from itertools import cycle

import pytest

from press.catalogue import ROOT, Listing
from press.figures.kept import CAST, read_kept, read_variants
from press.figures.recordings import every_undeclared
from tests.support.oracle import BOOK, OF_EACH_KIND, figures, shown_of
from tests.support.recorded import recorded
from tests.support.site.pages import LANGUAGES
from whoruns import record
from whoruns.story import spans
from whoruns.story.recording import read
from whoruns.story.sentences import happening
from whoruns.tests.complaints import none
from whoruns.tests.facts import differences
from whoruns.tests.oracle import strokes
from whoruns.tests.oracle.clauses import CLAUSES, understood
from whoruns.tests.oracle.laws import broken
from whoruns.tests.oracle.shown import Shown, figure
from whoruns.tests.oracle.truth import VALUES, lies

RUNS = BOOK.names()
VARIED = [name for name in RUNS if Listing(name, ROOT).variants.is_file()]
IN_TURNS = dict(zip(OF_EACH_KIND.values(), cycle(LANGUAGES[1:])))
"""The language, beside English, in which a run is looked at."""


@pytest.mark.parametrize("name", RUNS)
def test_what_is_shown_is_true_and_keeps_the_laws(name: str) -> None:
    none([*lies(shown_of(name), BOOK.told(name)), *broken(shown_of(name))])


@pytest.mark.parametrize("name", VARIED)
def test_what_is_shown_with_another_value_is_true(name: str) -> None:
    """The one that is recorded first, and the last one."""
    kept = list(read_variants(Listing(name, ROOT))[1].items())
    for main, variant in (kept[0], kept[-1]):
        (shown,) = figure([variant], figures()[name][1], cast=CAST)
        oracle = BOOK.told(name, main)
        none([*lies(shown, oracle), *broken(shown), *strokes.wrong(shown, oracle)])


@pytest.mark.parametrize(("name", "language"), IN_TURNS.items())
def test_so_it_is_in_another_language(name: str, language: str) -> None:
    shown = shown_of(name, language)
    none([*lies(shown, BOOK.told(name)), *broken(shown)])
    here, there = ([VALUES.findall(step.say) for step in each.steps] for each in (shown_of(name), shown))
    assert here == there, "code and values are the same in every language"


@pytest.mark.parametrize("name", OF_EACH_KIND.values(), ids=OF_EACH_KIND)
def test_the_strokes_show_what_is_there(name: str) -> None:
    shown = shown_of(name)
    none(strokes.wrong(shown, BOOK.told(name)))


def test_what_is_said_is_understood() -> None:
    """Words that have changed would be held against nothing."""
    every = [*map(recorded, RUNS), *(read(*read_kept(Listing(name, ROOT))) for name in PUZZLES)]
    locks = (record(Listing(f"workbench.{name}", ROOT).module).story for name in ("crossed", "pool_of_two"))
    every += filter(None, locks)  # the kept recordings do not say who has a lock
    said = [str(happening(each, number)) for each in every for number in range(len(each.steps))]
    clauses = [clause for text in said for clause in text.split("; ")]
    assert understood(clauses) == [pattern for pattern, _holds in CLAUSES]


def stand_ins(run_file: str, listings: list[str]) -> set[str]:
    """Return what a run file defines under a name of the listings that it shows: then others run than those shown.

    Its own main() is the run, whatever the listings call by that name.
    """
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    own, shown = (
        {node.name for text in texts for node in ast.parse(text).body if isinstance(node, kinds)}
        for texts in ([run_file], listings)
    )
    return own & shown - {"main"}


def test_what_is_shown_as_running_is_what_runs() -> None:
    for name in RUNS:
        shown = [file.source() for file in recorded(name).files]
        assert stand_ins(BOOK.run_file(name).read_text("utf-8"), shown) == set(), name


def test_a_stand_in_is_found() -> None:
    serve = Listing("mainloop.serve", ROOT).source()
    assert stand_ins("class Person(serve.Person):\n    pass\n\ndef ann(peer):\n    pass\n", [serve]) == {"Person"}


# ---- the puzzles, whose programs run on asyncio as they are: no run file declares what a tracer could look for

UNDRAWN = ["workbench.a_card"]
"""It starts a thread."""
PUZZLES = [name for name in every_undeclared() if name not in UNDRAWN]


def shown_of_puzzle(name: str) -> Shown:
    """Return what is drawn of a puzzle."""
    listing = Listing(name, ROOT)
    (shown,) = figure([read_kept(listing)], cast=CAST)
    return shown


@pytest.mark.parametrize("name", PUZZLES)
def test_what_is_drawn_of_a_puzzle_is_as_its_steps_say(name: str) -> None:
    none(strokes.unlike_its_steps(shown_of_puzzle(name)))


@pytest.mark.parametrize("name", PUZZLES)
def test_what_is_recorded_of_a_puzzle_is_what_a_second_witness_sees(name: str) -> None:
    none(map(str, differences(Listing(name, ROOT).source(), ())))


def test_the_others_are_not_drawn() -> None:
    listings = [Listing(name, ROOT) for name in every_undeclared()]
    kept = {listing.name: read_kept(listing)[0] for listing in listings}
    assert [name for name, recording in kept.items() if recording.get("undrawn")] == UNDRAWN


def test_only_a_call_is_asked_for_with_brackets() -> None:
    said = [step.say for step in shown_of_puzzle("workbench.no_eggs").steps]
    assert any("main asks for eggs;" in f"{text};" for text in said)
    assert not any("eggs()" in text for text in said)
    assert any("asks for table.get()" in step.say for step in shown_of_puzzle("workbench.whose_tea").steps)


@pytest.mark.parametrize(("name", "lines"), [
    ("crossed", ["there.acquire: fish", "there.acquire 2: bread"]), ("lost_task", ["news: Eve", "news 2: Bob"]),
])
def test_two_things_of_one_name_are_two_places(name: str, lines: list[str]) -> None:
    told = [cell for row in shown_of_puzzle(f"workbench.{name}").table for cell in row[-1].split("; ")]
    assert [line for line in dict.fromkeys(told) if line.startswith(lines[0].split(":")[0])] == lines


@pytest.mark.parametrize("name", ["heard_first", "one_socket"])
def test_whom_select_has_found_is_woken_by_no_task_and_the_socket_is_named(name: str) -> None:
    heard = [step for step in shown_of_puzzle(f"workbench.{name}").steps if step.kind == "looks"]
    assert heard
    for step in heard:
        assert re.match(r"select\(\) → socket \d READ;", step.say)
        assert "woken" not in step.say


@pytest.mark.parametrize("name", ["crossed", "last_guest"])
def test_whom_asyncio_cancels_at_the_end_main_has_not_woken(name: str) -> None:
    shown = shown_of_puzzle(f"workbench.{name}")
    assert shown.recording.events and spans.cancellations(shown.recording)
    assert not any("woken by main" in text for row in shown.table for text in row)


def test_entries_of_one_name_are_told_as_often_as_they_are_there() -> None:
    (first, second, *_others) = [row[-2] for row in shown_of_puzzle("workbench.soon").table]
    assert first.startswith("ready: serve, serve · ")
    assert second.startswith("tea · ready: serve, serve")


def test_a_request_that_was_swallowed_lasts_no_longer() -> None:
    recording = shown_of_puzzle("workbench.swallowed").recording
    (span,) = spans.cancellations(recording)
    assert (recording.time(span.first), recording.time(span.last)) == (0.5, 0.5)
