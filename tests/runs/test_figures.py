"""What is drawn from a recording agrees with it, is small, and has words for those who do not see it."""
from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from docutils import nodes

from press.catalogue import ROOT
from press.recorder.recordings import every_run
from press.run.notes import notes
from press.run.recording import Recording, load
from press.run.stacks import stacks
from press.run.svg import wide, wrapped
from press.run.table import tell
from press.run.timeline import Timeline
from tests.support.site.census import figure_id
from tests.support.site.pages import LANGUAGES, pages

RUNS = every_run()
BYTES = 22_000
"""A drawing of three people, each prompted by a server that waits for room as well as for data, and not much more."""


@pytest.fixture(params=RUNS)
def recording(request: pytest.FixtureRequest) -> Recording:
    """Return each recording."""
    return load(request.param, ROOT)


@pytest.fixture
def drawn(recording: Recording) -> ET.Element:
    """Return the drawing of each recording."""
    return draw(recording)


def draw(recording: Recording) -> ET.Element:
    """Return the drawing of a recording."""
    return ET.fromstring(Timeline(recording, notes(recording), "x").draw())


def texts(drawn: ET.Element, *kinds: str) -> list[str]:
    """Return the texts of these classes."""
    return [text.text or "" for text in drawn.iter("text") if set(kinds) & set(text.get("class", "").split())]


def test_a_drawing_is_small_and_holds_no_colour(recording: Recording) -> None:
    svg = Timeline(recording, notes(recording), "x").draw()
    assert len(svg.encode()) <= BYTES
    assert not re.search(r"#[0-9a-f]{3,8}\b|rgb|style=|fill=|stroke=", svg)
    assert [child.tag for child in ET.fromstring(svg)][:2] == ["title", "desc"]


def test_nothing_is_cut_or_tilted_and_nothing_leaves_the_drawing(drawn: ET.Element) -> None:
    width, height = (float(number) for number in drawn.attrib["viewBox"].split()[2:])
    for text in drawn.iter("text"):
        words, kinds = text.text or "", text.get("class", "").split()
        room = wide(words, code=not set(kinds) & PROSE) / (2 if "mid" in kinds else 1)
        assert "…" not in words
        assert text.get("transform") is None
        assert 0 <= float(text.get("x", "0")) + (0 if "time" in kinds else room) <= width + 4, words
        assert 0 <= float(text.get("y", "0")) <= height


PROSE = {
    "end", "gets", "woken", "act", "waits", "fails", "lost", "made", "dropped", "rung", "starving", "jump", "small",
    "sides", "",
}
"""Classes of texts that are no code; the words of the key have none."""


def test_turns_can_be_found_in_order_each_with_its_row(recording: Recording, drawn: ET.Element) -> None:
    turns = [group for group in drawn.iter("g") if "turn" in group.get("class", "").split()]
    assert len(turns) == len(recording.turns) - recording.first_turn
    rows = [group[0] for group in turns]
    assert {row.get("class") for row in rows} == {"hit"}
    tops = [float(row.get("y", "")) for row in rows]
    ends = [top + float(row.get("height", "")) for top, row in zip(tops, rows)]
    assert all(end <= top + 0.1 for end, top in zip(ends, tops[1:]))


def test_waits_do_not_overlap_and_each_has_its_own_frame(recording: Recording, drawn: ET.Element) -> None:
    frames = [child for child in drawn if child.get("class") == "asleep"]
    waits = [wait for wait in recording.waits if wait.last >= recording.turns[recording.first_turn].first]
    assert len(frames) == len(waits)
    tops = [float(frame.get("y", "")) for frame in frames]
    ends = [top + float(frame.get("height", "")) for top, frame in zip(tops, frames)]
    assert all(end <= top for end, top in zip(ends, tops[1:]))
    assert all(end > top + 6 for top, end in zip(tops, ends))


def test_what_travels_is_an_arrow_with_its_bytes(recording: Recording, drawn: ET.Element) -> None:
    sent = [group for group in drawn if "sent" in group.get("class", "").split()]
    there = [each for each in recording.transfers if each.kind != "end" or each.taken is not None]
    assert [group.get("class") for group in sent] == [f"sent {recording.colour(each.person)}" for each in there]
    for group, transfer in zip(sent, there):
        assert texts(group, "value") == [text for text in [transfer.text or "b''" * (transfer.kind == "end")] if text]
        arrows = [path for path in group.iter("path") if path.get("class") == "data"]
        assert len(arrows) == 1 + (transfer.taken is not None)
        assert [path.get("class") for path in group.iter("path")].count("lying") == 1


def test_values_that_are_sent_into_generators_stand_on_arrows() -> None:
    bug = draw(load("composition.lost_answer_bug", ROOT))
    assert texts(bug, "value") == ["'hello\\n'", "None"]
    whole = draw(load("composition.talk", ROOT))
    assert texts(whole, "value")[:2] == ["'hello\\n'", "'hello\\n'"]


def test_the_key_explains_each_stroke_and_nothing_else(recording: Recording, drawn: ET.Element) -> None:
    key = next(group for group in drawn.iter("g") if group.get("class") == "key")
    signs = {element.get("class", "") for element in key.iter() if element.tag in ("path", "rect", "circle")}
    found = {
        kind
        for element in drawn.iter() if element not in set(key.iter()) and element.tag in ("path", "rect", "circle")
        for kind in [element.get("class", "").split()[0]]
    }
    assert found - {"hit", "band", "side", "scale", "frame"} == signs


