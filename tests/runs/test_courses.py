"""Who has what, and what lies where: the drawings are of what runs, and what can't be drawn is refused."""
from __future__ import annotations

import re
from math import inf
from pathlib import Path

import pytest

from press.catalogue import PACKAGE, ROOT, BookError, Listing
from press.figures.buffers import Buffers
from press.figures.course import Course, Part
from tests.support.listings import change

DECLARED = sorted(
    ".".join(path.relative_to(ROOT / "listings").parts).removesuffix(".course.py")
    for path in (ROOT / "listings").rglob("*.course.py")
)
FORKS, HALF = "waiting.philosophers", "descriptors.half_a_line_bug"
PAGES = "".join(path.read_text("utf-8") for path in (ROOT / "docs").rglob("*.md"))


@pytest.mark.parametrize("name", DECLARED)
def test_each_is_shown_and_is_the_same_each_time(name: str) -> None:
    assert f"```{{course}} {name}\n" in PAGES
    first, second = (Course(name, ROOT) for _ in range(2))
    assert first.draw("x") == second.draw("x")
    assert first.depends == second.depends and all(path.is_file() for path in first.depends)


def at(part: Part, time: float, kind: str) -> list[tuple[str, str]]:
    """Return (row, who) of what is so at a time."""
    return [(each.row, each.who) for each in part.stretches() if each.kind == kind and each.begin < time < each.end]


def test_the_philosophers_close_a_circle_and_break_it() -> None:
    left, lowest = Course(FORKS, ROOT).parts
    owner = dict(at(left, 1.5, "has"))
    fork_of = {who: row for row, who in at(left, 1.5, "waits")}
    assert len(owner) == len(fork_of) == 3 and set(fork_of) == set(owner.values())
    assert all(each.end == inf for each in left.stretches())
    two = [[who for _row, who in at(lowest, half / 2, "has")] for half in range(1, 11, 2)]
    eaten = [who for row in two for who in {*row} if row.count(who) == 2]
    said = re.findall(r"(\w+) has eaten", Listing(FORKS, ROOT).session.read_text("utf-8"))
    assert eaten == said


def test_a_call_that_is_not_heard_lies_there() -> None:
    unheard, heard = Course("monday.kitchen", ROOT).parts
    assert list(unheard.moments.values()) == ["", "call_soon()"]
    assert {each.end for each in unheard.stretches()} == {inf}
    assert list(heard.moments.values()) == ["", "call_soon()", "send()", "serve()", "hear()"]
    (asleep,) = (each for each in heard.stretches() if each.row == "loop")
    assert heard.moments[asleep.end] == "send()"


def test_the_counter_is_never_too_full() -> None:
    (part,) = Course("waiting.queue", ROOT).parts
    lying = [len(at(part, time, "lies")) for time in (30, 90, 150)]
    assert lying == [2, 1, 0] and at(part, 30, "waits") == [("4", "cook")]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"waits")', '"wants")', "ValueError(\"no kind 'wants': there are has, lies, waits\")"),
        ("await philosophers", "1 / 0\n    await philosophers", "ZeroDivisionError('division by zero'), at "),
        ("async def main", "async def start", "needs a function main()"),
        ("import philosophers", "import philosopher", "philosophers.course.py:3: ImportError"),
    ],
)
def test_what_fails_is_named(old: str, new: str, words: str, tree: Path) -> None:
    change(tree / "listings/waiting/philosophers.course.py", old, new)
    with pytest.raises(BookError, match=re.escape(words)):
        Course(FORKS, tree)


def test_it_is_drawn_of_the_listing_as_it_is(tree: Path) -> None:
    thinks = "await sleep(1)\n        async with"
    change(tree / PACKAGE / "waiting/philosophers.py", thinks, thinks.replace("1", "2"))
    left, _lowest = Course(FORKS, tree).parts
    assert {each.begin for each in left.stretches() if each.kind == "waits"} == {2}
    with pytest.raises(BookError, match=r"there is no listings/waiting/lock\.course\.py"):
        Course("waiting.lock", tree)


def test_what_lies_in_sockets_is_what_was_sent_and_not_received(tree: Path) -> None:
    found = Buffers(HALF, tree)
    assert found.sockets == {"server": "server.fileno() → 3", "ann": "ann.fileno() → 4"}
    assert [[lying for _number, lying in line["sockets"].values()] for line in found.lines] == [
        ["b'hel'", ""], ["", "b'0> '"], ["b'lo\\nare you there?\\n'", "b'0> '"], ["", "b'0> 1> '"],
    ]
    change(tree / PACKAGE / "descriptors/half_a_line_bug.py", "recv(1024)", "recv(2)")
    assert Buffers(HALF, tree).lines[1]["sockets"]["server"][1] == "b'l'"
    with pytest.raises(BookError, match=r"kitchen\.pycon: no line changes what lies in a socket"):
        Buffers("monday.kitchen", tree)
    change(tree / PACKAGE / "descriptors/half_a_line_bug.py", "def ask", "def asks")
    with pytest.raises(BookError, match=r"half_a_line_bug\.pycon: ImportError: cannot import name 'ask'"):
        Buffers(HALF, tree)
