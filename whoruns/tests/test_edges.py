"""The edges of a drawing can be read, and parts without room there are said."""
from __future__ import annotations

from textwrap import dedent
from xml.etree import ElementTree as ET

import pytest

from whoruns.drawing.svg import SANS, WIDTH, wide
from whoruns.drawing.weave import View, Weave
from whoruns.events import RecordingFile
from whoruns.recorder.own import record_own
from whoruns.source import Text
from whoruns.story.recording import Recording, read

DEADLINES = """
import asyncio

async def one(n):
    async with asyncio.timeout(1 + n):
        await asyncio.sleep(0.237629)

async def main():
    await asyncio.gather(*(one(n) for n in range({number})))

asyncio.run(main())
"""


def recorded(source: str) -> Recording:
    """Return the recording of a program that is written here."""
    text = dedent(source).lstrip("\n")
    data: RecordingFile | None = record_own(text, "mine.py", ()).recording
    assert data is not None
    return read(data, (Text("mine.py", text),))


def strokes(source: str) -> list[ET.Element]:
    """Return all that is drawn of a program."""
    return list(ET.fromstring(Weave([(recorded(source), View())], "it").draw()).iter())


def test_times_at_the_left_edge_are_whole() -> None:
    times = [each for each in strokes(DEADLINES.format(number=2)) if each.get("class") == "time"]
    assert "0.237629\u00a0s" in [each.text for each in times]
    assert all(float(each.get("x", 0)) >= wide(each.text or "", SANS) for each in times)


@pytest.mark.parametrize(("number", "head"), [(1, None), (6, "+4"), (30, "+29")])
def test_deadlines_that_have_no_room_are_counted(number: int, head: str | None) -> None:
    drawn = strokes(DEADLINES.format(number=number))
    brackets = [each for each in drawn if each.get("class") == "bracket" and each.get("d", "")[1:3].isdigit()]
    heads = [each.text for each in drawn if each.get("class") == "side"]
    assert heads == ([head] if head else [])
    coloured = {each.get("class") for each in drawn if "deadline" in (each.get("class") or "")}
    assert all("own c" in str(each) for each in coloured) == (number > 1)
    assert all(float(each.get("d", "M0 0")[1:].split()[0]) < WIDTH for each in brackets)


def test_a_head_of_a_function_is_run_by_whoever_makes_it() -> None:
    recording = recorded("""
    import asyncio

    async def main():
        def inner(number=1):
            return number
        await asyncio.sleep(inner())

    asyncio.run(main())
    """)
    shown = {(step.at[0][1], recording.functions(step)[0]) for step in recording.steps if step.at}
    assert {(3, "<module>"), (4, "main"), (5, "inner"), (6, "main")} <= shown
    assert (3, "main") not in {
        (step.at[0][1], recording.functions(step)[0]) for step in recording.steps
        if step.at and recording.events[step.event]["ev"] == "line"
    }
