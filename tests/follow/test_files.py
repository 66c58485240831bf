"""The reader's file after each chapter: it compiles, reads as typed, does what its docstring says, passes sessions."""
from __future__ import annotations

import functools
import re
import sys
from pathlib import Path

import pytest

from press.catalogue import PACKAGE, ROOT, BookError, Listing
from press.contents import chapters
from press.follow.chapters import FILE, TABLE, State, chosen, states
from press.follow.checking import LISTING, ask, asked
from press.follow.one_file import OneFile, Piece
from press.text import WIDTH, too_wide
from tests.support.shell import run
from whoruns.tests.pythons import pythons

EARLIER = {
    "mainloop.simple": "its tasks are generators, and the file's are coroutines",
    "clocks.heap": "anything can be kept there, and in the file only what can be cancelled",
    "limits.whose_turn": "it shows what asyncio misses in the loop before",
    "runner.calls": "it shows the puzzle on the loop before",
    "runner.future": "it shows the future before",
}
"""Listings in the file whose sessions show an earlier state of it."""
WITH_ANYIO = "service.asked"
"""Its session needs a package, which only the Python of these tests has."""
PROGRAM = """
import asyncio, loop, signal

signal.alarm(20)  # a loop of which a line is lost may go round for ever

async def boil(dish, seconds):
    await asyncio.sleep(seconds)
    print(dish)
    return dish

async def main():
    async with asyncio.timeout(60), asyncio.TaskGroup() as group:
        for dish, seconds in ("rice", 0.02), ("tea", 0.01):
            group.create_task(boil(dish, seconds), name=dish)
    async with loop.TaskGroup() as group, loop.timeout(60):
        group.create_task(boil("toast", 0.01))
    print(*await asyncio.gather(boil("egg", 0.01), asyncio.shield(boil("milk", 0.02))))

for new_loop in loop.Loop, asyncio.new_event_loop:
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(main())
"""
TRY = """
import doctest, signal, sys
signal.alarm(20)
for folder in sys.argv[1:]:
    sys.path.insert(0, folder)
    import loop
    failed, tried = doctest.testmod(loop)
    print(folder.rpartition("/")[2], tried, "failed" if failed else "passed")
    del sys.path[0], sys.modules["loop"]
"""


def after(chapter: str) -> State:
    return chosen(chapter, ROOT)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files, each in one that is called like its chapter."""
    made = tmp_path_factory.mktemp("follow")
    for state in states(ROOT).values():
        (made / str(state.number)).mkdir()
        (made / str(state.number) / FILE).write_text(state.text, "utf-8")
    return made


@functools.cache
def shown(page: str) -> list[str]:
    """Return the listings of a chapter that are in the file after it, but for those that show an earlier one."""
    ours = {listing for listing, _name in states(ROOT)[page].places}
    found = dict.fromkeys(LISTING.findall((ROOT / f"docs/{page}.md").read_text("utf-8")))
    return [name for name in found if name in ours and Listing(name, ROOT).session.is_file()]


def between(first: str, last: str) -> list[str]:
    """Return what can be asked of the chapters from one to another."""
    book = chapters(ROOT)
    pages = book[book.index(after(first).page) : book.index(after(last).page) + 1]
    return [name for name in dict.fromkeys(name for page in pages for name in shown(page)) if name not in EARLIER]


def test_each_chapter_has_one() -> None:
    assert list(states(ROOT)) == chapters(ROOT)


def test_it_is_as_somebody_types_who_knows_the_rules(folder: Path) -> None:
    allowed = "SIM105,SIM108,UP028,RET502,RET503,RET505"  # as in pyproject.toml, for the listings
    rules = ("--config", str(ROOT / "pyproject.toml"), "--extend-ignore", allowed)
    done = run(sys.executable, "-m", "ruff", "check", "--quiet", *rules, folder)
    assert done == (0, "")
    for state in states(ROOT).values():
        assert too_wide(state.text, WIDTH) is None
        assert "ghetto_asyncio" not in state.text
        assert not re.search(r"^class \w+(\(.*\))?:\n    pass|_before\b.*_before\b", state.text)


def test_a_chapter_moves_nothing() -> None:
    """What is in a chapter's file and in the next one's stands in the same order, or the diff would be long."""
    definition = re.compile(r"^(?:async )?(?:class|def) (\w+)", re.MULTILINE)
    for state in states(ROOT).values():
        if re.search(r"callbacks|asyncio|yours", state.page):
            before, now = definition.findall(state.before), definition.findall(state.text)
            assert [name for name in before if name in now] == [name for name in now if name in before], state.page


@pytest.mark.parametrize("version", pythons())
def test_its_docstring_is_true(version: str, folder: Path) -> None:
    shown = [state for state in states(ROOT).values() if state.changed and ">>> " in state.text]
    folders = [folder / str(state.number) for state in shown]
    done = run(pythons()[version], "-W", "error", "-c", TRY, *folders)
    assert re.findall(r"(\d+) [1-9]\d* passed\n", done.said) == [str(state.number) for state in shown], done.said


@pytest.mark.parametrize("version", pythons())
@pytest.mark.parametrize("chapter", ["your-program-on-your-loop", "fastapi-on-your-loop"])
def test_it_runs_a_program(chapter: str, version: str, folder: Path) -> None:
    here = folder / str(after(chapter).number)
    done = run(pythons()[version], "-X", "dev", "-W", "error", "-c", PROGRAM, cwd=here)
    assert done == (0, "tea\nrice\ntoast\negg\nmilk\negg milk\n" * 2)


@pytest.mark.parametrize("version", pythons())
@pytest.mark.parametrize(
    ("chapter", "first", "last"),
    [
        ("as-many-as-there-are", "call-me-when", "as-many-as-there-are"),
        ("your-program-on-your-loop", "time-is-up", "your-program-on-your-loop"),
        ("fastapi-on-your-loop", "time-is-up", "fastapi-on-your-loop"),
    ],
)
def test_the_sessions_so_far_pass(chapter: str, first: str, last: str, version: str, folder: Path) -> None:
    """Since the loop watches a bell, run_until_idle() doesn't end, so sessions of Part II are asked before."""
    state, here = after(chapter), version == next(iter(pythons()))
    names = [name for name in between(first, last) if here or name != WITH_ANYIO]
    answer = ask(folder / str(state.number) / FILE, state, names, ROOT, python=pythons()[version])
    assert (answer.passed, answer.failed, answer.broken, answer.missing) == (names, {}, "", [])


