"""Each run can be drawn; its rows hold each event once. What the strokes say is judged by whoruns/tests/oracle."""
from __future__ import annotations

import re
from collections.abc import Iterator
from math import inf
from xml.etree import ElementTree as ET

import pytest

from press.catalogue import BookError
from press.figures.recordings import every_run
from tests.support.recorded import recorded
from tests.support.site.pages import LANGUAGES, pages
from whoruns.drawing.contents import slots
from whoruns.drawing.label import call, once, plain, wish
from whoruns.drawing.stacks import stacks
from whoruns.drawing.svg import wrapped
from whoruns.drawing.weave import View, Weave
from whoruns.story import spans
from whoruns.story.beats import beats
from whoruns.story.recording import Recording
from whoruns.story.spans import Span
from whoruns.text import break_lines

RUNS = every_run()
BYTES = 22_000
"""A drawing of three people, each prompted by a server that waits for room as well as for data, and not much more."""


def woven(*names: str, view: View | None = None) -> Weave:
    """Return a drawing of runs."""
    return Weave([(recorded(name), view or View()) for name in names], "x")


def drawn(*names: str, view: View | None = None) -> ET.Element:
    """Return the picture of runs."""
    return ET.fromstring(woven(*names, view=view).draw())


def kinds(svg: ET.Element) -> set[str]:
    """Return the classes in a picture, those of its key left out."""
    return {kind for part in svg.iter("g") if part.get("class") == "part" for kind in classes(part)}


def classes(element: ET.Element) -> Iterator[str]:
    """Yield the classes in an element."""
    for each in element.iter():
        yield from each.get("class", "").split()


def test_a_drawing_is_small_and_holds_no_colour(recording: Recording) -> None:
    svg = woven(recording.name).draw()
    assert len(svg.encode()) <= BYTES
    assert not re.search(r"#[0-9a-f]{3,8}\b|rgb|style=|fill=|stroke=", svg)
    assert [child.tag for child in ET.fromstring(svg)][:2] == ["title", "desc"]


@pytest.mark.parametrize(("since", "until"), [(0, inf), (1, 2)])
def test_each_event_is_in_one_row(recording: Recording, since: float, until: float) -> None:
    rows = beats(recording, since, until)
    assert [n for row in rows for n in range(row.first, row.last + 1)] == list(range(len(recording.events)))
    story = [row.kind for row in rows]
    assert "setup" not in story[1:]
    assert "rest" not in story[:-1]


@pytest.mark.parametrize(("name", "view", "words"), [
    ("turns.round_robin", View(show=("nunber",)), "':show:' has 'nunber', and no run of this figure has a value of it"),
    ("tasks.value", View(show=("self.state",)), "2 objects of tasks.value have 'state'; ':show:' draws an attribute"),
    ("turns.round_robin", View(queue=("heap",)), "turns.round_robin has no queue 'heap'; it has ready"),
])
def test_what_cannot_be_shown_is_refused(name: str, view: View, words: str) -> None:
    with pytest.raises(BookError, match=words):
        woven(name, view=view)


def test_where_several_stand_side_by_side_little_is_written() -> None:
    one, three = drawn("turns.quantum_1"), drawn("turns.quantum_1", "turns.quantum_2", "turns.quantum_100")
    assert "title" not in kinds(one)
    titles = [text.text for text in three.iter("text") if "title" in text.get("class", "")]
    assert titles == ["quantum_1", "quantum_2", "quantum_100"]
    assert len(three.findall(".//g[@data-run='turns.quantum_1']//text")) < len(list(one.iter("text")))


def test_a_clock_jumps_where_nobody_waits() -> None:
    assert {"leap"} <= kinds(drawn("clocks.virtual"))
    assert "leap" not in kinds(drawn("clocks.cancelled"))


def test_two_that_last_at_once_have_two_slots() -> None:
    first, second, third = (Span("timer", 1, "1", *ends) for ends in ((0, 5), (2, 4), (5, 9)))
    assert slots([third, second, first]) == [[first, third], [second]]


def test_a_value_told_twice_is_one_span() -> None:
    told = [(1, "a"), (3, "a"), (4, "b"), (7, "a")]
    found = spans.lasting("value", 2, told, 9)
    assert [(span.value, span.first, span.last) for span in found] == [("a", 1, 4), ("b", 4, 7), ("a", 7, 9)]


def test_requests_are_written_as_one_would_say_them() -> None:
    assert call("sleep", "5") == "sleep(5)"
    assert call("clock") == "clock"
    assert call("join", "<task Ann>") == "join(Ann)"
    assert wish("(<socket Ann>, READ)") == "READ"
    assert once(["spawn(a)", "sleep(1)", "spawn(b)"]) == ["spawn\u00a0×2", "sleep(1)"]
    assert plain(r"b'hi\n'") == "hi⏎"


def test_frames_are_piled_up_where_an_error_arises() -> None:
    first, second = stacks(recorded("callbacks.ripped_stack"))
    assert first == ("toast", "now", "bob", "stack")
    assert second == ("toast", "run_once", "run_until_idle", "stack")
    assert [name for name in RUNS if stacks(recorded(name))] == ["callbacks.ripped_stack"]


@pytest.mark.parametrize(("text", "lines"), [
    ("heap: 180 eggs, ✕ 300 toast", ["heap: 180 eggs,", "✕ 300 toast"]),
    ("accept() → <socket Ann>", ["accept() →", "<socket Ann>"]),
])
def test_lines_break_between_what_belongs_together(text: str, lines: list[str]) -> None:
    assert wrapped(text, 115) == lines


def test_output_breaks_as_in_a_terminal() -> None:
    assert break_lines("so a b: RuntimeWarning: c", 6, len, prose=False) == ["so a", "b: Run", "timeWa", "rning:", "c"]


def test_a_person_has_one_colour_in_the_whole_book_and_nobody_else_has_it() -> None:
    for name in RUNS:
        recording = recorded(name)
        for lane in recording.columns:
            person = (recording.lanes[lane]["name"] if lane >= 0 else "").partition(" ")[0]
            expected = person.lower() if person in ("Ann", "Bob", "Eve") else recording.colour(lane)
            assert recording.colour(lane) == expected
            assert (recording.colour(lane) in ("ann", "bob", "eve")) == (person in ("Ann", "Bob", "Eve"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_figure_on_a_page_is_small_and_says_in_words_what_it_shows(language: str) -> None:
    found = [(page, figure) for page in pages(language).values() for figure in page.css("figure:has(.drawing svg)")]
    assert len(found) >= 12
    for page, figure in found:
        for svg in figure.css(".drawing svg"):
            assert svg.css("title")[0].text()
            assert set(str(svg.attributes["aria-labelledby"]).split()) <= set(page.ids)
        assert figure.css("figcaption p, figcaption .caption-text")
        assert not figure.css("figcaption details, figcaption .legend"), "the name of a figure is its caption"
        assert len(figure.css("details :is(table tbody tr, li)")) >= 2
