"""What is shown of each run of the book is true: the oracle says so, and laws that need no oracle."""
from __future__ import annotations

import ast
import json
from contextlib import ExitStack
from itertools import cycle

import pytest

from press.catalogue import PACKAGE, ROOT, Listing
from tests.support.oracle import BOOK, shown_of
from tests.support.shell import finish, start
from tests.support.site.pages import LANGUAGES
from whoruns.tests.complaints import none
from whoruns.tests.oracle import strokes
from whoruns.tests.oracle.clauses import CLAUSES, understood
from whoruns.tests.oracle.laws import broken
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