@pytest.mark.parametrize("chapter", ["taking-turns", "pausing-inside-a-pause", "sockets", "who-is-ready",
                                     "the-main-loop"])
def test_the_sessions_of_a_chapter_pass(chapter: str, folder: Path) -> None:
    state, names = after(chapter), between(chapter, chapter)
    answer = ask(folder / str(state.number) / FILE, state, names, ROOT)
    assert (answer.passed, answer.failed) == (names, {})
    assert names


def test_those_of_an_earlier_state_are_known() -> None:
    """Each fails on the file of its chapter, and no other one of such a chapter does."""
    there = {page: set(shown(page)) & set(EARLIER) for page in states(ROOT)}
    assert {name for names in there.values() for name in names} == set(EARLIER), "a chapter shows it no more: remove it"
    assert {page: set(asked(states(ROOT)[page], ROOT)[1]) for page in there if there[page]} == {
        page: names for page, names in there.items() if names
    }


def test_it_serves_fastapi() -> None:
    """The session of the last chapter that needs FastAPI, uvicorn and websockets calls the file's loop."""
    assert "service.three" in asked(after("fastapi-on-your-loop"), ROOT)[0]


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ('["loop/nix"]', "ghetto_asyncio/follow.toml: there is no chapter 'loop/nix'"),
        ('["callbacks/tasks"]\npart = []', "callbacks/tasks: there is no setting 'part'; there are begins, main, part"),
        ('["callbacks/tasks"]\nparts = ["tasks.nix.Loop"]', "callbacks/tasks: there is no listing 'tasks.nix'"),
        ('["callbacks/tasks"]\nparts = ["tasks.task.Loop"]', "callbacks/tasks: tasks.task has no Loop"),
        ('["callbacks/tasks"]\nparts = ["tasks.sockets.Loop", "futures.reported.Future", "futures.future.settle"]',
         "callbacks/tasks: futures.future has no settle"),
        ('["callbacks/tasks"]\nparts = ["futures.future.Future", "tasks.guest.Task"]',
         "futures.future.Future and tasks.guest.Future are both called Future in the file"),
        ('["callbacks/tasks"]\nparts = ["mainloop.sturdy.Loop"]',
         "mainloop.sturdy names rest.Loop.sock_accept, of which the file has a newer one"),
        ('["callbacks/tasks"]\nparts = ["descriptors.listen.listen", "service.addresses.Loop"]',
         "socket is imported twice: 'from socket import socket', 'import socket'"),
        ('["callbacks/tasks"]\nparts = []\nmain = "tasks.task"', "tasks.task is not started by its last lines"),
    ],
)
def test_what_is_wrong_in_the_table_is_named(table: str, complaint: str, tmp_path: Path) -> None:
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    (tmp_path / PACKAGE).mkdir()
    for path in (ROOT / PACKAGE).iterdir():
        (tmp_path / PACKAGE / path.name).symlink_to(path)
    (tmp_path / TABLE).unlink()
    (tmp_path / TABLE).write_text(table, "utf-8")
    with pytest.raises(BookError) as raised:
        states(tmp_path)
    assert complaint in str(raised.value)


def test_a_class_between_two_that_are_one_is_refused() -> None:
    class Old:
        def wait(self) -> None: ...

    class Between(Old):
        def wait(self) -> None: ...

    class New(Between):
        def look(self) -> None: ...

    file = OneFile([], ROOT)
    file.check([New, Old], {"look": Piece("")})
    with pytest.raises(BookError, match=r"New: Between\.wait stands between two classes that are one"):
        file.check([New, Old], {"look": Piece(""), "wait": Piece("")})
