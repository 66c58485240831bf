"""Which tests notice that a module is made wrong: mutants of its functions, each put in by a child of one pytest.

usage: python -m tests.judges.kills [--each N] [--seed N] [--free PATH ...] [--hand PATH ...] [--to FILE] -- MODULE ...

A mutant lacks a statement, has a comparison turned round, `and` for `or`, no `not`, or an `if` that never holds. Tests
that are free, such as the sessions, are asked first, until one fails; where none does, all tests by hand are asked. A
test is asked if it calls the function, or starts programs and imports the module. What comes of it is JSON in FILE.

All of this happens in a copy of the repository. A child takes the mutant into its memory, and for the programs that it
starts, the bytecode of the module is the mutant's.
"""
from __future__ import annotations

import argparse
import ast
import contextlib
import gc
import importlib
import importlib.util
import json
import marshal
import operator
import os
import random
import re
import resource
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
FREE = ("listings", "docs", "tests/judges")
SIMPLE = (
    ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.Raise, ast.Delete, ast.Continue, ast.Break,
)
FLIPPED = {
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt,
    ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.In: ast.NotIn, ast.NotIn: ast.In,
}
SECONDS = 2
"""How much more than ten times its own time of the processor a test may take before it counts as one that hangs."""
COPIED = "KILLS_ASKED_FROM"
"""A variable of the environment: the repository is the copy, and it was asked for from this folder."""
STARTS = "a program"
"""What a test calls that starts one."""
IMPORTED = re.compile(r"\b(?:ghetto_asyncio|press|whoruns|bench|tests)(?:\.\w+)+")


class Mutant(NamedTuple):
    """A change of a module: its number there, its kind, the function around it, its line, and what stands there."""

    module: str
    number: int
    kind: str
    function: str
    line: int
    text: str


Change = tuple[str, str, ast.stmt | ast.expr, Callable[[], None]]
"""The kind, the function, what is changed, and what changes it."""


def changes(scope: ast.Module | ast.ClassDef, where: str = "") -> Iterator[Change]:
    """Yield all changes of the functions of a module, in the order of their functions."""
    for node in scope.body:
        if isinstance(node, ast.ClassDef):
            yield from changes(node, f"{where}{node.name}.")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for part in ast.walk(node):
                for kind, changed, change in changes_of(part):
                    yield kind, where + node.name, changed, change


