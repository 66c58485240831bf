"""The recordings are what happens now, everywhere; that they are true, the oracle says (test_oracle.py)."""
from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from datetime import date
from doctest import ELLIPSIS, DocTestParser, OutputChecker
from pathlib import Path
from typing import Any

import pytest

from press.catalogue import PACKAGE, ROOT, BookError, Listing
from press.commands.record import main
from press.figures.kept import load
from press.figures.making import record, record_variants
from press.figures.recordings import (
    as_text,
    differences,
    every_run,
    every_undeclared,
    variants_as_text,
)
from tests.support.listings import change
from tests.support.shell import Done, run
from whoruns.tests.pythons import pythons

RUNS, PUZZLES = every_run(), every_undeclared()
THREADS = [name for name in RUNS if "\nthreads = True" in Listing(name, ROOT).run.read_text("utf-8")]
REPEATABLE = [name for name in [*RUNS, *PUZZLES] if name not in THREADS]


def python(*arguments: str, executable: str = sys.executable, **environment: str) -> Done:
    """Run Python with the press at hand; warnings are errors, and asyncio is not in its debug mode, as in dev mode."""
    given = {**environment, "PYTHONUTF8": "1"}
    return run(executable, "-W", "error", *arguments, cwd=ROOT, environment=given)


RECORD = ("-m", "press.commands.record", "--stdout")


def kept(name: str) -> dict[str, Any]:
    """Return the recording that is kept."""
    data: dict[str, Any] = json.loads(Listing(name, ROOT).recording.read_text("utf-8"))
    return data


@pytest.mark.parametrize("name", [*RUNS, *PUZZLES])
def test_a_recording_is_what_happens_now(name: str) -> None:
    assert differences(name, record(name)) == ""


def test_variants_are_what_happens_now() -> None:
    varied = [name for name in RUNS if "\nvary = " in Listing(name, ROOT).run.read_text("utf-8")]
    paths = {name: Listing(name, ROOT).variants for name in varied}
    assert sorted(paths.values()) == sorted((ROOT / "listings").rglob("*.vary.json"))
    stale = [name for name, path in paths.items() if path.read_text("utf-8") != variants_as_text(record_variants(name))]
    assert stale == [], "make record NAME=… makes them anew"


def test_each_recording_has_a_run() -> None:
    kept_files = sorted((ROOT / "listings").rglob("*.run.json"))
    assert kept_files == sorted(Listing(name, ROOT).recording for name in [*RUNS, *PUZZLES])
    assert REPEATABLE
    days = {name: date.fromisoformat(kept(name)["recorded"]) for name in RUNS if "recorded" in kept(name)}
    assert list(days) == THREADS, "real threads: when it was recorded"


def files(names: Iterable[str]) -> list[str]:
    """Return the recordings of runs, each with its variants, as they stand in the files."""
    kept = (Listing(name, ROOT) for name in names)
    places = ((each.recording, each.variants) for each in kept)
    return ["".join(path.read_text("utf-8") for path in paths if path.is_file()) for paths in places]


@pytest.mark.parametrize("version", list(pythons())[1:])
def test_recordings_are_the_same_byte_for_byte(version: str) -> None:
    """Under each other Python that is asked; this one has recorded them all above, in some order of its sets."""
    assert python(*RECORD, *REPEATABLE, executable=pythons()[version]).said == "".join(files(REPEATABLE))


def test_recordings_are_the_same_while_something_else_traces(tmp_path: Path) -> None:
    """As coverage does."""
    trace = ["-m", "trace", "--count", "--ignore-dir", sys.base_prefix, "-C", str(tmp_path)]
    names = REPEATABLE[::5]
    done = python(*trace, "--module", *RECORD[1:], *names)
    assert all(kept in done.said for kept in files(names))
    assert list(tmp_path.glob("*record*.cover")), "nothing was traced"


@pytest.mark.parametrize("name", PUZZLES)
def test_what_is_drawn_of_a_puzzle_prints_what_its_session_shows(name: str) -> None:
    if "undrawn" in kept(name) or not Listing(name, ROOT).session.is_file():
        return
    examples = DocTestParser().get_examples(Listing(name, ROOT).session.read_text("utf-8"))
    said = "".join(f"{event['text']}\n" for event in kept(name)["events"] if event["ev"] == "print")
    shown = "".join(example.want for example in examples if not example.exc_msg)
    assert OutputChecker().check_output(shown, said, ELLIPSIS), f"{name}: {shown!r}, and not {said!r}"


def test_one_changed_line_makes_a_recording_stale(tree: Path) -> None:
    change(tree / PACKAGE / "turns/round_robin.py", "popleft", "pop")
    name = "turns.round_robin"
    said = differences(name, record(name, tree), tree)
    assert said.startswith("listings/turns/round_robin.run.json:4 is stale.")
    assert "make record NAME=turns.round_robin" in said
    with pytest.raises(BookError, match=r"stale, ghetto_asyncio/turns/round_robin\.py has changed.*make record"):
        load(name, tree)


def test_a_difference_names_event_and_line(tree: Path) -> None:
    """Also when the files are the same: here a recording was changed by hand."""
    name = "turns.round_robin"
    change(Listing(name, tree).recording, '"text": "Bob 0> at last!"', '"text": "Bob 1> at last!"')
    said = differences(name, record(name, tree), tree)
    assert ".run.json:32 is stale." in said
    assert '"text": "Bob 1> at last!"' in said.splitlines()[1]
    assert '"text": "Bob 0> at last!"' in said.splitlines()[2]
    assert "at ghetto_asyncio/turns/in_turns.py:7: while line :=" in said


def test_a_changed_run_file_makes_a_recording_stale(tree: Path) -> None:
    change(Listing("turns.rogue_bug", tree).run, '"listen"', '"silence"')
    assert "is stale" in differences("turns.rogue_bug", record("turns.rogue_bug", tree), tree)
    with pytest.raises(BookError, match=r"stale, listings/turns/rogue_bug\.run\.py has changed"):
        load("turns.rogue_bug", tree)


def test_of_threads_what_each_does_is_compared(tree: Path) -> None:
    name = "turns.threads"
    for _try in range(3):
        assert differences(name, record(name, tree), tree) == ""
    change(tree / PACKAGE / "turns/threads.py", "range(3)", "range(4)")
    assert "is stale" in differences(name, record(name, tree), tree)


def test_a_missing_recording_is_named(tree: Path) -> None:
    Listing("turns.round_robin", tree).recording.unlink()
    said = differences("turns.round_robin", record("turns.round_robin", tree), tree)
    assert said.startswith("listings/turns/round_robin.run.json is missing.")
    with pytest.raises(BookError, match=r"there is no recording of 'turns.round_robin'; listings/turns/round_robin"):
        load("turns.round_robin", tree)


def test_a_recording_is_written_with_one_event_on_a_line() -> None:
    text = Listing("turns.round_robin", ROOT).recording.read_text("utf-8")
    assert text == as_text(json.loads(text))
    assert len([line for line in text.splitlines() if line.startswith('  {"ev"')]) == len(json.loads(text)["events"])


def test_the_command_says_what_it_cannot_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--stdout", "turns.round_robbin"]) == 1
    assert "there is no run 'turns.round_robbin'" in capsys.readouterr().err
