"""A book of one page, made anew for each test, to be spoilt and built."""
from __future__ import annotations

import gc
import io
import logging
import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from types import CodeType
from unittest.mock import patch

import pytest
import sphinx.locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from bs4 import BeautifulSoup
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.sandbox import SandboxedEnvironment
from myst_parser.mdit_to_docutils import base
from myst_parser.parsers import sphinx_
from myst_parser.parsers.mdit import create_md_parser
from sphinx import jinja2glue
from sphinx.cmd.build import build_main
from sphinx.environment.collectors.toctree import TocTreeCollector
from sphinx.util.logging import VERBOSE

from press.catalogue import ROOT
from press.language import SOURCE
from press.theme.numbering import SPHINX
from tests.support.shell import Done, run
from whoruns.recorder.sandbox import fresh_listings
from whoruns.wording import speaking

MODULE = '''\
"""Count up."""


def count(limit):
    """Give the numbers below the limit."""
    # a comment
    return list(range(limit))
'''

SESSION = """\
>>> from ghetto_asyncio.part.count import count
>>> count(3)
[0, 1, 2]
"""

PAGE = """\
# A page

```{listing} part.count
:caption: Counting
```
"""


class Compiled(BytecodeCache):
    """Keeps compiled templates, which are most of the work of a small build, by name and source."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take the kept code."""
        bucket.code = self.kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep it."""
        self.kept[bucket.key, bucket.checksum] = bucket.code


COMPILED = Compiled()


class TinyBook:
    """The book's own conf.py over a page and a listing."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "docs").mkdir(parents=True)
        shutil.copy(ROOT / "conf.py", root)
        self.write("ghetto_asyncio/__init__.py", "")
        self.write("ghetto_asyncio/part/__init__.py", "")
        self.listing("part.count", MODULE, SESSION)
        self.page(PAGE)

    def write(self, path: str, text: str) -> Path:
        """Write a file below the root."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        return file

    def listing(self, name: str, module: str, session: str | None = None) -> None:
        """Write the module, and the session if there is one."""
        path = name.replace(".", "/")
        self.write(f"ghetto_asyncio/{path}.py", module)
        if session is not None:
            self.write(f"listings/{path}.pycon", session)

    def page(self, text: str, name: str = "index") -> None:
        """Write a page."""
        self.write(f"docs/{name}.md", text)

    def translate(self, messages: dict[str, str], language: str = "pl", page: str = "index") -> Path:
        """Write the catalogue of a page."""
        catalogue = Catalog(locale=language)
        for english, text in messages.items():
            catalogue.add(english, text)
        path = self.root / "locale" / language / "LC_MESSAGES" / f"{page}.po"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalogue)
        return path

    def arguments(self, language: str, builder: str, folder: str) -> list[str]:
        """Return make's arguments of Sphinx; the pages are for the folder that is called like the builder."""
        target = folder or builder
        return [
            "-q", "-W", "-n", "--keep-going", "--no-color",  # with CI=true, Sphinx colours also what is no terminal
            "-c", str(self.root), "-b", builder, "-D", f"language={language}",
            "-d", str(self.root / "doctrees" / language / target),
            str(self.root / "docs"), str(self.root / target / language),
        ]

    def build(self, language: str = "en", builder: str = "html", offered: str = "") -> Done:
        """Build the book in this process, where a warning of Python is an error as in every test.

        `offered` are the languages of the switcher; without them, there is this one alone.
        """
        with fresh_listings(self.root):
            done = build(*self.arguments(language, builder, ""), BOOK_LANGUAGES=offered or language)
        return Done(done.status, done.said.replace(f"{self.root}/", ""))

    def build_apart(self, language: str, jobs: int, folder: str) -> Done:
        """Build the book in processes of its own, into this folder."""
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "BOOK_LANGUAGES": language}
        arguments = ["-j", str(jobs), *self.arguments(language, "html", folder)]
        return run(sys.executable, "-m", "sphinx", *arguments, cwd=self.root, environment=environment)

    def html(self, language: str = "en", page: str = "index") -> str:
        """Return a built page."""
        return (self.root / "html" / language / f"{page}.html").read_text("utf-8")

    def made(self, language: str = "en", page: str = "index", offered: str = "") -> BeautifulSoup:
        """Build the book, which has to succeed, and return a page."""
        built = self.build(language, offered=offered)
        assert built.status == 0, built.said
        return BeautifulSoup(self.html(language, page), "html.parser")

    def refused(self, *words: str, language: str = "en") -> str:
        """Build, assert that it fails with a message that holds the words, and return that."""
        built = self.build(language)
        assert built.status, "this should not have been built"
        missing = [word for word in words if word not in built.said]
        assert not missing, f"{missing} not in:\n{built.said}"
        return built.said

    def all_refused(self, wrong: Sequence[tuple[str, int, Sequence[str]]], language: str = "en") -> None:
        """Build wrong pages, and assert that each is named with the line and a message that holds the words."""
        for number, (text, _line, _words) in enumerate(wrong):
            self.page(f"---\norphan: true\n---\n{text}", f"wrong{number}")
        said = self.build(language).said
        for number, (text, line, words) in enumerate(wrong):
            found = re.findall(rf"(?m)^docs/wrong{number}\.md:{line + 3}: (?:.|\n(?!docs/))*", said)
            assert any(all(word in each for word in words) for each in found), f"{words} is not said of\n{text}\n{said}"


def build(*arguments: str, **environment: str) -> Done:
    """Call Sphinx in this process, which has it already, with these variables of the environment."""
    said = io.StringIO()
    with fresh_sphinx(), redirect_stdout(said), redirect_stderr(said):
        os.environ.update(environment)
        status = build_main(arguments)
    return Done(status, said.getvalue())


@contextmanager
def fresh_sphinx() -> Iterator[None]:
    """Let a build begin with nothing that an earlier one has left, and leave nothing itself."""
    with (
        patch.dict(os.environ),
        patch.dict(sphinx.locale.translators, clear=True),
        patch.dict("gettext._translations", clear=True),  # by path, for ever
        patch.object(jinja2glue, "SandboxedEnvironment", partial(SandboxedEnvironment, bytecode_cache=COMPILED)),
        # press.theme.quicker has both remember
        patch.object(base, "make_document", base.make_document),
        patch.object(sphinx_, "create_md_parser", create_md_parser),
        patch.object(TocTreeCollector, "assign_section_numbers", SPHINX),  # press.theme.numbering has its own
        speaking(SOURCE),  # and its language
    ):
        logging.disable(VERBOSE)  # of what nobody is told, Sphinx writes a thousand records in each build
        try:
            yield
        finally:
            logging.disable(logging.NOTSET)
            gc.enable()  # a build that fails at once leaves it off


@pytest.fixture
def tiny_book(tmp_path: Path) -> TinyBook:
    """A book that builds."""
    return TinyBook(tmp_path / "book")
