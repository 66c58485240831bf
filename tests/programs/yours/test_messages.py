"""Each message of the page on messages has a program, and Python and its packages say it in the words of the page."""
from __future__ import annotations

import json
import re
import sys
from importlib.metadata import files
from importlib.metadata import version as installed
from pathlib import Path

import pytest

from press.catalogue import ROOT
from tests.programs.yours.heard import blocks
from tests.support.illustrations import illustration
from tests.support.shell import run
from whoruns.tests.pythons import pythons

PAGE = ROOT / "docs/messages.md"
MESSAGES = re.findall(r"^\| `([^`]+)` \|", PAGE.read_text("utf-8"), re.MULTILINE)
PLAIN = {"PYTHONPATH": str(ROOT)}
"""The environment of a Python in whose development mode some messages would say more."""
TIMED = """\
import asyncio
from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.monday.handlers_bug import menu, report, request

async def serve(*requests):
    return await asyncio.gather(*(request(handler, at) for handler, at in requests))

with asyncio.Runner(loop_factory=AsyncioLoop, debug=True) as runner:
    runner.run(serve((menu, 0), (report, 0), (menu, 0.5)))
"""


def pattern(message: str) -> str:
    """Return an expression for what the page says of a message, where a … is anything in a line."""
    return ".*".join(map(re.escape, message.split("…")))


def with_sessions(page: str) -> str:
    """Return the text of a page, and the sessions of its listings."""
    names = set(re.findall(r"^`{3,}{listing} ([\w.]+)$", page, re.MULTILINE))
    sessions = [ROOT / "listings" / f"{name.replace('.', '/')}.pycon" for name in names]
    return "\n".join([page, *(session.read_text("utf-8") for session in sessions if session.exists())])


def wrong(programs: str, python: str = sys.executable) -> dict[str, str]:
    """Return the messages that a text's programs do not provoke, and what was said instead."""
    done = run(python, "-m", "tests.programs.yours.heard", programs, environment=PLAIN)
    assert done.status == 0, done.said
    return {message: said for message, said in json.loads(done.said).items() if not re.search(pattern(message), said)}


def said_by(library: str) -> str:
    """Return the code of a library; texts that go on in the next line are whole."""
    code = [each.locate() for each in files(library) or () if each.suffix in {".py", ".pyx"}]
    return re.sub(r'"\s+f?"', "", "".join(Path(each).read_text("latin-1") for each in code))


def test_each_message_has_a_program_or_is_in_the_code_of_a_library() -> None:
    """A server, a client and a database are provoked; of others, it is enough that they have the words."""
    assert len(MESSAGES) > 60
    heads = {head for name in ("messages.txt", "libraries.txt") for _, _, heads in blocks(name) for head in heads}
    code = "".join(map(said_by, ("aiohttp", "anyio", "asyncpg", "redis", "websockets")))
    assert heads <= set(MESSAGES)
    assert [message for message in set(MESSAGES) - heads if message.strip("… ") not in code] == []


def test_the_libraries_say_what_the_page_says() -> None:
    assert wrong("libraries.txt") == {}


def test_pages_name_the_versions_that_are_installed() -> None:
    wanted = (ROOT / "requirements/service.in").read_text("utf-8")
    named = re.findall(r"^([a-z-]+)(?:\[\w+\])? +#", wanted, re.MULTILINE)
    packages = re.compile(rf"\b({'|'.join([*named, 'starlette'])}) (\d+\.[\d.]*\d)", re.IGNORECASE)
    said = {page: packages.findall(page.read_text("utf-8")) for page in (ROOT / "docs").rglob("*.md")}
    assert {name.lower() for name, _ in said[PAGE]} == {*named, "starlette"} - {"uvloop", "ipython", "resvg-py"}
    old = {page.name: pair for page, pairs in said.items() for pair in pairs
           if not f"{installed(pair[0])}.".startswith(f"{pair[1]}.")}
    assert not old


def test_a_message_that_a_page_quotes_leads_to_such_a_page() -> None:
    """“coroutine ignored GeneratorExit” led to a chapter from which it had moved away."""
    rows = re.findall(r"^\| `([^`]+)` \| (.*) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    pages = [page.read_text("utf-8") for page in (ROOT / "docs").rglob("*.md") if page != PAGE]
    assert len(rows) == len(MESSAGES)
    astray = {}
    for message, said in rows:
        words = re.compile(pattern(re.sub("'[^']+'", "'…'", message)))
        labels = {f"({label})=" for label in re.findall(r"{ref}`([\w-]+)`", said)}
        there = [with_sessions(page) for page in pages if any(label in page for label in labels)]
        if any(map(words.search, pages)) and not any(map(words.search, there)):
            astray[message] = labels
    assert not astray


@pytest.mark.parametrize("version", pythons())
def test_each_python_says_what_the_page_says(version: str) -> None:
    assert wrong("messages.txt", pythons()[version]) == {}


@pytest.mark.parametrize("version", pythons())
def test_debug_mode_names_the_line_that_the_chapter_shows(version: str) -> None:
    """Its folders, and line numbers inside asyncio, are not compared."""

    def same(text: str) -> list[str]:
        return re.sub(r"(base_events|tasks)\.py:\d+", r"\1.py", re.sub(r"[^ \"]*/(?=\w+\.py)", "", text)).split()

    done = run(pythons()[version], "-c", TIMED, environment=PLAIN)
    assert same(done.said) == same(illustration("yours/who-holds-everybody-up", "executing-request"))
