"""A large drawing shows all that a small one does, each lane in a column of its own; a small one stays as it is."""
from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from textwrap import dedent
from xml.etree import ElementTree as ET

import pytest

from whoruns.page.drawn import drawn
from whoruns.page.sheet import sheet
from whoruns.recorder.own import Own, record_own
from whoruns.source import Text
from whoruns.story.recording import Recording, read
from whoruns.tests.complaints import none
from whoruns.tests.oracle import strokes
from whoruns.tests.own import shown_as

ORDERS = """
import asyncio

async def order(table, kitchen):
    async with asyncio.timeout(2.5), kitchen:
        await asyncio.sleep(1)
        print("table", table, "is served")

async def main():
    kitchen = asyncio.Semaphore(4)
    await asyncio.gather(*(order(n, kitchen) for n in range({number})), return_exceptions=True)

asyncio.run(main())
"""


def recorded(text: str) -> Own:
    """Return the recording of a program."""
    return record_own(text, "mine.py")


def read_of(text: str) -> Recording:
    """Return the recording of a program, read."""
    data = recorded(text).recording
    assert data is not None
    return read(data, (Text("mine.py", text),))


@pytest.mark.parametrize(("number", "aslant"), [(6, False), (11, True)])
def test_a_large_drawing_is_as_its_steps_say(number: int, aslant: bool) -> None:
    """Deadlines stand beside the lanes that they strike, and words beside their rows, also where names stand aslant."""
    text = ORDERS.format(number=number)
    shown = shown_as(recorded(text), text, roomy=True)
    assert shown.drawing.large
    assert any("slant" in head.classes for head in shown.drawing.heads) == aslant
    none(strokes.unlike_its_steps(shown))


def test_each_of_fifty_lanes_has_a_column_and_looks_like_no_other() -> None:
    recording = read_of(ORDERS.format(number=49))
    svg = ET.fromstring(drawn([recording], roomy=True)["svg"])
    assert len({head.get("x") for head in svg.iter("text") if "slant" in head.get("class", "")}) == 51
    rows = [each for each in svg.iter("g") if each.get("class", "").startswith("row")]
    words = next(each for each in svg.iter("g") if each.get("class") == "words")
    for row, beside in zip(rows, words, strict=True):
        middle = float(row[0].get("y", 0)) + float(row[0].get("height", 0)) / 2
        assert all(len(beside) > 1 or abs(float(name.get("y", 0)) - middle) < 6 for name in beside), "beside its row"
    looks = [(recording.colour(lane), recording.mark(lane)) for lane in recording.tasks]
    assert not [pair for pair in combinations(looks, 2) if pair[0] == pair[1]]
    assert not [pair for pair in pairwise(looks) if pair[0][0] == pair[1][0]]


def test_what_stays_in_sight_is_taken_out_of_the_drawing_and_nothing_is_lost() -> None:
    figure = drawn([read_of(ORDERS.format(number=18))], roomy=True)
    html, key = sheet(figure)
    assert texts(figure["svg"]) == texts(f"<div>{html}{key}</div>")
    main, *parts = ET.fromstring(html)
    assert not [each for each in main.iter() if each.get("class") in ("times", "words", "names", "key")]
    assert [part.get("class", "").split()[-1] for part in parts] == ["times", "words", "names", "left", "right"]


def test_a_small_drawing_stays_as_it_is() -> None:
    recording = read_of(ORDERS.format(number=1).replace("2.5", "9"))
    small, large = drawn([recording]), drawn([recording], roomy=True)
    assert small == large
    assert sheet(large) == (small["svg"], "")


def texts(markup: str) -> list[str]:
    """Return all that is written in a drawing."""
    return sorted(each.text or "" for each in ET.fromstring(markup).iter("text"))


def test_what_goes_wrong_is_told_beside_its_row() -> None:
    """An error that ends its task has words already; of one that is caught, the call that it ends last counts."""
    recording = read_of(dedent("""
    import asyncio

    async def load(name):
        await asyncio.sleep(0.1 + 0.2)
        return {}[name]

    async def loaded(name):
        return await load(name)

    async def main():
        task = asyncio.create_task(load("a"), name="lost")
        try:
            await loaded("b")
        except KeyError:
            pass
        try:
            async with asyncio.timeout(2):
                await asyncio.sleep(3)
        except TimeoutError:
            task.exception()

    asyncio.run(main())
    """))
    small, own = (texts(drawn([recording], roomy=roomy)["svg"]) for roomy in (False, True))
    told = list((Counter(own) - Counter(small)).elements())
    assert " ".join(told) == "(2\xa0s) the deadline of main strikes ✗ KeyError('b')"
    assert {"sleep(0.3)", "fails: KeyError('a')"} < set(small)
    svg = ET.fromstring(drawn([recording], roomy=True)["svg"])
    (mark,) = [each for each in svg.iter("path") if each.get("class") == "caught"]
    assert mark.get("d")


def test_lanes_are_named_after_arguments_that_differ() -> None:
    recording = read_of(dedent("""
    import asyncio

    async def copy(source, target):
        await asyncio.sleep(1)

    async def bow(name):
        await asyncio.sleep(0)

    async def main():
        async with asyncio.TaskGroup() as group:
            for number in range(3):
                group.create_task(copy("tea", f"a/long/way/{number}.txt"))
            group.create_task(bow("tea"))
            group.create_task(bow("milk"), name="mine")

    asyncio.run(main())
    """))
    assert [recording.lanes[lane]["name"] for lane in recording.tasks] == [
        "main", "tea", "copy(…ong/way/1.txt)", "copy(…ong/way/2.txt)", "bow(tea)", "mine",
    ]
