"""The files with the steps of the runs: one for each run and language, complete, in the language of the book."""
from __future__ import annotations

import pytest

from press.figures.recordings import every_run
from tests.support.recorded import recorded
from tests.support.site.pages import HTML, LANGUAGES, pages
from tests.support.site.steps import run_file, steps_of
from whoruns.story.beats import beats
from whoruns.story.recording import Recording
from whoruns.story.steps import IMMUTABLE, as_script, data

RUNS = every_run()


def test_the_steps_are_those_of_the_recording(recording: Recording) -> None:
    given = steps_of(as_script(data(recording, beats(recording))))
    steps = given["steps"]
    assert [step["kind"] for step in steps] == [recording.events[step.event]["ev"] for step in recording.steps]
    assert given["output"] == [event["text"] for event in recording.events if event["ev"] == "print"]
    assert steps[-1]["output"] == len(given["output"])
    for step, known in zip(steps, recording.steps):
        there = [[file if line else recording.outside[-1 - file]["file"], line] for file, line, _frame in known.at]
        assert [place[:2] for place in step["at"]] == there
        states = [known.states[lane] for lane in recording.tasks]
        assert [given["states"][place][0] for place in step["states"]] == states
        assert dict(step["variables"]) == known.variables
        assert set(step["changed"]) <= set(known.variables)
        assert {name: [text for text, _class in items] for name, items in step["queues"]} == {
            name: list(map(str, items)) for name, items in known.queues.items()
        }


def test_each_step_is_in_one_row_and_each_row_shows_a_step_of_its_own(recording: Recording) -> None:
    rows = beats(recording)
    given = steps_of(as_script(data(recording, rows)))
    assert len(given["rows"]) == len(rows)
    for number, (step, known) in enumerate(zip(given["steps"], recording.steps)):
        assert rows[step["row"]].first <= known.event <= rows[step["row"]].last
        first, last, shown = given["rows"][step["row"]]
        assert first <= number <= last and first <= shown <= last
    assert [step["row"] for step in given["steps"]] == sorted(step["row"] for step in given["steps"])
    begins = given["steps"][given["begins"]]["row"]
    assert [row.kind == "setup" for row in rows[: begins + 1]] == [True] * begins + [False]


def test_where_everybody_stands_is_the_line_last_shown_with_what_nobody_else_can_have_changed() -> None:
    recording = recorded("mainloop.goal")
    given = steps_of(as_script(data(recording, beats(recording))))
    waits = (step for step in given["steps"] if step["kind"] == "waits" and len(step["stand"]) == 3)
    names = [name for name, _class in given["lanes"]]
    stand = [[names[lane], line, dict(values)["number"]] for lane, _file, line, values in next(waits)["stand"]]
    line = recording.files[0].source().splitlines().index('    while line := await person.ask(f"{number}> "):') + 1
    assert stand == [["Ann", line, "0"], ["Bob", line, "0"], ["Eve", line, "0"]]
    assert not any(step["stand"] for step in given["steps"] if step["at"])


@pytest.mark.parametrize(("value", "certain"), [
    ("1", True), ("b'[x]'", True), ("<Task Ann>", True), ("('a', 1)", True), ("None", True), ("'{x}'", True),
    ("[1]", False), ("{1: 2}", False), ("(1, [2])", False), ("deque([1])", False), ("set()", False),
])
def test_what_somebody_else_can_change_is_not_certain(value: str, certain: bool) -> None:
    assert bool(IMMUTABLE.match(value)) == certain


def test_whatever_a_value_holds_is_read_back() -> None:
    hostile = ["</script>", "\u2028\u2029", "]]>", "\\", '"', "`${x}`", "__proto__"]
    assert steps_of(as_script({"fields": [], "steps": [], "values": hostile}))["values"] == hostile


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_figure_has_its_file_and_there_is_no_other(language: str) -> None:
    wanted = set()
    for page in pages(language).values():
        for kept in page.css("figure.run x-template.run"):
            file = (HTML / page.path).parent / str(kept.attributes["data-src"]).partition("?")[0]
            assert run_file(HTML, str(kept.attributes["data-run"]), language)["run"] == file.name.removesuffix(".js")
            wanted.add(file.resolve())
    assert wanted == {path.resolve() for path in (HTML / language / "_runs").iterdir()}
    assert len(wanted) == len(RUNS)


def test_the_steps_are_told_in_the_language_of_the_book() -> None:
    told = {language: [word for name in RUNS for word in words(name, language)] for language in LANGUAGES}
    for language in LANGUAGES[1:]:
        assert len(told[language]) == len(told["en"])
        same = {text for text, english in zip(told[language], told["en"]) if text == english}
        code = {text for text in same if "(" in text or "." in text}
        assert same == code, f"still in English in the steppers of {language}: {same - code}"


def words(name: str, language: str) -> list[str]:
    """Return what a stepper says in words."""
    run = run_file(HTML, name, language)
    entries = [text for event in recorded(name).events if event["ev"] == "log" for text in [event["text"]]]
    said = [part for step in run["steps"] for part in step["say"].split("; ") if part and part not in entries]
    return [word for _state, word in run["states"]] + said
