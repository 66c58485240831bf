"""Files of other kinds than a page, each read back by something that has not written it."""
from __future__ import annotations

import re
import sys
from bisect import bisect_right
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from whoruns import Seen, compared, record
from whoruns.command import main
from whoruns.formats.alone import alone
from whoruns.formats.png import png
from whoruns.page import page
from whoruns.source import FigureError
from whoruns.tests.complaints import none
from whoruns.tests.traced import entries, problems

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))
SVG = "{http://www.w3.org/2000/svg}"
PLACED = ("d", "x", "y", "height", "cx", "cy", "r")
TEA = """import asyncio, sys
async def tea(kettle):
    async with kettle:
        await asyncio.sleep(float((sys.argv + ["3"])[1]))
async def main():
    kettle = asyncio.Lock()
    await asyncio.gather(tea(kettle), tea(kettle))
asyncio.run(main())
"""


def seen(name: str) -> Seen:
    """Record one of the programs."""
    return record(Path(__file__).parent / f"programs/{name}.py")


def strokes(svg: str) -> list[tuple[str | None, ...]]:
    """Return the kind of each element of a drawing, its place and its text, apart from what only a pointer finds."""
    found = [each for each in ET.fromstring(svg).iter() if "hit" not in each.get("class", "")]
    return [(each.tag.removeprefix(SVG), *map(each.get, PLACED), each.text) for each in found]


@pytest.mark.parametrize("name", ["queue_and_workers", "two_timeouts", "server"])
def test_an_svg_has_the_strokes_of_the_page_and_their_light_colours(name: str) -> None:
    """Nothing in it needs a style sheet; each head has the colour that the sheet gives to its lane."""
    own = seen(name)
    drawing, svg = own.drawing()["svg"], own.svg()
    assert set(strokes(drawing)[1:]) - set(strokes(svg)) == set()
    root = ET.fromstring(svg)
    assert (root[3].tag, root[3].get("fill"), root[3].get("width")) == (f"{SVG}rect", "#fff", root.get("width"))
    for each in root.iter():
        assert "class" not in each.attrib and not re.search(r"var\(|light-dark|color-mix", str(each.attrib))
    sheet = (page.STATIC / "figures.css").read_text("utf-8")
    heads = re.findall(r'<text class="head (c\d)[^>]*>([^<]+)', drawing)
    fills = {each.text: each.get("fill") for each in root.iter(f"{SVG}text") if each.get("font-weight") == "700"}
    assert len(heads) > 0
    for kind, text in heads:
        light = re.search(rf"--task-{kind[1:]}: light-dark\((#\w+)", sheet)
        assert light and fills[text] == light[1], text


def test_the_heavier_selector_wins_and_a_child_is_no_grandchild() -> None:
    sheet = """:is(.no, .a) .b { stroke: #111; } .b { stroke: #222; } .a > path { opacity: .5; }
    i.b, .b:hover { fill: #333; } @media (width > 1px) { .b { fill: #444; } } .c .b { fill: #555 }"""
    drawing = '<g class="a"><path class="b" d="1"/><g class="c"><path class="b" d="2"/></g></g><path class="b" d="3"/>'
    svg = alone(f'<svg viewBox="0 0 9 9"><title>T</title><desc>D</desc>{drawing}</svg>', sheet, {})
    assert re.findall("<path (.*?) ?/>", svg) == [
        'stroke="#111" opacity=".5" d="1"', 'stroke="#111" fill="#555" d="2"', 'stroke="#222" d="3"'
    ]


