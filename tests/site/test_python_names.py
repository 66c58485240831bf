"""Names of Python's library lead to its documentation: those that are there, and none that is the book's own."""
from __future__ import annotations

import ast
import asyncio
import pkgutil
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from sphinx.errors import ExtensionError

from press.catalogue import ROOT, UNSHOWN, every
from press.links.python_names import TABLE, name_of, read
from press.listing.program import FUNCTION
from tests.support.tiny.book import TinyBook

WRITTEN: dict[str, Any] = tomllib.loads(TABLE.read_text("utf-8"))
IN_ITS_PLACE = (UNSHOWN, "service.", "ending.bell", "runner.", "tasks.guest")
"""Listings that do what asyncio's documentation says, or curio's, and that no page but theirs speaks of."""
PAGE = """\
# A `asyncio.sleep()`

Await `asyncio.sleep(1)`, then `await asyncio.sleep(0)`, [once](https://docs.python.org/3/library/asyncio.html) more.
`Loop.call_soon()` and `gather()` are ours.

## Another section

`asyncio.sleep()` and `heapq`.
"""


def is_there(name: str, loop: asyncio.AbstractEventLoop) -> bool:
    """Does this Python have what the name says?"""
    if name.startswith("asyncio.loop."):
        return hasattr(loop, name.removeprefix("asyncio.loop."))
    try:
        return pkgutil.resolve_name(name) is not None
    except (ImportError, AttributeError):
        return False


def absent(names: Iterable[str]) -> list[str]:
    """Return the names that this Python does not have."""
    loop = asyncio.SelectorEventLoop()
    loop.close()
    return [name for name in names if not is_there(name, loop)]


def defined(source: str) -> set[str]:
    """Return what a module defines, as pages write it: Loop, Loop.call_soon, loop.call_soon, talk."""
    found = set()
    for node in ast.parse(source).body:
        if isinstance(node, FUNCTION | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            methods = [each.name for each in node.body if isinstance(each, FUNCTION)]
            found |= {f"{owner}.{each}" for each in methods for owner in (node.name, node.name.lower())}
    return found


def test_what_is_linked_is_there_in_python() -> None:
    newer = {name for name, since in WRITTEN["since"].items() if sys.version_info < tuple(map(int, since.split(".")))}
    assert set(absent(name for names in WRITTEN["pages"].values() for name in names)) == newer
    wrong = ["asyncio.slumber", "asyncio.loop.sleep"]
    assert absent(["asyncio.sleep", "asyncio.loop.stop", *wrong]) == wrong


def test_what_is_short_is_no_name_of_the_book() -> None:
    own = set[str]().union(*(defined(each.source()) for each in every(ROOT) if not each.name.startswith(IN_ITS_PLACE)))
    assert {"Loop", "loop.call_soon", "Task.cancel", "gather"} <= own
    assert not own & set(WRITTEN["short"])


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("asyncio.sleep", "asyncio.sleep"), ("asyncio.run(main())", "asyncio.run"),
        ("await asyncio.sleep(0)", "asyncio.sleep"),
        ("async with asyncio.TaskGroup() as group", "asyncio.TaskGroup"),
        ("asyncio.get_running_loop().set_debug(True)", ""), ("unhandled exception during asyncio.run() shutdown", ""),
    ],
)
def test_code_is_about_one_name(code: str, name: str) -> None:
    assert name_of(code) == name


def test_a_section_leads_once_to_the_documentation_in_its_language(tiny_book: TinyBook) -> None:
    tiny_book.page(PAGE)
    assert tiny_book.build("pl") == (0, "")
    page = tiny_book.html("pl")
    link = '<a class="python reference external" href="https://docs.python.org/pl/3/library/{}"><code>{}</code></a>'
    assert page.count('class="python') == 3
    assert "Await " + link.format("asyncio-task.html#asyncio.sleep", "asyncio.sleep(1)") in page
    assert "<p>" + link.format("asyncio-task.html#asyncio.sleep", "asyncio.sleep()") in page
    assert link.format("heapq.html#module-heapq", "heapq") in page
    assert 'href="https://docs.python.org/pl/3/library/asyncio.html">once' in page


def test_a_name_that_the_table_lacks_is_told(tiny_book: TinyBook, tmp_path: Path) -> None:
    tiny_book.page("# A page\n\nWhat does\n`asyncio.slumber()` do?\n")
    tiny_book.refused(
        "docs/index.md:3", "asyncio.slumber: press/links/python_names.toml does not say on which page", "'undocumented'"
    )
    table = tmp_path / "names.toml"
    table.write_text(TABLE.read_text("utf-8").replace('"isfuture"', '"is_future"'), "utf-8")
    with pytest.raises(ExtensionError, match=r"names.toml: short: is_future means nothing; name one under \[pages\]"):
        read(table)
