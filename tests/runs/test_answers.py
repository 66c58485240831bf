"""The step that answers a figure's question: it shows what is said, and its row is drawn."""
from __future__ import annotations

import pytest
from selectolax.lexbor import LexborNode

from press.catalogue import BookError
from tests.support.recorded import recorded
from tests.support.site.pages import HTML, pages
from tests.support.site.steps import run_file
from whoruns.story.answers import answer, every, shows, which

UNDRAWN = {"setup", "rest"}
"""What goes before the story, and what comes after it."""


def figures() -> list[LexborNode]:
    """Return the figures with runs of the English book."""
    return [figure for page in pages("en").values() for figure in page.css("figure.run")]


def drawn(figure: LexborNode, number: str) -> bool:
    """Say whether the row of a step is drawn."""
    answering = figure.attributes.get("data-answer-run")
    part = figure.css(f'g.part[data-run="{answering}"]' if answering else "g.part")[0]
    row = run_file(HTML, str(part.attributes["data-run"]))["steps"][int(number) - 1]["row"]
    return not UNDRAWN & set(str(part.css("g.row")[row].attributes["class"]).split())


def test_each_question_has_an_answer_that_is_drawn() -> None:
    assert [figure.id for figure in figures() if not figure.css(".question")] == []
    assert [figure.id for figure in figures() if not drawn(figure, str(figure.attributes["data-answer"]))] == []


def test_an_answer_before_the_story_is_noticed() -> None:
    figure = next(figure for figure in figures() if figure.id == "run-turns-round-robin")
    assert not drawn(figure, "1")
    assert drawn(figure, "6")


@pytest.mark.parametrize(
    ("run", "text"),
    [
        ("mainloop.goal", "44 number += 1"),
        ("mainloop.goal", "44 talk()"),
        ("mainloop.goal", "44 line = 'hello\\n'"),
        ("callbacks.talk", "34 self.heard = b'hel'"),
        ("callbacks.ready_queue", "12 ready: guest Bob, tea Ann"),
        ("mainloop.simple", "61 waiting: –"),
        ("clocks.loop", "57 heap: ✕ 300 toast"),
        ("callbacks.talk", "32 recv b'hel'"),
        ("mainloop.goal", "37 waits select"),
        ("mainloop.goal", "28 wakes select Bob READ"),
        ("kernel.teapot", "32 yield spawn(<tea>, 'tea')"),
        ("mainloop.goal", "2 connects"),
    ],
)
def test_what_a_step_shows(run: str, text: str) -> None:
    assert answer(recorded(run), text) == int(text.split(" ")[0])


def test_an_answer_may_name_its_run() -> None:
    runs = bug, count = recorded("limits.whose_bug"), recorded("limits.timeout")
    assert which(runs, "40 raise TimeoutError from error") == (bug, 40)
    assert which(runs, "limits.timeout 56 raise CancelledError()") == (count, 56)
    with pytest.raises(BookError, match=r"step 40 of limits.timeout shows"):
        which(runs, "limits.timeout 40 raise TimeoutError from error")


def test_a_step_does_not_show_what_it_does_not() -> None:
    goal = recorded("mainloop.goal")
    assert shows(goal, goal.steps[43]) == ["number += 1", "talk()", "number = 0", "line = 'hello\\n'"]
    with pytest.raises(BookError, match=r"shows number \+= 1; talk.*, and not 'number = 1', which is shown at 34, "):
        answer(goal, "44 number = 1")


def test_what_make_record_shows_of_a_step_is_an_answer() -> None:
    recording = recorded("kernel.teapot")
    lines = every(recording)
    assert len(lines) == len(recording.steps)
    for number, shown in (line.split(" ", 1) for line in lines):
        assert {answer(recording, f"{number} {each}") for each in shown.split("; ")} == {int(number)}
