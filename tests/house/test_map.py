"""The map of asyncio is right: links lead to names that the documentation has, private names and ours exist."""
from __future__ import annotations

import json
import re

import pytest

from press.catalogue import PACKAGE, ROOT
from tests.support.shell import python
from whoruns.tests.complaints import none
from whoruns.tests.pythons import installed

MAP = (ROOT / "docs/appendix/asyncio-line-by-line.md").read_text("utf-8")
OURS = "".join(path.read_text("utf-8") for path in sorted((ROOT / PACKAGE).rglob("*.py")))
STANDS = {
    "run": "runner", "Future": "future", "Protocol": "protocol", "start_server": "stream", "StreamReader": "stream",
    "StreamWriter": "stream", "IncompleteReadError": "exceptions", "loop": "eventloop", "get_running_loop": "eventloop",
    "Handle": "eventloop", "TimerHandle": "eventloop", "Server": "eventloop", "SelectorEventLoop": "eventloop",
    "Queue": "queue", "PriorityQueue": "queue", "LifoQueue": "queue", "Lock": "sync", "Event": "sync",
    "Condition": "sync", "Semaphore": "sync", "BoundedSemaphore": "sync", "Barrier": "sync",
}
"""On which page of the documentation, library/asyncio-….html, a name stands; others are on that on tasks."""
ASK = """
import asyncio, json, pathlib, pkgutil, re, sys
asyncio.loop = asyncio.SelectorEventLoop
public, private = json.loads(sys.argv[1])
source = "".join(path.read_text("utf-8") for path in pathlib.Path(asyncio.__file__).parent.glob("*.py"))
def there(name):
    try:
        return pkgutil.resolve_name(f"asyncio:{name}") is not None
    except AttributeError:
        return f"self.{name.rpartition('.')[2]} = " in source
lost = [name for name in public if not there(name)]
print(json.dumps(lost + [name for name in private if not re.search(rf"\\b{name}\\b", source)]))
"""


def rows(text: str) -> list[tuple[str, str]]:
    """Return what is ours and what is asyncio's, row by row of the tables."""
    return [(cells[1], cells[2]) for line in text.splitlines() if len(cells := re.split(r" ?\| ?", line)) == 5]


def problems(text: str, executable: str) -> list[str]:
    """Say what a map says and is not so, for the asyncio of a Python."""
    found, public, private = [], set[str](), set[str]()
    for ours, theirs in rows(text):
        names = re.findall(r"`(\w+)(?:\(\))?`", ours)
        found += [f"nothing of ours is called {name}" for name in names if not re.search(rf"\b{name}\b", OURS)]
        private.update(re.findall(r"`(_\w+)(?:\(\))?`", theirs))
        for shown, address in re.findall(r"\[`([\w.]+)(?:\(\))?`\]\((\S+?)\)", theirs):
            name = shown.removeprefix("asyncio.")
            page = STANDS.get(name.partition(".")[0], "task")
            if address != f"https://docs.python.org/3/library/asyncio-{page}.html#asyncio.{name}":
                found.append(f"{shown} leads to {address}")
            public.add(name)
    done = python("-c", ASK, json.dumps([sorted(public), sorted(private)]), executable=executable)
    return found + [f"asyncio has no {name}" for name in json.loads(done.said)]


@pytest.fixture
def newest() -> str:
    found = {tuple(map(int, version.split(".")[:2])): executable for version, executable in installed().items()}
    if max(found) < (3, 13):
        pytest.skip("the map has names of Python 3.13")
    return found[max(found)]


def test_the_map_is_right(newest: str) -> None:
    assert len(rows(MAP)) > 50
    none(problems(MAP, newest))


WRONG = [
    ("| `drive()` |", "| `drove()` |", "nothing of ours is called drove"),
    ("`__step()`", "`__stop()`", "asyncio has no __stop"),
    ("asyncio-runner.html#asyncio.run", "asyncio-task.html#asyncio.run",
     "asyncio.run leads to https://docs.python.org/3/library/asyncio-task.html#asyncio.run"),
    ("asyncio.start_server", "asyncio.begin_server", "asyncio has no begin_server"),
]


def test_what_is_not_so_is_named(newest: str) -> None:
    spoilt = MAP
    for old, new, _complaint in WRONG:
        assert old in spoilt
        spoilt = spoilt.replace(old, new)
    found = problems(spoilt, newest)
    assert [complaint for *_change, complaint in WRONG if complaint not in found] == []