def test_the_table_says_what_the_drawing_says(recording: Recording, drawn: ET.Element) -> None:
    rows = ["".join(row.astext().split()) for row in tell(recording, notes(recording)).findall(nodes.row)]
    told = [note for turn in notes(recording) for note in turn if note.kind != "queue"]
    for note in told:
        assert any("".join(note.text.split()) in row for row in rows), note
    beside = "".join(text.text or "" for text in drawn.iter("text"))
    for note in told:
        assert "".join(note.text.split()) in "".join(beside.split()), note


def test_what_has_answered_is_written_and_what_is_lost_is_marked() -> None:
    bug = load("lost.lost_event_bug", ROOT)
    said = [note.text for turn in notes(bug) for note in turn]
    assert "poll() → listener READ, Ann WRITE" in said
    assert any(note.kind == "lost" and "serve" in note.text for turn in notes(bug) for note in turn)
    drawn = draw(bug)
    assert any(path.get("class", "").startswith("lost ") for path in drawn.iter("path"))


def test_frames_are_piled_up_where_an_error_arises() -> None:
    first, second = stacks(load("callbacks.ripped_stack", ROOT))
    assert first == ("toast", "now", "bob", "stack")
    assert second == ("toast", "run_once", "run_until_idle", "stack")
    assert [name for name in RUNS if stacks(load(name, ROOT))] == ["callbacks.ripped_stack"]


def test_each_of_four_timers_has_its_piece() -> None:
    recording = load("clocks.patience", ROOT)
    drawn = draw(recording)
    kinds = [path.get("class", "").split()[0] for path in drawn.iter("path")]
    key = next(group for group in drawn.iter("g") if group.get("class") == "key")
    in_key = [path.get("class") for path in key.iter("path")]
    assert kinds.count("sleep") - in_key.count("sleep") == 4
    assert kinds.count("cross") - in_key.count("cross") == 3


def test_instructions_are_executed_and_generators_resumed() -> None:
    timer, turns = (draw(load(name, ROOT)) for name in ("turns.timer_interrupt", "turns.round_robin"))
    assert {"executes an instruction", "returns"} < {text.text for text in timer.iter("text")}
    assert texts(timer, "rung") == ["the time of Ann is up", "the time of Bob is up"]
    assert {"resumes", "gives control back"} < {text.text for text in turns.iter("text")}
    assert texts(turns, "queue")[-3:] == ["ready: Bob, Eve", "ready: Eve", "ready: –"]


def test_who_is_thrown_away_has_a_stub_and_no_line() -> None:
    drawn = draw(load("composition.lost_pause_bug", ROOT))
    kinds = [path.get("class", "").split()[0] for path in drawn.iter("path")]
    assert kinds.count("dropped") == 4 + 1
    assert "made" not in kinds


@pytest.mark.parametrize(("text", "lines"), [
    ("heap: 180 eggs, ✕ 300 toast", ["heap: 180 eggs,", "✕ 300 toast"]),
    ("sendall(b'Your name?  ')", ["sendall(", "b'Your name?  ')"]),
    ("accept() → <socket Ann>", ["accept() →", "<socket Ann>"]),
])
def test_lines_break_between_what_belongs_together(text: str, lines: list[str]) -> None:
    assert wrapped(text, 115) == lines


def test_a_person_has_one_colour_in_the_whole_book_and_nobody_else_has_it() -> None:
    for name in RUNS:
        recording = load(name, ROOT)
        for lane in recording.columns:
            person = (recording.lanes[lane]["name"] if lane >= 0 else "").partition(" ")[0]
            expected = person.lower() if person in ("Ann", "Bob", "Eve") else recording.colour(lane)
            assert recording.colour(lane) == expected
            assert (recording.colour(lane) in ("ann", "bob", "eve")) == (person in ("Ann", "Bob", "Eve"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_figure_on_a_page_is_small_and_says_in_words_what_it_shows(language: str) -> None:
    found = [(page, figure) for page in pages(language).values() for figure in page.css("figure:has(.drawing svg)")]
    assert len(found) >= 12
    for page in pages(language).values():
        raw = re.findall(r'<div class="drawing">(<svg .*?</svg>)', page.text, re.DOTALL)
        assert [len(svg.encode()) for svg in raw if len(svg.encode()) > BYTES] == [], page
    for page, figure in found:
        for svg in figure.css(".drawing svg"):
            assert svg.css("title")[0].text()
            assert set(str(svg.attributes["aria-labelledby"]).split()) <= set(page.ids)
        assert figure.css("figcaption p, figcaption .caption-text")
        assert not figure.css("figcaption details, figcaption .legend"), "the name of a figure is its caption"
        assert len(figure.css("details table tbody tr")) >= 2


def test_every_run_is_on_a_page_with_a_question() -> None:
    figures = [figure for page in pages("en").values() for figure in page.css("figure.run")]
    assert sorted(str(figure.id) for figure in figures) == sorted(map(figure_id, RUNS))
    for figure in figures:
        assert "?" in " ".join(paragraph.text() for paragraph in figure.css(".legend > p")), figure.id
