"""Who holds whom: what was found is so, on every Python; what the drawing could not tell is refused."""
from __future__ import annotations

import gc
import json
import re
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from press.catalogue import PACKAGE, ROOT, BookError, Listing
from press.commands.record import main
from press.figures.holding import Holding
from press.figures.recordings import as_text, differences, every_moment
from press.figures.snapshot import look
from tests.support.listings import change
from tests.support.site.pages import pages
from tests.support.tiny.book import TinyBook
from whoruns.drawing.svg import WIDTH, wide
from whoruns.recorder.run_file import RunError, execute
from whoruns.recorder.sandbox import fresh_listings

MOMENTS, FOUR = every_moment(), "tasks.four_tasks"
NO_CHAPTERS = shutil.ignore_patterns("follow.toml")  # a book of one page has none


@pytest.mark.parametrize("name", MOMENTS)
def test_what_is_kept_is_what_is_found_now(name: str) -> None:
    assert differences(name, look(name)) == ""


def test_nothing_else_is_kept() -> None:
    kept = sorted((ROOT / "listings").rglob("*.moment.json"))
    assert kept == sorted(Listing(name, ROOT).holders for name in MOMENTS)


def follow(holder: Any, step: str) -> Any:
    """Take one step of a way, as a reader would in a debugger."""
    if step.endswith("()"):
        assert holder.__name__ == step[:-2]
        return holder.__self__
    if step == "await":
        below = holder.cr_await
        return below.gi_frame.f_locals["self"] if hasattr(below, "gi_frame") else below
    if step == "[…]":
        (only,) = holder.values()
        return only
    if step[0] == "[":
        return holder[int(step[1:-1])]
    return holder.cr_frame.f_locals[step] if hasattr(holder, "cr_frame") else getattr(holder, step)


def holds(holder: Any, held: Any) -> bool:
    """Say whether the collector sees a reference, straight or by what every object and every await has."""
    near = gc.get_referents(holder)
    further = [each for each in near if type(each).__name__ == "generator" or each is getattr(holder, "__dict__", 0)]
    return any(each is held for each in near + [deep for each in further for deep in gc.get_referents(each)])