def test_a_png_needs_a_library_and_says_which(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked for before the program runs."""
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(FigureError, match="pip install resvg-py"):
        seen("round_robin").png()
    (tmp_path / "tea.py").write_text("open('ran', 'w')")
    monkeypatch.chdir(tmp_path)
    assert main(["-o", "tea.png", "tea.py"]) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["tea.py"]


def test_a_png_is_not_higher_than_programs_can_show() -> None:
    with pytest.raises(FigureError, match="40000 units high, too much for a PNG: an SVG may be"):
        png(seen("round_robin").svg().replace('height="', 'height="40000" was="', 1))


def test_a_png_is_the_drawing_twice_as_large() -> None:
    resvg = pytest.importorskip("resvg_py")
    own = seen("round_robin")
    data, root = own.png("zh_CN"), ET.fromstring(own.svg("zh_CN"))
    width, height = (int.from_bytes(data[at : at + 4]) for at in (16, 20))
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and width == 2 * float(root.attrib["width"])
    assert abs(height - 2 * float(root.attrib["height"])) < 1
    without = resvg.svg_to_bytes(svg_string=re.sub("<text.*?</text>", "", own.svg("zh_CN")), zoom=2)
    assert len(data) > len(without) + 1000, "the words are in it"


@pytest.mark.parametrize("program", [*PROGRAMS, TEA.replace("3", "1e-3")])
def test_a_trace_holds_together_and_has_the_times_of_the_recording(program: Path | str) -> None:
    own = record(program)
    story = own.story
    assert story
    found = entries(own.perfetto())
    none(problems(found))
    times = sorted({story.time(number) for number in range(len(story.events))})

    def time(place: float) -> float:
        """Return the time of the recording to which a place belongs."""
        return times[bisect_right(times, place / 1e6 + 1e-9) - 1]

    prints = [(story.time(n), event["text"]) for n, event in enumerate(story.events) if event["ev"] == "print"]
    told = [(time(entry["ts"]), entry["name"]) for entry in found if entry.get("cat") == "print"]
    assert told == prints[len(prints) - len(told) :]
    waits = [(time(entry["ts"]), time(entry["ts"] + entry["dur"])) for entry in found if entry.get("cat") == "wait"]
    assert waits == [(wait.start, wait.end) for wait in story.waits]
    named = [entry["args"]["name"] for entry in found if entry["name"] == "thread_name"]
    assert {*named} >= {story.lanes[lane]["name"] for lane in story.tasks}


def test_arrows_lead_from_who_wakes_and_who_cancels() -> None:
    found = entries(seen("cancelled").perfetto())
    names = {entry["tid"]: entry["args"]["name"] for entry in found if entry["name"] == "thread_name"}
    arrows = [(entry["ph"], names[entry["tid"]], entry["name"]) for entry in found if entry["ph"] in ("s", "f")]
    cancelled, woken = "Ann: is being cancelled", "main is woken by Ann"
    assert arrows == [("s", "main", cancelled), ("f", "Ann", cancelled), ("s", "Ann", woken), ("f", "main", woken)]
    assert [(names[entry["tid"]], entry["args"]) for entry in found if entry.get("cat") == "cancelled"] == [
        ("Ann", {"by": "main"})
    ]


def test_two_programs_stand_side_by_side_and_what_differs_is_marked() -> None:
    """The second one may sit down at once; each step of both finds its lines, and equal names are told apart."""
    old, new = record(TEA, name="tea.py"), record(TEA.replace("Lock()", "Semaphore(2)"), name="tea.py")
    pair = compared(old, new, titles=("old", "new"))
    figure = pair.figure()
    parts = re.split('<g class="part"', figure["svg"])[1:]
    marks = [[number for number, kind in enumerate(re.findall('class="row ([^"]*)', part)) if "differs" in kind]
             for part in parts]
    assert [re.search(">(old|new)<", part) is not None for part in parts] == [True, True]
    assert marks[0][0] == marks[1][0] == 3 and len(marks[0]) > len(marks[1]) > 0
    assert pair.difference().startswith("The first difference is in row 4. On the left: tea 2: tea 2 asks for kettle")
    for run in (figure, *figure["more"]):
        assert set(run["steps"]["files"]) <= set(figure["listings"])
    lock, semaphore = (figure["listings"][run["steps"]["files"][0]] for run in (figure, *figure["more"]))
    assert [(a, b) for a, b in zip(lock, semaphore) if a != b] == [
        ("    kettle = asyncio.Lock()", "    kettle = asyncio.Semaphore(2)")
    ]
    same = compared(old, record(TEA, name="other.py"))
    assert same.difference("pl") and "differs" not in same.figure()["svg"] and same.titles == ("tea.py", "other.py")


def test_the_command_writes_each_kind_and_over_its_own_files_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same program with other arguments may stand beside it; a file of somebody else's stays."""
    monkeypatch.chdir(tmp_path)
    Path("tea.py").write_text(TEA)
    for name, mark in (("tea.svg", "<svg"), ("tea.json", "traceEvents"), ("two.html", "<title>tea.py 2 · tea.py 5<")):
        beside = ["--beside", "tea.py 2"] * (name == "two.html")
        for _again in range(2):
            assert main([*beside, "-o", name, "tea.py", "5"]) == 0, capsys.readouterr().err
        assert mark in Path(name).read_text("utf-8")
    assert "On the left: tea: tea asks for sleep(2.0)" in capsys.readouterr().err
    Path("mine.svg").write_text("<svg/>")
    assert main(["-o", "mine.svg", "tea.py"]) == 1 and Path("mine.svg").read_text() == "<svg/>"
    assert main(["--beside", "no.py", "tea.py"]) == 1 and "no.py cannot be read" in capsys.readouterr().err
