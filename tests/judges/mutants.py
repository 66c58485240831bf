"""A statement, or a part of a condition, is cut out of what Part III builds, in memory: a session has to notice.

usage: python -m tests.judges.mutants [MODULE[:NUMBER] ...]

Tries all that can be cut out of the functions of `limits.task`, say, or of all modules below, each in a process of its
own, and says what nobody misses. What no session can miss is named in spared.toml, with the reason.
"""
from __future__ import annotations

import ast
import os
import re
import select
import signal
import sys
import tomllib
import warnings
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sybil import Document
from sybil.parsers.abstract import DocTestStringParser
from sybil.parsers.myst import CodeBlockParser

from tests.support.sessions import Session
from whoruns.tests.mutants import Finder

ROOT = Path(__file__).resolve().parents[2]
BOOK = "ghetto_asyncio"
MODULES = (
    "stopping.task", "limits.task", "limits.timeout", "limits.whose_turn", "groups.taskgroup", "waiting.event",
    "waiting.lock", "waiting.semaphore", "waiting.queue", "waiting.condition",
)
PACKAGES = ("tasks", "stopping", "limits", "groups", "waiting", "ending", "runner")
"""Those whose sessions are tried, beside the fences of the pages."""
PAGES = "docs/asyncio"
PATIENCE = 20
"""Seconds after which it is said that the sessions do not end."""
IMPORTS = re.compile(rf"from {BOOK}\.?([\w.]*) import (\([^)]*\)|[^\n]*)|import {BOOK}\.([\w.]+)")


class Cut(NamedTuple):
    """A statement or a part of a condition that is taken out: its number, where it is, and how it begins."""

    number: int
    where: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.number:3} line {self.line}, {self.where}: {self.text}"


