"""`make check` asks what depends on what has been changed."""
from __future__ import annotations

import ast
from pathlib import Path

import pytest

from press.catalogue import ROOT
from press.commands import check
from tests.support.shell import run

FILES = {
    "docs/one.md": "```{run} part.two\n```\n",
    "docs/other.md": "```pycon\n>>> import ghetto_asyncio.part.two\n```\n",
    "README.md": "",
    "ghetto_asyncio/part/one.py": "",
    "ghetto_asyncio/part/two.py": "from ghetto_asyncio.part import zero, one\n",
    "ghetto_asyncio/part/three.py": "from ghetto_asyncio.part.two import *\n",
    "ghetto_asyncio/part/exercises/four.py": "",
    "listings/part/one.pycon": ">>> from ghetto_asyncio.part.one import *\n",
    "listings/part/two.run.py": 'files = ("part.two",)\n',
    "listings/part/three.pycon": ">>> import ghetto_asyncio.part.three\n",
    "listings/part/three.talk": "server$ python -m ghetto_asyncio.part.three 1234\n",
    "listings/part/solutions/four.pycon": ">>> from ghetto_asyncio.part.solutions.four import *\n",
}
TWO = {"docs/other.md", "listings/part/three.pycon", f"{check.FIGURE}[part.two]", f"{check.TALK}[part.three]"}


@pytest.fixture
def book(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("file", "asked"),
    [
        ("docs/one.md", {"docs/one.md", f"{check.FIGURE}[part.two]"}),
        ("docs/gone.md", set()),
        ("README.md", {"README.md"}),
        ("ghetto_asyncio/part/one.py", {check.MODULES, "listings/part/one.pycon", *TWO}),
        ("ghetto_asyncio/part/two.py", {check.MODULES, *TWO}),
        ("ghetto_asyncio/part/exercises/four.py", {check.MODULES, "ghetto_asyncio/part/exercises/four.py"}),
        ("listings/part/two.run.json", {f"{check.FIGURE}[part.two]"}),
        ("listings/part/solutions/four.pycon",
         {"listings/part/solutions/four.pycon", "ghetto_asyncio/part/exercises/four.py"}),
    ],
)
def test_what_depends_on_a_file_is_asked(book: Path, file: str, asked: set[str]) -> None:
    found = check.concerned([file], book)
    assert set(found) == {*check.PAGES, *asked} and len(found) == len(set(found))


def test_nothing_is_asked_of_the_press(book: Path) -> None:
    assert check.concerned(["press/text.py", "locale/pl/LC_MESSAGES/index.po"], book) == []


def test_git_says_what_has_changed(book: Path) -> None:
    def git(*words: str) -> None:
        who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
        done = run("git", *who, *words, cwd=book)
        assert done.status == 0, done.said

    assert check.changed(book) is None, "it was unpacked from a zip"
    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-q", "-m", "All")
    assert check.changed(book) == []
    git("checkout", "-q", "-b", "mine")
    git("rm", "-q", "docs/one.md")
    git("commit", "-q", "-m", "One less")
    (book / "README.md").write_text("More\n")
    (book / "docs/wątek.md").touch()
    assert check.changed(book) == ["README.md", "docs/one.md", "docs/wątek.md"]


def test_what_is_asked_is_there() -> None:
    files = [*check.PAGES, check.MODULES, check.ORACLE, *check.TRANSLATED]
    assert [path for path in files if not (ROOT / path).is_file()] == []
    for path, name in (test.split("::") for test in (check.FIGURE, check.TALK)):
        tree = ast.parse((ROOT / path).read_text("utf-8"))
        assert name in [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
