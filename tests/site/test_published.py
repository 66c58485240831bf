"""The code on the finished pages, in all languages, is the code that is tested."""
from __future__ import annotations

import shlex
import sys
from collections import Counter

import pytest
from sybil.parsers.myst import CodeBlockParser

from press.catalogue import ROOT, UNSHOWN, every, every_exercise
from press.contents import pages
from press.figures.recordings import every_figure
from press.language import LANGUAGES as KNOWN
from tests.support.shell import run
from tests.support.site.census import (
    ILLUSTRATIONS,
    WITH_REMARKS,
    miscounted,
    problems_of,
    problems_of_runs,
    unshown,
    untranslated,
)
from tests.support.site.pages import LANGUAGES
from tests.support.site.pages import pages as book
from tests.support.site.published import blocks
from whoruns.command import parser
from whoruns.tests.complaints import none

TOOLS = {"ss", "strace"}
"""Programs that the book speaks of and does not run on its pages."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_show_what_is_tested(language: str) -> None:
    """Each block that their fences ask for, each run, and comments and docstrings in the language of the page."""
    found, known = blocks(language), KNOWN[language]
    none([*problems_of(found), *miscounted(found), *problems_of_runs(language, every_figure())])
    if language != LANGUAGES[0]:
        none(untranslated([block for block in found if not known.is_behind(block.page)]))


def test_the_blocks_of_the_pages_are_the_same_in_all_languages() -> None:
    english = [block for block in blocks("en") if block.kind not in (*WITH_REMARKS, "piece")]
    for language in LANGUAGES[1:]:
        assert [block for block in blocks(language) if block.kind not in (*WITH_REMARKS, "piece")] == english


def commands(text: str) -> list[str]:
    """Return the lines that are typed: those after a ``$``, or all if there is none."""
    lines = text.splitlines()
    return [line[2:] for line in lines if line.startswith("$ ")] or lines


def test_the_commands_of_illustrations_exist() -> None:
    """They are run elsewhere; here it is seen that what the page says is a command, and of what is there."""
    assert commands("make html\nnc 127.0.0.1 1234\n") == ["make html", "nc 127.0.0.1 1234"]
    assert commands("$ ss -tn\nState Recv-Q\n$ nc 127.0.0.1 1234\n") == ["ss -tn", "nc 127.0.0.1 1234"]
    shown = [block for block in blocks("en") if block.kind == "illustration"]
    assert {block.name for block in shown} == set(ILLUSTRATIONS)
    typed = [pre.text() for page in book("en").values() for pre in page.css(".highlight-sh pre")]
    for program, *arguments in (shlex.split(line) for text in typed for line in commands(text)):
        if program == "make":
            done = run("make", "--dry-run", *arguments, cwd=ROOT)
            assert done.status == 0, done.said
            named = {name[5:] for name in arguments if name.startswith("NAME=")}
            assert named <= set(every_exercise(ROOT))
        elif program == "python":
            done = run(sys.executable, *arguments, "--help", cwd=ROOT)
            assert done.status == 0, done.said
        elif program == "pip":
            install, folder = arguments
            assert install == "install" and (ROOT / folder / "pyproject.toml").is_file()
        elif program == "whoruns":
            assert parser().parse_args(arguments).program
        elif program not in TOOLS:
            assert program == "nc", f"{program} is no command that a reader is known to have"
            host, port = arguments
            server = next(text for text in typed if f"nc {host} {port}" in text)
            assert (host, f"--port {port}\n" in server) == ("127.0.0.1", True), "nobody listens there"


def test_sybil_runs_what_the_pages_show(pytestconfig: pytest.Config) -> None:
    """What is shown as a doctest or an output is in a fence that Sybil finds, word for word."""
    from sybil.document import Document

    shown = Counter((block.page, block.text) for block in blocks("en") if block.kind in ("doctest", "output"))
    run: Counter[tuple[str, str]] = Counter()
    parsers = [CodeBlockParser(kind, lambda example: None) for kind in ("pycon", "console")]
    for page in pages(ROOT):
        path = ROOT / "docs" / f"{page}.md"
        run.update((page, str(example.parsed)) for example in Document.parse(str(path), *parsers))
    assert run == shown


def test_every_listing_and_session_is_on_a_page() -> None:
    none(unshown(blocks("en")))


def test_what_no_page_shows_comes_with_curios_names() -> None:
    """So curio's own tests judge it; but for the clock that jumps, which only its sessions import."""
    done = run(sys.executable, "-c", "import ghetto_asyncio.together.curio, sys; print(*sys.modules)", cwd=ROOT)
    ours = {listing.name for listing in every(ROOT) if listing.name.startswith(UNSHOWN)}
    strange = {name for name in ours if f"ghetto_asyncio.{name}" not in done.said.split()}
    assert strange == {f"{UNSHOWN}virtual"}, "no page has to show these, and nobody judges them"
