"""Run the sessions, doctests and commands of a book. Standard library only.

usage: python -W error -m press.proof TREE

TREE holds ghetto_asyncio/, listings/ and, if it was taken from the pages of a book,
blocks.json. Everything in it is run with the Python that runs this file. Prints the failures
and the number of runs; exit status 1 if anything failed.
"""
from __future__ import annotations

import ast
import builtins
import doctest
import functools
import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

from press.leaks import Leak, no_leaks
from whoruns.recorder import replacing

SECONDS = 30
"""A command that takes longer has failed."""
OPTIONS = doctest.DONT_ACCEPT_TRUE_FOR_1
UNPROVED = {
    r"\A(?!>>> )": "a session begins with a prompt at the left margin; without one, nothing is run",
    r"^[ \t]*\n": "an empty line, which ends what is printed; write <BLANKLINE> if one is printed",
    r"^[ \t]+>>>": "a prompt that is not at the left margin",
    r"^>>>[ \t]*(#.*)?$": "a prompt with nothing typed",
    r"^(>>>|\.\.\.)[^ \n]": "a prompt without a blank after it",
    r"^(>>>|\.\.\.) .*#\s*doctest:":
        "a doctest option can hide a difference; write the session so that it needs none",
    r"^Traceback \((?!.*\n  \.\.\.\n)":
        "of a traceback, only its first line and the exception are compared; between them write one line, '  ...'",
}
"""Lines that doctest would pass over in silence, or that are not as they would be on a screen, and the complaint."""


def unproved(text: str) -> dict[int, str]:
    """Return {number of a line: its fault of form} of a session."""
    wrong: dict[int, str] = {}
    for pattern, complaint in UNPROVED.items():
        for found in re.finditer(pattern, text, re.MULTILINE):
            wrong.setdefault(text.count("\n", 0, found.start()) + 1, complaint)
    return wrong


def run_doctest(text: str, name: str, path: str, line: int = 0) -> str:
    """Run a session in a namespace of its own; return the failures, or nothing."""
    if wrong := unproved(text):
        return "".join(f"{path}:{line + number}: {complaint}\n" for number, complaint in wrong.items())
    return run_examples(doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, name, path, line), path)


class Keyboard:
    """Takes the place of input(): types the session's text after the prompt; ``^D`` is the end of the input."""

    shown = ""

    def __call__(self, prompt: str = "") -> str:
        _, found, after = self.shown.partition(prompt)
        line, _, self.shown = after.partition("\n")
        if not found:
            print(f"{prompt}, and nothing is typed")
            raise EOFError(f"nothing is typed after {prompt!r}")
        return replacing.typed(prompt, line)


class Runner(doctest.DocTestRunner):
    """Runs a session with its keyboard."""

    keyboard: Keyboard

    def report_start(self, out: object, test: doctest.DocTest, example: doctest.Example) -> None:
        self.keyboard.shown = example.want

    def run(self, *args: Any, **options: Any) -> Any:
        self.keyboard = Keyboard()
        before, builtins.input = builtins.input, self.keyboard  # type: ignore[assignment]
        try:
            return super().run(*args, **options)
        finally:
            builtins.input = before


def run_examples(test: doctest.DocTest, path: str) -> str:
    """Run the examples, and see that they leave nothing behind."""
    report: list[str] = []
    try:
        with no_leaks():
            runner = Runner(verbose=False, optionflags=OPTIONS)
            runner.run(test, out=report.append)
            test.globs.clear()
    except Leak as leak:
        report.append(f"{path}:{(test.lineno or 0) + 1}: {leak}\n")
    return "".join(report)


def run_commands(text: str, root: Path) -> str:
    """Run the lines after ``$`` and compare their output; return the failure, or nothing.

    Only ``python`` can be run: with this Python, in `root`, where warnings are errors.
    """
    if not text.startswith("$ "):
        return f"{text.splitlines()[0]!r} stands before the first command"
    for part in text[2:].split("\n$ "):
        command, _, want = part.partition("\n")
        program, *arguments = shlex.split(command)
        if program != "python":
            return f"{command!r} is not a call of python and cannot be proved; make it an illustration"
        want = want.rstrip("\n")
        done = subprocess.run(
            [sys.executable, "-X", "dev", "-W", "error", *arguments], cwd=root, timeout=SECONDS,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
            env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        )
        got = done.stdout.rstrip("\n")
        if got != want:
            return f"{command} printed\n{got}\nand not\n{want}"
    return ""


@functools.cache
def lacks(source: str, root: Path) -> frozenset[str]:
    """Return the packages that a program imports, itself or through its listings, and that this Python hasn't got."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    found: frozenset[str] = frozenset()
    for name in names:
        if (path := root / f"{name.replace('.', '/')}.py").is_file():
            found |= lacks(path.read_text("utf-8"), root)
    tops = {name.partition(".")[0] for name in names} - sys.stdlib_module_names
    return found | {top for top in tops if not (root / top).exists() and not installed(top)}


@functools.cache
def installed(package: str) -> bool:
    """Is there such a package in this Python?"""
    return importlib.util.find_spec(package) is not None


def typed_in(session: str) -> str:
    """Return the program that a session types, as far as it can be read."""
    typed = [example.source for example in doctest.DocTestParser().get_examples(session)]
    return "\n".join(source for source in typed if source.lstrip().startswith(("import ", "from ")))


def run_tree(root: Path) -> tuple[int, list[str], list[tuple[str, frozenset[str]]]]:
    """Run all of the tree; return the number of runs, the failures, and the packages that sessions lack here."""
    sys.path.insert(0, str(root))
    failures, count = [], 0
    left_out: list[tuple[str, frozenset[str]]] = []
    for path in sorted(root.glob("listings/**/*.pycon")):
        if absent := lacks(typed_in(path.read_text("utf-8")), root):
            left_out.append((str(path.relative_to(root)), absent))
            continue
        count += 1
        failures.append(run_doctest(path.read_text("utf-8"), path.stem, str(path)))
    for path in sorted(root.glob("ghetto_asyncio/**/*.py")):
        name = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        if ">>> " not in path.read_text("utf-8") or lacks(path.read_text("utf-8"), root):
            continue
        for test in doctest.DocTestFinder().find(__import__(name, fromlist=["_"]), name):
            if test.examples:
                count += 1
                failures.append(run_examples(test, str(path)))
    blocks = root / "blocks.json"
    for block in json.loads(blocks.read_text("utf-8")) if blocks.exists() else []:
        if block["kind"] == "doctest" and (absent := lacks(typed_in(block["text"]), root)):
            left_out.append((block["page"], absent))
            continue
        count += 1
        if block["kind"] == "doctest":
            failures.append(run_doctest(block["text"], block["page"], block["page"]))
        else:
            failures.append(run_commands(block["text"], root))
    return count, [failure for failure in failures if failure], left_out


if __name__ == "__main__":
    tree = Path(sys.argv[1]).resolve()
    sys.path.remove(os.getcwd())  # what is proved is in the tree, and nowhere else
    os.chdir(tree)
    count, failures, left_out = run_tree(tree)
    print("\n".join(failures))
    for name, absent in left_out:
        print(f"{name} not run: no {', '.join(sorted(absent))} here")
    print(f"{count} run with Python {sys.version.split()[0]}, {len(failures)} failed")
    sys.exit(1 if failures or not count else 0)
