"""What is shown of each run of the book is true: the oracle says so, and laws that need no oracle."""
from __future__ import annotations

import ast
import json
from contextlib import ExitStack
from itertools import cycle

import pytest

from press.catalogue import PACKAGE, ROOT, Listing
from press.figures.kept import CAST, read_kept
from press.figures.recordings import every_puzzle
from tests.support.oracle import BOOK, shown_of
from tests.support.shell import finish, start
from tests.support.site.pages import LANGUAGES
from whoruns.events import CANCELLED
from whoruns.tests.complaints import none
from whoruns.tests.facts import differences
from whoruns.tests.oracle import laws, strokes
from whoruns.tests.oracle.clauses import CLAUSES, understood
from whoruns.tests.oracle.laws import broken
from whoruns.tests.oracle.shown import Shown, figure
from whoruns.tests.oracle.truth import VALUES, lies
from whoruns.tests.pythons import pythons

RUNS = BOOK.names()
TELL = """
import json, pathlib, sys
from whoruns.tests.oracle.tracer import House
root = pathlib.Path({root!r})
print(json.dumps(House(root, {package!r}, root / "listings").digests(sys.argv[1:])))
"""
OF_EACH_KIND = {
    "a timeline": "turns.round_robin", "a queue": "callbacks.ready_queue", "variables": "mainloop.goal",
    "an attribute": "waiting.lost_bug", "persons": "descriptors.serve", "timers": "clocks.loop",
    "narrow": "turns.quantum_1", "side by side": "clocks.virtual", "stacks": "callbacks.ripped_stack",
    "deadlines": "cancellation.retry", "cancellations": "together.block", "a kernel": "kernel.teapot",
    "values that are given": "composition.talk", "threads": "turns.threads",
}
"""What there is to be drawn, and a figure that has it."""
IN_TURNS = dict(zip(OF_EACH_KIND.values(), cycle(LANGUAGES[1:])))
"""The language, beside English, in which a run is looked at."""


@pytest.mark.parametrize("name", RUNS)
def test_what_is_shown_is_true_and_keeps_the_laws(name: str) -> None:
    none([*lies(shown_of(name), BOOK.told(name)), *broken(shown_of(name))])


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
    clauses = [clause for name in RUNS for step in shown_of(name).steps for clause in step.say.split("; ")]
    assert understood(clauses) == [pattern for pattern, _holds in CLAUSES]


def test_all_pythons_tell_the_same() -> None:
    """Of a run of each kind; what is recorded of all is compared byte for byte (``test_recordings.py``).

    Of threads they need not, whose order is never the same.
    """
    names = sorted(OF_EACH_KIND.values())
    strict = ("-W", "error", "-c", TELL.format(root=str(ROOT), package=PACKAGE), *names)
    with ExitStack() as stack:
        started = {
            version: stack.enter_context(start(python, *strict, cwd=ROOT, environment={"PYTHONUTF8": "1"}))
            for version, python in pythons().items()
        }
        done = {version: finish(process) for version, process in started.items()}
    none(f"{version}: {each.said}" for version, each in done.items() if each.status)
    here, *others = (json.loads(each.said) for each in done.values())
    assert sorted(here) == names
    for version, there in zip(list(done)[1:], others):
        none(f"{name} is told otherwise under {version}" for name in names if there[name] != here[name])


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
        shown = [file.source() for file in shown_of(name).files]
        assert stand_ins(BOOK.run_file(name).read_text("utf-8"), shown) == set(), name


def test_a_stand_in_is_found() -> None:
    serve = Listing("mainloop.serve", ROOT).source()
    assert stand_ins("class Person(serve.Person):\n    pass\n\ndef ann(peer):\n    pass\n", [serve]) == {"Person"}


# ---- the puzzles, whose programs run on asyncio as they are: no run file declares what a tracer could look for

PUZZLES = every_puzzle()
UNWATCHED = {
    "a_silent_guest": "time.sleep() goes by another clock", "who_is_late": "time.sleep() goes by another clock",
    "heard_first": "its selector hears no sockets", "one_socket": "its selector hears no sockets",
}
"""Puzzles at which the second witness cannot look, and why; what is drawn of them is held against the steps alone."""
NO_FACTS = {"lost_task": "state of Eve: told lost, seen done"}
"""What the witness has no word for."""
OTHERWISE = {
    "never_begun": "lives: ",  # main waits and is ready again within the row of the task that never begins
    "rounds": "table: ", "soon": "table: ", "timers": "table: ",  # the law knows no main(3600), and no call of a loop
}
"""Which laws of the book's own figures do not hold for a puzzle, by the words with which they complain."""


def shown_of_puzzle(name: str) -> Shown:
    """Return what is drawn of a puzzle."""
    listing = Listing(name, ROOT)
    (shown,) = figure([read_kept(listing, listing.run, listing.recording)], cast=CAST)
    return shown


def gone(shown: Shown) -> list[str]:
    """Complain about timers drawn as cancelled while no entry of a queue is so; steps know nothing of spans."""
    crossed = {step.row for step in shown.steps if CANCELLED in str(step.queues)}
    return [
        f"{shown.run}: {span.of('mono')[0].text} is drawn as cancelled in row {number + 1}, and stands in no queue"
        for span in shown.drawing.spans if "gone" in span.classes
        for number, row in enumerate(shown.drawing.rows)
        if min(row.bottom, span.box.bottom) - max(row.top, span.box.top) > strokes.NEAR and number not in crossed
    ]


@pytest.mark.parametrize("name", PUZZLES)
def test_what_is_drawn_of_a_puzzle_is_as_its_steps_say(name: str) -> None:
    shown = shown_of_puzzle(name)
    known = OTHERWISE.get(name.partition(".")[2], "nothing")
    checks = {**strokes.LAWS, "place": laws.place, "forward": laws.forward, "rows": laws.rows, "table": laws.table}
    found = [f"{law}: {complaint}" for law, check in checks.items() for complaint in check(shown)]
    none([*(each for each in found if not each.startswith(known)), *gone(shown)])


@pytest.mark.parametrize("name", [name for name in PUZZLES if name.partition(".")[2] not in UNWATCHED])
def test_what_is_recorded_of_a_puzzle_is_what_a_second_witness_sees(name: str) -> None:
    known = NO_FACTS.get(name.partition(".")[2], "nothing")
    none(text for text in map(str, differences(Listing(name, ROOT).source(), ())) if known not in text)


def test_only_a_call_is_asked_for_with_brackets() -> None:
    said = [step.say for step in shown_of_puzzle("workbench.no_eggs").steps]
    assert any("main asks for eggs;" in f"{text};" for text in said)
    assert not any("eggs()" in text for text in said)
    assert any("asks for table.get()" in step.say for step in shown_of_puzzle("workbench.whose_tea").steps)