def changes_of(node: ast.AST) -> Iterator[tuple[str, ast.stmt | ast.expr, Callable[[], None]]]:
    """Yield the changes of a node. Names stay names of the function, so that its variables are the same."""
    never = ast.Constant(False)
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        for index, part in enumerate(block if isinstance(block, list) else ()):
            if isinstance(part, SIMPLE) and not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)):
                yield "drop", part, partial(operator.setitem, block, index, ast.If(never, [part], []))
    match node:
        case ast.Compare(ops=[op]):
            yield "flip", node, partial(setattr, node, "ops", [FLIPPED[type(op)]()])
        case ast.UnaryOp(op=ast.Not()):
            yield "not", node, partial(setattr, node, "operand", ast.UnaryOp(ast.Not(), node.operand))
        case ast.BoolOp():
            yield "and/or", node, partial(setattr, node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
        case ast.If() | ast.While():
            yield "never", node, partial(setattr, node, "test", ast.BoolOp(ast.And(), [never, node.test]))


def mutants(module: str) -> list[Mutant]:
    """Return all mutants of a module."""
    return [
        Mutant(module, number, kind, where, node.lineno, ast.unparse(node).splitlines()[0])
        for number, (kind, where, node, _) in enumerate(changes(ast.parse(path_of(module).read_text("utf-8"))))
    ]


def path_of(module: str) -> Path:
    """Return the file of a module, or the folder of a package."""
    path = ROOT.joinpath(*module.split("."))
    return path if path.is_dir() else path.with_suffix(".py")


def mutated(mutant: Mutant) -> CodeType:
    """Return the code of a module with a change."""
    path = path_of(mutant.module)
    tree = ast.parse(path.read_text("utf-8"))
    list(changes(tree))[mutant.number][-1]()
    return compile(ast.fix_missing_locations(tree), str(path), "exec")


def functions(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of the functions of a module, without what is inside of them."""
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from [part] if part.co_flags & 2 else functions(part)  # 2: with variables of its own, so no class


def put_in(mutant: Mutant) -> None:
    """Put a mutant into the place of a module that is imported, and of its bytecode."""
    importlib.import_module(mutant.module)
    path, code = path_of(mutant.module), mutated(mutant)
    new = {(part.co_qualname, part.co_firstlineno): part for part in functions(code)}
    for each in gc.get_objects():
        if type(each) is FunctionType and each.__code__.co_filename == str(path):
            each.__code__ = new.get((each.__code__.co_qualname, each.__code__.co_firstlineno), each.__code__)
    cached, stat = cache_of(mutant.module), path.stat()
    cached.parent.mkdir(exist_ok=True)
    head = struct.pack("<III", 0, int(stat.st_mtime) & 0xFFFFFFFF, stat.st_size)
    cached.write_bytes(importlib.util.MAGIC_NUMBER + head + marshal.dumps(code))


def cache_of(module: str) -> Path:
    """Return where the bytecode of a module lies."""
    return Path(importlib.util.cache_from_source(str(path_of(module))))


@cache
def reached(path: Path) -> frozenset[str]:
    """Return the modules that a file names, and those that these name."""
    text = path.read_text("utf-8") if path.is_file() else ""
    named = set(IMPORTED.findall(text))
    named |= {f"{part}.{name}" for part, names in re.findall(r"from ([\w.]+) import \(?([\w, \n]+)", text)
              for name in re.findall(r"\w+", names)}
    there = {name for name in named if path_of(name).is_file()}
    return frozenset(there).union(*(reached(path_of(name)) for name in there if path_of(name) != path))


class Unit:
    """A test, or all examples of a session, which are run as one."""

    def __init__(self, item: pytest.Item) -> None:
        self.items = [item]
        self.name = unit_of(item)
        self.path = item.path
        self.seconds, self.calls = 0.0, set[str]()

    def meets(self, mutant: Mutant) -> bool:
        """Say whether it runs what is changed."""
        called = f"{path_of(mutant.module)}:{mutant.function}" in self.calls
        return called or (STARTS in self.calls and mutant.module in reached(self.path))


def unit_of(item: pytest.Item) -> str:
    """Return the name of the unit of a test."""
    return item.nodeid.rpartition("::")[0] if "::line:" in item.nodeid else item.nodeid


class Kills:
    """Runs, in the place of pytest's loop, the tests that it has collected, for one mutant after the other."""

    def __init__(self, wanted: argparse.Namespace) -> None:
        self.wanted = wanted
        self.failed, self.alive = False, 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Hear that a test fails."""
        self.failed |= report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Ask all tests about nothing, then those that run what is changed about each mutant; keep what they say."""
        units: dict[str, Unit] = {}
        for item in {item.nodeid: item for item in session.items}.values():
            name = unit_of(item)
            if name in units:
                units[name].items.append(item)
            else:
                units[name] = Unit(item)
        every = list(units.values())
        bad = self.ask(every, None, first=False)
        for name in bad:
            print(f"not asked, since it fails without any change: {name}", file=sys.stderr)
        every = sorted((unit for unit in every if unit.name not in bad), key=lambda unit: unit.seconds)
        found = []
        for mutant in chosen(self.wanted):
            met = [unit for unit in every if unit.meets(mutant)]
            free = [unit for unit in met if unit.name.startswith(tuple(self.wanted.free))]
            asked = self.ask(free, mutant, first=True)
            by_hand = asked or self.ask([unit for unit in met if unit not in free], mutant, first=False)
            found.append({**mutant._asdict(), "free": asked, "hand": by_hand if not asked else []})
            killers = ", ".join([*by_hand[:1], *[f"and {len(by_hand) - 1} more"] * bool(by_hand[1:])])
            print(f"{mutant.module}:{mutant.line} {mutant.kind} {mutant.text}: {killers or 'SURVIVES'}", flush=True)
            seconds = {unit.name: round(unit.seconds, 3) for unit in every}
            self.wanted.to.write_text(json.dumps({"mutants": found, "seconds": seconds}, indent=1), "utf-8")
        self.alive = sum(not each["free"] + each["hand"] for each in found)
        print(f"{len(found)} mutants, {sum(bool(each['free']) for each in found)} killed by what is free, "
              f"{self.alive} by nothing")
        return True

    def ask(self, units: list[Unit], mutant: Mutant | None, first: bool) -> list[str]:
        """Return the names of the units that fail, or of the first one; what hangs or crashes fails, too."""
        failed = []
        while units:
            heard = self.in_a_child(units, mutant, first)
            for unit, (bad, seconds, calls) in zip(units, heard):
                if mutant is None:
                    unit.seconds, unit.calls = seconds, set(calls)
                failed += [unit.name] * bad
            if (first and failed) or len(heard) == len(units):
                break
            failed.append(units[len(heard)].name)
            if first:
                break
            units = units[len(heard) + 1:]
        if mutant:
            cache_of(mutant.module).unlink(missing_ok=True)
        return failed

    def in_a_child(self, units: list[Unit], mutant: Mutant | None, first: bool) -> list[tuple[bool, float, list[str]]]:
        """Run units in a child of this process; return what was heard of each of them before it died."""
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.setsid()
            null = os.open(os.devnull, os.O_RDWR)
            for number in range(3):
                os.dup2(null, number)
            for unit in units[:1]:
                unit.items[0].config.pluginmanager.unregister(name="terminalreporter")
            try:
                if mutant:
                    put_in(mutant)
                for index, unit in enumerate(units):
                    said = self.run(unit, units[index + 1:index + 2], mutant is None)
                    os.write(writing, json.dumps(said).encode() + b"\n")
                    if first and said[0]:
                        break
            finally:
                os._exit(0)
        os.close(writing)
        heard: list[tuple[bool, float, list[str]]] = []
        text = b""
        while select.select([reading], [], [], 600 if mutant is None else 20 + 20 * units[len(heard)].seconds)[0]:
            more = os.read(reading, 1 << 20)
            text += more
            *lines, text = text.split(b"\n")
            heard += map(json.loads, lines)
            if not more or len(heard) == len(units):
                break
        os.close(reading)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return heard

    def run(self, unit: Unit, following: list[Unit], watched: bool) -> tuple[bool, float, list[str]]:
        """Run a unit; return whether it fails, for how long it keeps processors busy, and what it calls."""
        self.failed, before = False, sum(os.times()[:4])
        seen: dict[int, CodeType] = {}

        def call(frame: FrameType, event: str, argument: object) -> None:
            if event == "call" and id(frame.f_code) not in seen:
                seen[id(frame.f_code)] = frame.f_code

        if not watched:
            most = int(time.process_time() + SECONDS + 10 * unit.seconds) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
        for item, after in zip(unit.items, [*unit.items[1:], *(other.items[0] for other in following), None]):
            if watched:
                sys.setprofile(call)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            sys.setprofile(None)
        ours = {f"{code.co_filename}:{code.co_qualname.partition('.<locals>')[0]}"
                for code in seen.values() if code.co_filename.startswith(str(ROOT))}
        starts = {STARTS for code in seen.values() if code.co_qualname == "Popen.__init__"}
        return self.failed, sum(os.times()[:4]) - before, sorted(ours | starts)


def chosen(wanted: argparse.Namespace) -> Iterator[Mutant]:
    """Yield the mutants that are asked about, of each module as many as are wanted."""
    for word in wanted.modules:
        path = path_of(word)
        paths = sorted(path.glob("*.py")) if path.is_dir() else [path]
        for module in (".".join(each.relative_to(ROOT).with_suffix("").parts) for each in paths):
            there = mutants(module)
            picked = random.Random(f"{wanted.seed} {module}").sample(there, min(wanted.each or len(there), len(there)))
            yield from sorted(picked, key=lambda mutant: mutant.number)


def main() -> int:
    """Copy the repository and go on there, or be there and ask; fail if a mutant is alive."""
    words = argparse.ArgumentParser(prog="python -m tests.judges.kills")
    words.add_argument("modules", nargs="+", metavar="MODULE", help="a module, or a package: all of its modules")
    words.add_argument("--each", type=int, default=0, help="so many mutants of a module, and not all")
    words.add_argument("--seed", type=int, default=1, help="which ones")
    words.add_argument("--free", action="extend", nargs="+", default=[], help=f"instead of {' '.join(FREE)}")
    words.add_argument("--hand", action="extend", nargs="+", default=[])
    words.add_argument("--to", default=os.devnull, help="the file for the JSON")
    wanted = words.parse_args()
    wanted.free = wanted.free or list(FREE)
    if COPIED in os.environ:
        wanted.to = Path(os.environ[COPIED], wanted.to)
        kills = Kills(wanted)
        tests = dict.fromkeys([*wanted.free, *wanted.hand])
        status = pytest.main(
            ["-n0", "-p", "no:randomly", "-p", "no:cacheprovider", f"--hypothesis-seed={wanted.seed}", *tests],
            plugins=[kills],
        )
        return int(status) or bool(kills.alive)
    with tempfile.TemporaryDirectory() as folder:
        there = Path(folder).resolve() / "book"
        shutil.copytree(ROOT, there, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__", ".hypothesis"))
        there.joinpath(".venv").symlink_to(ROOT / ".venv")
        environment = {**os.environ, COPIED: str(Path.cwd()), "PYENV_ROOT": folder, "PYTHONDONTWRITEBYTECODE": "1"}
        again = [sys.executable, "-m", "tests.judges.kills", *sys.argv[1:]]
        return subprocess.run(again, cwd=there, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