@contextmanager
def uncollected() -> Iterator[None]:
    """Let nothing be collected at a time of chance: who is lost is there until somebody looks for garbage."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@pytest.mark.parametrize("name", MOMENTS)
def test_every_link_can_be_walked_and_is_a_strong_reference(name: str) -> None:
    path = Listing(name, ROOT).moment
    found = json.loads(Listing(name, ROOT).holders.read_text("utf-8"))
    with fresh_listings(ROOT), closing(execute(path, path)["main"]()) as moment, uncollected():
        loop = next(moment)
        things: dict[int, Any] = {0: loop}
        for task in loop.tasks:
            (number,) = (each["thing"] for each in found["tasks"] if each["name"] == f"{task.coro.__name__}()")
            things[number] = task
        todo = list(found["links"])
        while todo:
            link = next(link for link in todo if link[0] in things)
            todo.remove(link)
            holder = things[link[0]]
            for step in link[2]:
                held = follow(holder, step)
                assert holds(holder, held), (link, step)
                holder = held
            assert things.setdefault(link[1], holder) is holder, link
        assert sorted(things) == list(range(len(found["things"])))
        for task in loop.tasks:
            bound = [each for each in gc.get_referrers(task) if getattr(each, "__self__", None) is task]
            assert len(bound) == 1, "each is held by one call, and the picture shows that one"


def test_a_changed_listing_or_moment_makes_it_stale(tree: Path) -> None:
    assert Holding(FOUR, tree).rows
    change(tree / PACKAGE / "tasks/task.py", "class Task(", "# changed\nclass Task(")
    assert "is stale" in differences(FOUR, look(FOUR, tree), tree)
    with pytest.raises(BookError, match=r"stale, ghetto_asyncio/tasks/task\.py has changed.*make record NAME=tasks"):
        Holding(FOUR, tree)
    Listing(FOUR, tree).holders.unlink()
    with pytest.raises(BookError, match=r"no recording of 'tasks.four_tasks'; listings/tasks/four_tasks\.moment"):
        Holding(FOUR, tree)


def test_a_loop_that_holds_its_tasks_is_seen(tree: Path) -> None:
    """Were the belief true, the drawing would say so."""
    change(tree / PACKAGE / "tasks/loop.py", "self.tasks = WeakSet()", "self.tasks = list()")
    change(tree / PACKAGE / "tasks/loop.py", "self.tasks.add(task)", "self.tasks.append(task)")
    found = look(FOUR, tree)
    assert all(task["left"] for task in found["tasks"])
    assert [way for holder, _held, way in found["links"] if holder == 0 and way[0] == "tasks"] == [
        ["tasks", f"[{number}]"] for number in (0, 1, 3, 2)
    ]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("loop.create_task(eve(loop))", "eves = loop.create_task(eve(loop))", "held by generator main; let main"),
        ("loop.create_task(eve(loop))", "eves = [loop.create_task(eve(loop))]", "held by generator main; let main"),
        ("loop.create_task(eve(loop))", "main.eve = loop.create_task(eve(loop))", "held by function main"),
        ("yield loop", "yield 1 / 0", "ZeroDivisionError: division by zero, at "),
        ("yield loop", "yield None", "AttributeError: 'NoneType' object has no attribute 'tasks'"),
        ("        yield loop\n", "        yield from ()\n", "StopIteration"),
        ("yield loop", "while True:\n            pass\n        yield", "no end after"),
        ('boxes = ("Future",', 'boxes = ("Futura",', "'boxes' names 'Futura', which is no class in tasks.sockets, "),
        ("boxes =", "box =", "needs 'boxes', a tuple"),
        ('"tasks.sockets",', '"tasks.socket",', "there is no listing 'tasks.socket', which 'files' names"),
        ("def main():", "def start():", "needs a function main()"),
        ("import socket\n", "import sockets\n", "four_tasks.moment.py:1: ModuleNotFoundError"),
        (
            "yield loop",
            "import ctypes; up = ctypes.pythonapi.Py_IncRef; down = ctypes.pythonapi.Py_DecRef\n"
            "        eves = ctypes.py_object(next(task for task in loop.tasks if task.coro.__name__ == 'eve'))\n"
            "        up(eves); number = id(eves.value); del eves\n"
            "        try:\n            yield loop\n"
            "        finally: down(ctypes.cast(number, ctypes.py_object))",
            r"eve\(\) is held by somebody whom the collector does not know",
        ),
    ],
)
def test_what_cannot_be_found_or_drawn_is_refused(
    old: str, new: str, words: str, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("whoruns.recorder.sandbox.SECONDS", 0.5)
    change(Listing(FOUR, tree).moment, old, new)
    with pytest.raises(RunError, match=words):
        look(FOUR, tree)
    assert gc.isenabled()


def test_no_link_is_left_out_of_the_drawing(tree: Path) -> None:
    kept = Listing(FOUR, tree).holders
    text = kept.read_text("utf-8")
    for link, words in (([1, 2, ["friend"]], "Future.callbacks"), ([9, 14, ["other"]], "Task.coro")):
        data = json.loads(text)
        data["links"].append(link)
        kept.write_text(as_text(data), "utf-8")
        with pytest.raises(BookError, match=rf"no place in the drawing for {re.escape(words)}"):
            Holding(FOUR, tree)


@pytest.mark.parametrize("name", MOMENTS)
def test_drawing_and_table_say_all_of_it(name: str) -> None:
    moment = Holding(name, ROOT)
    _head, body = moment.tell()
    assert sum(len(cell) for *_others, cell in body if cell[0][1]) == len(moment.ways)
    svg = ET.fromstring(moment.draw("a"))
    texts = [(text, str(text.text)) for text in svg.iter("text")]
    for text, said in texts:
        share = {"mid": 0.5, "before": 1.0}.get(str(text.get("class")).split()[-1], 0.0)
        left = float(str(text.get("x"))) - share * wide(said)
        assert left >= 0 and left + wide(said) <= WIDTH, said
    said = " ".join(words for _text, words in texts)
    assert set(re.findall(r"[\w()]+", said)) >= set(moment.things) | {row.name for row in moment.rows}


@pytest.mark.parametrize("name", MOMENTS)
def test_it_is_on_a_page(name: str) -> None:
    ident = f"holders-{name.replace('.', '-').replace('_', '-')}"
    figures = [figure for page in pages("en").values() for figure in page.css("figure.holders")]
    assert [figure.id for figure in figures].count(ident) == 1


def test_elsewhere_the_table_stands_in_its_place(tiny_book: TinyBook, tree: Path) -> None:
    for folder in ("listings", PACKAGE):
        shutil.copytree(tree / folder, tiny_book.root / folder, ignore=NO_CHAPTERS, dirs_exist_ok=True)
    tiny_book.page(f"# A page\n\n```{{holders}} {FOUR}\n:caption: Look here.\n\nWho is lost?\n```\n")
    assert tiny_book.build() == (0, "")
    assert 'class="holders notranslate"' in tiny_book.html()
    assert "figures.css" in tiny_book.html()
    for builder, file in {"text": "index.txt", "latex": "ghettoasyncio.tex", "epub": "index.xhtml"}.items():
        assert tiny_book.build(builder=builder).status == 0
        found = (tiny_book.root / builder / "en" / file).read_text("utf-8")
        for words in ("Look here.", "Who is lost?", "Who holds it", "Nothing outside holds it", "Future.callbacks"):
            assert words in found, (builder, words)
    change(tiny_book.root / PACKAGE / "tasks/task.py", "class Task(", "# changed\nclass Task(")
    tiny_book.refused("index.md:3", "stale", "ghetto_asyncio/tasks/task.py", f"make record NAME={FOUR}")


def test_the_command_records_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--stdout", FOUR]) == 0
    assert capsys.readouterr().out == Listing(FOUR, ROOT).holders.read_text("utf-8")
