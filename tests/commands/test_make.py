"""What somebody types at the command line, typed."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from press.catalogue import ROOT
from press.language import FOLDER, LANGUAGES, TRANSLATIONS
from tests.support.shell import Done, finish, run, start
from tests.support.tiny.book import PAGE, TinyBook

OFFERED = {code for code, language in LANGUAGES.items() if not language.begun}


class Checkout:
    """A checkout of a tiny book, which borrows the environment of this one."""

    def __init__(self, book: TinyBook) -> None:
        self.book, self.root = book, book.root
        shutil.copy(ROOT / "Makefile", self.root)
        for name in ("press", "requirements", ".venv"):
            (self.root / name).symlink_to(ROOT / name)
        ignored = shutil.ignore_patterns("tests", "__pycache__")
        shutil.copytree(ROOT / "whoruns", self.root / "whoruns", ignore=ignored)  # make update writes into it

    def start(self, *words: str, environment: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
        """Start make with these words, and with this environment on top of a bare one."""
        bare = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
        # another Python would set up the borrowed environment anew
        bare["PYTHON"] = sys.executable
        return start("make", *words, cwd=self.root, environment=bare | dict(environment or {}))

    def make(self, *words: str, environment: Mapping[str, str] | None = None) -> Done:
        """Run make to its end."""
        with self.start(*words, environment=environment) as process:
            return finish(process)

    def environment(self, *words: str, **environment: str) -> list[str]:
        """Return the environment of what make starts, a variable a line."""
        with (self.root / "Makefile").open("a") as makefile:
            makefile.write("\nseen:\n\t@env\n")
        status, said = self.make("seen", *words, environment=environment)
        assert status == 0, said
        return said.splitlines()

    def would_build(self, *words: str, environment: Mapping[str, str] | None = None) -> set[str]:
        """Which books would make build?"""
        status, said = self.make("--dry-run", *words, environment=environment)
        assert status == 0, said
        return set(re.findall(r" -D language=(\S+) ", said))

    def pretend(self, *languages: str) -> None:
        """Put a page into these books."""
        for language in languages:
            path = self.root / f"_build/html/{language}/index.html"
            path.parent.mkdir(parents=True)
            path.touch()

    def offered(self, language: str) -> set[str]:
        """Which other languages does the switcher on the page of a book offer?"""
        page = (self.root / f"_build/html/{language}/index.html").read_text("utf-8")
        return {code for code in LANGUAGES if f'href="../{code}/index.html"' in page}

    def built(self) -> set[str]:
        """Which languages are there?"""
        return {language for language in LANGUAGES if (self.root / f"_build/html/{language}/index.html").is_file()}


@pytest.fixture
def checkout(tiny_book: TinyBook) -> Checkout:
    return Checkout(tiny_book)


def test_a_typed_language_means_one_book_and_the_locale_of_the_user_none(checkout: Checkout) -> None:
    for typed, book in {"pl": "pl", "zh": "zh_CN", "zh_CN": "zh_CN", "zh-CN": "zh_CN"}.items():
        assert checkout.would_build("html", f"LANG={typed}") == {book}
    for locale in ({"LANG": "pl_PL.UTF-8"}, {"LANG": "pl"}, {"LC_ALL": "xx_XX.UTF-8"}):
        assert checkout.would_build("html", environment=locale) == OFFERED
    assert checkout.would_build("check") == {"en"}
    assert checkout.would_build("check", "LANG=zh") == {"en", "zh_CN"}
    checkout.pretend("en")
    assert checkout.would_build("take", "LANG=pl") == {"pl"}
    assert '\nBOOK_LANGUAGES="pl" ' in checkout.make("--dry-run", "take", "LANG=pl").said


def test_a_zip_waits_for_the_python_that_its_pages_lead_to(checkout: Checkout) -> None:
    """With four jobs at once, and npm slow, it was packed too early."""
    for words, expected in ((("RUN=1",), ["python_in_page", "zip_site"]), ((), ["zip_site"])):
        said = checkout.make("--dry-run", "zip", "LANG=pl", *words).said
        assert re.findall(r"press\.commands\.(\w+)", said) == expected


def test_what_make_starts_is_told_of_books_and_of_no_locale(checkout: Checkout) -> None:
    seen = checkout.environment("LANG=zh-CN", PYTHONDONTWRITEBYTECODE="1")
    assert {"BOOK_LANGUAGES=zh_CN", "LC_ALL=C"} <= set(seen)
    assert not [line for line in seen if line.startswith(("LANG=", "LANGUAGE=", "PYTHONDONT")) or "LANG=zh" in line]
    checkout.pretend("en", "ru", "pl")
    assert "BOOK_LANGUAGES=en pl ru zh_CN" in checkout.environment("LANG=zh-CN"), "what is there is offered"


def test_sphinx_is_asked_only_where_something_has_changed(checkout: Checkout) -> None:
    def asked(*words: str) -> bool:
        status, said = checkout.make("html-pl", "SPHINX=echo here I am", *words)
        assert status == 0, said
        return "here I am" in said

    checkout.pretend("pl")
    other, page = checkout.root / "docs/other.md", checkout.root / "_build/html/pl/index.html"
    catalogue = checkout.root / "locale/pl/LC_MESSAGES/other.po"
    catalogue.parent.mkdir(parents=True)
    assert asked()
    for change in (other.touch, catalogue.touch, other.unlink, (checkout.root / "conf.py").touch):
        assert not asked()
        change()
        assert asked(), change
    assert [asked("BOOK_URL=https://example.org/") for _ in range(2)] == [True, False]
    page.unlink()
    assert asked("BOOK_URL=https://example.org/")
    page.touch()
    assert (asked(), asked()) == (True, False)
    other.touch()
    assert checkout.make("html-pl", "SPHINX=false").status == 2
    assert asked(), "what went wrong is not passed over"


def test_a_language_without_a_book_is_refused_in_one_line(checkout: Checkout) -> None:
    for target, typed in (("live", "xx"), *(("html", each) for each in ("xx", "", "pl_PL.UTF-8", "pl ru", "PL"))):
        status, said = checkout.make(target, f"LANG={typed}")
        assert (status, said.count("\n")) == (2, 1)
        assert f"no book for LANG='{typed}'. There are: {' '.join(LANGUAGES)}" in said
    assert checkout.built() == set()


def test_a_language_that_is_begun_is_built_for_those_who_ask(checkout: Checkout) -> None:
    (checkout.root / "press").unlink()
    folder = shutil.copytree(FOLDER, checkout.root / "press/languages")
    (folder / "de.toml").write_text('name = "Deutsch"\nbegun = true\n', "utf-8")
    checkout.pretend("de")
    assert checkout.would_build("html", "LANG=de") == {"de"}
    assert checkout.would_build("html") == OFFERED
    offered = re.search(r"start_page _build/html (.*)", checkout.make("--dry-run", "html").said)
    assert offered and set(offered[1].split()) == OFFERED, "nobody is led to it, though it is there"
    (folder / "de.toml").write_text('name = "Deutsch"\nbegun = true\nwhole = ["loop"]\n', "utf-8")
    assert checkout.would_build("html") == OFFERED | {"de"}


def test_all_books_are_built_under_a_locale_that_is_not_there(checkout: Checkout) -> None:
    """Here, all are two."""
    status, said = checkout.make("html", "LANGUAGES=en ru", environment={"LC_ALL": "xx_XX.UTF-8", "LANG": "pl"})
    assert status == 0, said
    assert checkout.built() == {"en", "ru"}
    assert (checkout.root / "_build/html/index.html").is_file()
    assert (checkout.offered("en"), checkout.offered("ru")) == ({"ru"}, {"en"})


def test_each_typed_language_builds_one_book_two_at_the_same_time(checkout: Checkout) -> None:
    with checkout.start("html", "LANG=pl") as one, checkout.start("html", "LANG=zh-CN") as other:
        done = finish(one), finish(other)
    assert done == tuple((0, f"file://{checkout.root}/_build/html/{book}/index.html\n") for book in ("pl", "zh_CN"))
    assert checkout.built() == {"pl", "zh_CN"}


def test_an_error_in_a_page_fails_the_make(checkout: Checkout) -> None:
    (checkout.root / "docs/index.md").write_text("# A page\n\n{ref}`nowhere`\n", "utf-8")
    status, said = checkout.make("html", "LANG=en")
    assert status == 2
    assert "docs/index.md:3" in said


def test_a_missing_python_is_named_with_its_package(checkout: Checkout) -> None:
    status, said = checkout.make("html", "PYTHON=python9.9")
    assert status == 2
    assert "There is no python9.9" in said
    assert "apt install python3 python3-venv" in said


@pytest.mark.parametrize("beside", [True, False], ids=["typed beside the program", "typed in the book"])
def test_a_program_of_ones_own_is_recorded_in_its_folder(beside: bool, checkout: Checkout, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin/mine.py"
    program.write_text("import os, sys\ndef seen():\n    yield os.getcwd()\n    yield from sys.argv\nprint(*seen())\n")
    file, here = ("bin/mine.py", tmp_path) if beside else (str(program), checkout.root)
    words = ("record", f"FILE={file}", "LANG=pl", "ARGS=1 2")
    status, said = checkout.make(*words, environment={"PWD": str(here)})
    assert (status, said.splitlines()[0]) == (0, f"{program.parent} mine.py 1 2"), said
    assert '<html lang="pl">' in program.with_suffix(".html").read_text("utf-8")


def test_update_extracts_and_merges(checkout: Checkout) -> None:
    """The last one was made when the index had the listing, and there was one page more."""
    old = checkout.root / "_build/gettext/gone.pot"
    old.parent.mkdir(parents=True)
    gone = checkout.book.translate({"Gone": "Nie ma"}, page="gone")
    old.write_bytes(gone.read_bytes())
    page = checkout.book.translate({"A page": "Strona", "a comment": "komentarz"})
    checkout.book.page("# Another title\n")
    for name, text in {"code": PAGE, "other": "# a comment\n"}.items():
        checkout.book.page(f"---\norphan: true\n---\n\n{text}", name)
    status, said = checkout.make("update")
    assert status == 0, said
    for language in TRANSLATIONS:
        catalogue = (checkout.root / f"locale/{language}/LC_MESSAGES/code.po").read_text("utf-8")
        text = "komentarz" if language == "pl" else ""
        assert f'#: ghetto_asyncio/part/count.py\nmsgid "a comment"\nmsgstr "{text}"' in catalogue
    assert not gone.exists()
    comment, title = 'msgid "a comment"\nmsgstr "', 'msgid "Another title"\nmsgstr ""'
    assert (comment in page.read_text("utf-8"), title in page.read_text("utf-8")) == (False, True)
    other = page.with_name("other.po").read_text("utf-8")
    assert f'{comment}komentarz"' in other, "what one page says has its translation on the other, too"


def test_help_names_every_command(checkout: Checkout) -> None:
    status, said = checkout.make("help")
    assert status == 0
    (targets,) = re.findall(r"(?m)^\.PHONY: (.*)$", (ROOT / "Makefile").read_text("utf-8"))
    inner = {"style", "reading", "writing", "judges", "service", "checking", "paper"}
    commands = {name for name in targets.split() if name.isalpha()} - inner
    assert set(re.findall(r"(?m)^  make (\w+)  ", said)) == commands
    assert checkout.make() == (status, said)


def test_clean_removes_what_was_built(checkout: Checkout) -> None:
    checkout.pretend("en")
    assert checkout.built() == {"en"}
    assert checkout.make("clean")[0] == 0
    assert checkout.built() == set()
    assert (checkout.root / ".venv").exists()


def test_exercises_are_tried_by_name() -> None:
    for name, words in (("turns.weights", "not yet"), ("nothing", "There are: "), ("", "There are: ")):
        status, said = run("make", "exercise", f"NAME={name}", cwd=ROOT)
        assert status == 2
        assert words in said


def test_readers_need_fewer_packages_than_writers() -> None:
    reading, writing = ((ROOT / f"requirements/{name}.txt").read_text() for name in ("book", "dev"))
    pins = [{line.split(" ")[0] for line in text.splitlines() if "==" in line} for text in (reading, writing)]
    assert pins[0] < pins[1]
    assert not [path.name for path in ROOT.glob("requirements/*.txt") if "://" in path.read_text("utf-8")]