def inside(tree: ast.AST, where: str = "", function: bool = False) -> Iterator[tuple[str, ast.AST]]:
    """Yield what is in the bodies of functions, and the name of the function."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{where}.{node.name}" if where else node.name
            yield from inside(node, name, not isinstance(node, ast.ClassDef))
            continue
        if function:
            yield where, node
        yield from inside(node, where, function)


def cuts(tree: ast.AST) -> Iterator[tuple[str, ast.AST, ast.AST, str]]:
    """Yield each statement, and each part of `and`, `or` and `not`: where it is, what is left, and what is cut out."""
    nodes = list(inside(tree))
    for where, node in nodes:
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node, ast.stmt) and not isinstance(node, ast.Pass) and not docstring:
            yield where, node, ast.Pass(), ast.unparse(node).splitlines()[0]
    for where, node in nodes:
        if isinstance(node, ast.BoolOp):
            word = "and" if isinstance(node.op, ast.And) else "or"
            for part in node.values:
                left = [value for value in node.values if value is not part]
                yield where, node, ast.BoolOp(node.op, left) if left[1:] else left[0], f"{word} {ast.unparse(part)}"
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield where, node, node.operand, ast.unparse(node)


def listed(module: str) -> list[Cut]:
    """Return what can be cut out of a module."""
    tree = ast.parse(source(module))
    return [
        Cut(number, where, getattr(node, "lineno", 0), text) for number, (where, node, _, text) in enumerate(cuts(tree))
    ]


@cache
def source(module: str) -> str:
    """Return the text of a module, or nothing."""
    path = ROOT.joinpath(BOOK, *module.split(".")).with_suffix(".py")
    return path.read_text("utf-8") if path.exists() else ""


def without(text: str, number: int) -> ast.Module:
    """Return a module without what has that number."""
    tree = ast.parse(text)
    _, whole, left, _ = list(cuts(tree))[number]

    class Out(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return ast.copy_location(left, whole) if node is whole else super().generic_visit(node)

    Out().visit(tree)
    return ast.fix_missing_locations(tree)


def imported(text: str) -> set[str]:
    """Return the modules that a text imports from the book."""
    found = set()
    for package, names, module in IMPORTS.findall(text):
        found |= {module or package} | {f"{package}.{name}".strip(".") for name in re.findall(r"\w+", names)}
    return {name for name in found if source(name)}


@cache
def stands_on(module: str) -> frozenset[str]:
    """Return the modules of the book that a module imports, and those that these import."""
    below = imported(source(module))
    return frozenset(below).union(*map(stands_on, below))


class Played(NamedTuple):
    """A session of the book, and the modules that it runs."""

    name: str
    text: str
    modules: frozenset[str]


@cache
def played() -> tuple[Played, ...]:
    """Return the sessions of Part III: of its listings, and of its pages."""
    found = []
    for package in PACKAGES:
        folder = ROOT / "listings" / package
        for path in sorted(folder.glob("**/*.pycon")):
            own = ".".join(path.relative_to(ROOT / "listings").with_suffix("").parts)
            found.append((path.relative_to(ROOT).as_posix(), path.read_text("utf-8"), {own}))
    for path in sorted((ROOT / PAGES).glob("*.md")):
        document = Document(path.read_text("utf-8"), str(path))
        for fence in CodeBlockParser("pycon")(document):
            line = document.line_column(fence.start).split(",")[0]
            found.append((f"{path.relative_to(ROOT)}, {line}", str(fence.parsed), set()))
    return tuple(
        Played(name, text, frozenset(modules).union(*(stands_on(each) | {each} for each in modules)))
        for name, text, own in found
        for modules in [imported(text) | own]
    )


def witnesses(module: str) -> list[Played]:
    """Return the sessions that run a module, those of its own package first."""
    package = f"listings/{module.split('.')[0]}/"
    return sorted(
        (each for each in played() if module in each.modules),
        key=lambda each: (not each.name.startswith(package), len(each.modules)),
    )


def complaint(sessions: Iterable[Played]) -> str:
    """Play sessions; return what is wrong with the first one that fails."""
    for each in sessions:
        session, document = Session(), Document(each.text, each.name)
        for region in DocTestStringParser(session)(each.text, each.name):
            document.add(region)
        if not list(document):
            continue
        try:
            session.run(list(document))
        except BaseException as error:
            return f"{each.name}: {error!r}"
        if said := next(filter(None, session.said.values()), ""):
            return f"{each.name}: {said}"
    return ""


def noticed(module: str, number: int | None, sessions: Iterable[Played]) -> str:
    """Say which of the sessions misses what is cut out, played in a child of this process; nothing if none does."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the threads of a parent are not needed
        child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        os.dup2(1, 2)
        for name in [name for name in sys.modules if name.split(".")[0] == BOOK]:
            del sys.modules[name]
        if number is not None:
            sys.meta_path.insert(0, Finder(f"{BOOK}.{module}", lambda text: without(text, number)))
        os.write(writing, complaint(sessions).encode()[:4000])
        os._exit(0)
    os.close(writing)
    with open(reading, encoding="utf-8", errors="replace") as said:
        ends = select.select([said], [], [], PATIENCE)[0]  # a session may set an alarm of its own
        if not ends:
            os.kill(child, signal.SIGKILL)
        heard = said.read()
    _, status = os.waitpid(child, 0)
    return heard or ("it does not end" if status else "")


@cache
def spared() -> dict[tuple[str, str, str], str]:
    """Return what no session can miss: module, function and text, and the reason."""
    rows = tomllib.loads(Path(__file__).with_name("spared.toml").read_text("utf-8")).get("spared", [])
    return {(row["module"], row["where"], row["statement"]): row["why"] for row in rows}


def survivors(module: str, numbers: Iterable[int] = ()) -> list[Cut]:
    """Return what can be cut out of a module and nobody misses, and that are not spared."""
    sessions = witnesses(module)
    while wrong := noticed(module, None, sessions):
        print(f"not asked, since it fails without any change: {wrong.splitlines()[0]}", file=sys.stderr)
        sessions = [each for each in sessions if not wrong.startswith(f"{each.name}: ")]
    return [
        each
        for each in listed(module)
        if (each.number in numbers or not numbers)
        if (module, each.where, each.text) not in spared() and not noticed(module, each.number, sessions)
    ]


def main(*wanted: str) -> int:
    """Say what nobody misses; return how much that is."""
    left = 0
    for word in wanted or MODULES:
        module, _, number = word.partition(":")
        numbers = [int(number)] if number else []
        alive = survivors(module, numbers)
        left += len(alive)
        total = len(numbers or listed(module))
        print(f"{module}: {total - len(alive)} of {total} are missed", *alive, sep="\n    ", flush=True)
    return left


if __name__ == "__main__":
    sys.exit(bool(main(*sys.argv[1:])))
