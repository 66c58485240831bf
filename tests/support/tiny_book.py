"""A book of one page, made anew for each test, to be spoilt and built."""
from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from press.catalogue import ROOT
from tests.support.shell import Done, run

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

    def build(self, language: str = "en", builder: str = "html", jobs: int = 1, folder: str = "") -> Done:
        """Build the book as make does, into the folder that is called like the builder."""
        target = folder or builder
        environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "1", "PYTHONDEVMODE": "", "BOOK_LANGUAGES": language}
        environment["PYTHONPATH"] = str(ROOT)  # there is the press; the listings are below the current folder
        done = run(
            sys.executable, "-m", "sphinx", "-q", "-W", "-n", "--keep-going", "-j", str(jobs), "-c", self.root,
            "-b", builder, "-D", f"language={language}", "-d", self.root / "doctrees" / language / target,
            self.root / "docs", self.root / target / language, cwd=self.root, environment=environment,
        )
        return Done(done.status, done.said.replace(f"{self.root}/", ""))

    def html(self, language: str = "en", page: str = "index") -> str:
        """Give a built page."""
        return (self.root / "html" / language / f"{page}.html").read_text("utf-8")

    def refused(self, *words: str, language: str = "en") -> None:
        """Build, and assert that it fails with a message that holds the words."""
        built = self.build(language)
        assert built.status, "this should not have been built"
        missing = [word for word in words if word not in built.said]
        assert not missing, f"{missing} not in:\n{built.said}"


@pytest.fixture
def tiny_book(tmp_path: Path) -> TinyBook:
    """A book that builds."""
    return TinyBook(tmp_path / "book")
