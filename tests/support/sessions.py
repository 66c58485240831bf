"""The examples that Sybil runs: sessions, the fences of pages, docstrings, and the beginnings of exercises.

A session is the input of one Python: a file, a fence, a docstring. Each of its examples is one of Sybil's.
The first one that is asked for runs them all, so they come in their order and in one process with pytest-randomly and
pytest-xdist, too, an example can be chosen alone, and at the end it is seen whether anything was left behind.
"""
from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr
from pathlib import Path
from textwrap import dedent, indent
from unittest import SkipTest
from unittest.mock import patch

import pytest
from sybil import Document, Example, Region, Sybil
from sybil.document import PythonDocStringDocument
from sybil.evaluators.doctest import KEEP_TRAILING_WHITESPACE, DocTestEvaluator
from sybil.integration.pytest import SybilItem
from sybil.parsers.abstract import DocTestStringParser
from sybil.parsers.myst import CodeBlockParser
from sybil.sybil import SybilCollection

from press.catalogue import PACKAGE, session_of_exercise
from press.leaks import Leak, no_leaks
from press.proof import OPTIONS, Keyboard, run_commands, unproved

AS_SHOWN = OPTIONS | KEEP_TRAILING_WHITESPACE
"""A blank at the end of a line counts: a prompt ends in one."""
RAISED = "Exception raised:"
"""How Sybil begins to tell of an example that did not get to its end."""
NOT_YET = "NotImplementedError"
ANSWERED = f"It does not end in {NOT_YET}. An answer is yours alone: git restore ghetto_asyncio/*/exercises"


class Session(DocTestEvaluator):
    """Evaluates the examples of one session, in a namespace of its own."""

    def __init__(self) -> None:
        super().__init__(AS_SHOWN)
        self.said: dict[int, str] = {}
        """The fault of each example that was run, or nothing, by its start."""

    def __call__(self, example: Example) -> str:
        """Return the fault of the example; skip it if one above it raised an exception."""
        if not self.said:
            self.run([other for other in example.document if other.region.evaluator is self])
        if example.start not in self.said:
            raise SkipTest("not run, since an example above it raised an exception")
        return self.said[example.start]

    def run(self, examples: Sequence[Example]) -> None:
        """Run the examples, until one raises an exception; the last one answers for leaks."""
        namespace = {**examples[0].document.namespace, "__name__": "__main__"}
        keyboard, said = Keyboard(), ""
        try:
            with no_leaks(), patch("builtins.input", keyboard):
                for example in examples:
                    example.namespace = namespace
                    keyboard.shown = example.parsed.want
                    said = super().__call__(example)
                    self.said[example.start] = said and f"Typed:\n{indent(example.parsed.source, '    ')}{said}"
                    if said.startswith(RAISED):
                        break
                namespace.clear()
        except Leak as leak:
            if not said.startswith(RAISED):
                self.said[example.start] += f"A session closes what it opens; this one {leak}\n"


def regions(text: str, start: int, wrong: dict[int, str]) -> Iterator[Region]:
    """Yield the examples of a session that begins there in its document, or the lines with a wrong form."""
    lines = text.splitlines(keepends=True)
    for number, complaint in wrong.items():
        place = start + sum(map(len, lines[: number - 1]))
        yield Region(place, place, complaint, lambda example: str(example.parsed))
    for region in DocTestStringParser(Session())(text, "") if not wrong else ():
        region.start += start
        region.end += start
        yield region


def whole(document: Document) -> Iterator[Region]:
    """A session file is one session."""
    yield from regions(document.text, 0, unproved(document.text))


def fences(document: Document) -> Iterator[Region]:
    """Each ``pycon`` fence of a page is a session."""
    for fence in CodeBlockParser("pycon")(document):
        yield from regions(fence.parsed, fence.start + fence.parsed.offset, unproved(fence.parsed))


def docstring(document: Document) -> Iterator[Region]:
    """A docstring from its first prompt on is a session, indented or not."""
    prompt = document.text.find(">>> ")
    if prompt >= 0:
        start = document.text.rfind("\n", 0, prompt) + 1
        text = document.text[start:].rstrip(" ")
        yield from regions(text, start, unproved(dedent(text)))


def beginning(document: Document) -> Iterator[Region]:
    """The beginning of an exercise is one example, which the session of its solution shows not to be implemented."""
    yield Region(0, document.end, None, evaluate_beginning)


def evaluate_beginning(example: Example) -> str:
    """Run the session of the solution with the beginning in its place; return the fault, or nothing."""
    path = Path(example.path)
    text = session_of_exercise(f"{path.parents[1].name}.{path.stem}", path.parents[3])
    document, session = Document(text, example.path), Session()
    for region in DocTestStringParser(session)(document.text, document.path):
        document.add(region)
    with redirect_stderr(io.StringIO()) as errors:
        session.run(list(document))
    said = next(filter(None, session.said.values()), "")
    return "" if said and NOT_YET in said + errors.getvalue() else f"{ANSWERED}\n{said}"


class Docstrings(PythonDocStringDocument):
    """The docstrings of a module. Hardly one has a prompt, and where there is none, nothing is parsed."""

    @staticmethod
    def extract_docstrings(python_source_code: str) -> Iterator[tuple[int, int, str]]:
        """Yield start, end and text of each docstring."""
        if ">>> " in python_source_code:
            yield from PythonDocStringDocument.extract_docstrings(python_source_code)


def documents(root: Path) -> SybilCollection:
    """Return Sybil's documents below a root."""
    return SybilCollection(
        [
            Sybil([whole], path=str(root / "listings"), patterns=["*.pycon"]),
            Sybil(
                [fences, CodeBlockParser("console", lambda example: run_commands(example.parsed, root))],
                path=str(root), patterns=["*.md"],
            ),
            Sybil([docstring], path=str(root / PACKAGE), patterns=["*.py"], document_types={".py": Docstrings}),
            Sybil(
                [beginning], path=str(root / PACKAGE), patterns=["*/exercises/*.py"], excludes=["__init__.py"],
                document_types={".py": Document},
            ),
        ]
    )


LONG = ("test_published_programs.py", "test_oracle.py", "test_catalogues.py", "test_environment.py")
"""Long tests come first, or the other workers would wait for them at the end."""


def side_by_side(items: list[pytest.Item]) -> None:
    """Put the examples of a document, which are run together, side by side again in the random order; LONG first.

    The tests of a folder stay together, too: they ask for the same pages, recordings and browser, and a worker
    that has these has them for all of them.
    """
    places: dict[object, int] = {}

    def place(item: pytest.Item) -> tuple[bool, bool, int, int, int]:
        document, start = (item.parent, item.example.start) if isinstance(item, SybilItem) else (item, 0)
        folder = item.path.parent
        return (
            item.path.name not in LONG, folder.name != "browser", places.setdefault(folder, len(places)),
            places.setdefault(document, len(places)), start,
        )

    items.sort(key=place)
