"""Do the sessions of a chapter pass on the reader's own file?

usage: python -m press.follow.checking FILE WANTED ANSWER

Runs sessions with the definitions of FILE in the place of the listings'. WANTED, a file, names the sessions, and
the listings' definitions with their names in FILE; into ANSWER comes a line for each session that was run. A program
that never ends is stopped, and with it this process: the caller sees which sessions have no line. Needs nothing but
Python.
"""
from __future__ import annotations

import ast
import doctest
import faulthandler
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from press.catalogue import PACKAGE, Listing
from press.follow.chapters import FILE, State
from press.proof import OPTIONS, Runner

SECONDS = 20
"""The time for a session, or the file itself; none of the book takes two."""
LISTING = re.compile(r"^`{3,}\{listing\} +(\S+)", re.MULTILINE)


@dataclass
class Answer:
    """The results of the sessions on a file."""

    passed: list[str] = field(default_factory=list)
    touched: set[str] = field(default_factory=set)
    """The sessions that have called something of the file, if that was asked."""
    failed: dict[str, str] = field(default_factory=dict)
    """Session: its first example that doesn't pass."""
    never: str = ""
    """The session that did not end, if there is one; those after it were not run."""
    where: str = ""
    """The lines of the file in which it was then, the innermost last, if it was in the file."""
    missing: list[str] = field(default_factory=list)
    """The names that the file lacks, and whose they are."""
    broken: str = ""
    """The fault of the file itself: then no session was run."""


def asked(state: State, root: Path) -> tuple[list[str], list[str]]:
    """Return the listings of a chapter whose sessions can be asked of a file, and those that show an earlier one.

    Those of the first kind pass on the file that is made of the listings, and are of listings that are in it, or call
    something of it. Those of the second kind are of listings in the file, and don't pass: the file has grown on.
    """
    text = (root / f"docs/{state.page}.md").read_text("utf-8")
    every = [
        name for name in dict.fromkeys(LISTING.findall(text))
        if not re.search(r"\.(exercises|solutions)\.", name) and Listing(name, root).session.is_file()
    ]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / FILE
        file.write_text(state.text, "utf-8")
        answer = ask(file, state, every, root, watch=True)
    ours = {listing for listing, _name in state.places}
    right = [name for name in answer.passed if name in ours or name in answer.touched]
    return right, [name for name in every if name in ours and name not in right]


def ask(
    file: Path, state: State, names: list[str], root: Path, watch: bool = False, python: str = sys.executable
) -> Answer:
    """Run sessions on a file, in a process of its own; `state` maps listings' definitions to names in the file.

    `watch`: which of them call something of the file?
    """
    try:
        ast.parse(file.read_bytes())
    except (SyntaxError, ValueError) as error:
        where = f":{error.lineno}" if isinstance(error, SyntaxError) else ""
        return Answer(broken=f"{file}{where}: {error.msg if isinstance(error, SyntaxError) else error}")
    with tempfile.TemporaryDirectory() as folder:
        wanted, told = Path(folder) / "wanted.json", Path(folder) / "told"
        places = [[*place, name] for place, name in state.places.items()]
        wanted.write_text(json.dumps({"names": names, "places": places, "watch": watch, "seconds": SECONDS}), "utf-8")
        told.touch()
        done = subprocess.run(
            [python, "-m", "press.follow.checking", file.resolve(), wanted, told], cwd=root, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        )
        lines = [json.loads(line) for line in told.read_text("utf-8").splitlines()]
    answer = Answer()
    for line in lines:
        if line["session"] is None:
            answer.missing, answer.broken = line["missing"], line["wrong"] and f"{file}{line['wrong']}"
        elif line["wrong"]:
            answer.failed[line["session"]] = line["wrong"]
        else:
            answer.passed.append(line["session"])
            answer.touched |= {line["session"]} if line["touched"] else set()
    run = [*answer.passed, *answer.failed]
    if not lines:
        answer.broken = f"{file}: it has not ended after {SECONDS} s, or ended Python: what does it do when imported?"
    elif not answer.broken and len(run) < len(names):
        answer.never = next(name for name in names if name not in run)
        inside = re.findall(rf'File "{re.escape(str(file.resolve()))}", (line \d+ in \w+)', done.stdout)
        answer.where = f"{file.name}, {', '.join(inside[::-1])}" if inside else ""
    return answer


class Instead(importlib.machinery.SourceFileLoader):
    """Loads a listing, with the reader's definitions in the place of its own."""

    own: dict[tuple[str, str], Any]
    """The file's definitions: {(listing, name there): the thing itself, or MISSING}."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the listing without the file's definitions."""
        listing = module.__name__.removeprefix(f"{PACKAGE}.")
        here = {name: value for (where, name), value in self.own.items() if where == listing}
        vars(module).update({name: value for name, value in here.items() if value is not MISSING})

        def lacking(name: str) -> Any:
            if name in here:
                raise ImportError(f"your file has no {name}")
            raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")

        vars(module).update({"__getattr__": lacking, "_": bases})
        missing = {place for place, value in self.own.items() if value is MISSING}
        exec(without(Path(self.path), set(here), missing), vars(module))
        if listing == "clocks.virtual":
            vars(module)["Loop"].__init__ = changed_clock


MISSING = object()


def without(path: Path, names: set[str], missing: set[tuple[str, str]]) -> CodeType:
    """Return a listing as a program that leaves out the definitions of some names.

    The rest may not need a name any more that it imports and that is missing: a reader who writes all methods into one
    class has no class for some of them. Two bases of a class may be one by now, or one the base of the other:
    ``bases()`` sees to that.
    """
    tree = ast.parse(path.read_bytes())
    tree.body = [node for node in tree.body if getattr(node, "name", "") not in names and not (
        isinstance(node, ast.Assign) and {each.id for each in node.targets if isinstance(each, ast.Name)} & names
    )]
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    for line in list(tree.body):
        if isinstance(line, ast.ImportFrom):
            listing = (line.module or "").removeprefix(f"{PACKAGE}.")
            line.names = [
                each for each in line.names
                if (each.asname or each.name) in used or (listing, each.name) not in missing
            ]
            if not line.names:
                tree.body.remove(line)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and len(node.bases) > 1:
            called = ast.Call(ast.Name("_", ast.Load()), node.bases, [])
            node.bases = [ast.Starred(called, ast.Load())]
    return compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)


def bases(*classes: type) -> list[type]:
    """Return the classes, but for those on which another one of them stands."""
    found = list(dict.fromkeys(classes))
    return [each for each in found if not any(each is not other and issubclass(other, each) for other in found)]


def changed_clock(self: Any) -> None:
    """Make a loop whose clock jumps; files that it watches already, such as a bell, come along."""
    own = type(self).__mro__[[each.__module__ for each in type(self).__mro__].index("loop")]
    vars(own)["__init__"](self)
    before = self.selector
    known = list(before.get_map().values())
    before.close()
    self.selector = sys.modules[f"{PACKAGE}.clocks.virtual"].JumpingSelector()
    for key in known:
        self.selector.register(key.fileobj, key.events, key.data)


class Finder(importlib.abc.MetaPathFinder):
    """Finds listings, and has them loaded so."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        """Find a listing where it always is."""
        spec = importlib.machinery.PathFinder.find_spec(name, path) if name.startswith(f"{PACKAGE}.") else None
        if spec and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            spec.loader = Instead(name, spec.loader.path)
        return spec


class Printed:
    """A file that keeps its text, and prints it."""

    def __init__(self, out: Any) -> None:
        self.out, self.text = out, ""

    def write(self, text: str) -> None:
        """Print, and keep."""
        self.text += text
        self.out.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.out, name)


class First(Runner):
    """Runs a session, and keeps the first example that doesn't pass."""

    said = ""
    printed: Printed

    def report_start(self, out: Any, test: doctest.DocTest, example: doctest.Example) -> None:
        """Keep the output of the next example: doctest drops it if that raises an exception."""
        super().report_start(out, test, example)
        sys.stdout = self.printed = Printed(getattr(sys.stdout, "out", sys.stdout))

    def keep(self, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        """Keep an example: its line, its code, the expected output and the real one."""
        where = f"{test.filename}, line {example.lineno + 1}:"
        typed = example.source.rstrip().replace("\n", "\n    ... ")
        parts = [where, f"    >>> {typed}"]
        for word, text in (("Expected:", example.want), ("Got:", got)):
            parts += [word, *(f"    {line}" for line in (text.rstrip("\n") or "nothing").split("\n"))]
        self.said = self.said or "\n".join(parts)

    def report_failure(self, out: Any, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        """An example prints something else."""
        self.keep(test, example, got)

    def report_unexpected_exception(
        self, out: Any, test: doctest.DocTest, example: doctest.Example, exc_info: Any
    ) -> None:
        """An example raises an exception: keep its output before, and the place in the file."""
        frames = [frame for frame in traceback.extract_tb(exc_info[2]) if frame.filename == sys.argv[1]]
        lines = [f"{Path(each.filename).name}, line {each.lineno}, in {each.name}: {each.line}" for each in frames]
        error = "\n".join([*lines, *traceback.format_exception_only(exc_info[1])])
        self.keep(test, example, self.printed.text + error)


def read_file(path: str, touched: set[bool] | None) -> tuple[ModuleType | None, str]:
    """Import the reader's file; return it, or its fault. A call of any function in it fills `touched`."""
    spec = importlib.util.spec_from_file_location("loop", path)
    assert spec
    module = sys.modules["loop"] = importlib.util.module_from_spec(spec)
    sys.path.append(str(Path(path).parent))  # for a reader who has more than one file
    tree = ast.parse(Path(path).read_bytes())
    for node in ast.walk(tree) if touched is not None else ():
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.body[:0] = ast.parse("_touched(True)").body
    vars(module)["_touched"] = None if touched is None else touched.add
    try:
        exec(compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True), vars(module))
    except BaseException as error:
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
        said = "".join(traceback.format_exception_only(error)).strip()
        return None, f"{f':{frames[-1].lineno}' if frames else ''}: {said}"
    return module, ""


def run(path: str, wanted: str, answer: str) -> None:
    """Run the sessions, and write down how each went."""
    asked = json.loads(Path(wanted).read_text("utf-8"))
    with Path(answer).open("a", encoding="utf-8") as told:

        def tell(session: str | None, wrong: str, missing: list[str], touched: bool = False) -> None:
            line = {"session": session, "wrong": wrong, "missing": missing, "touched": touched}
            print(json.dumps(line), file=told, flush=True)

        # a loop may catch whatever is raised in it, and a session may set the timer of the process
        faulthandler.dump_traceback_later(asked["seconds"], exit=True)
        touched: set[bool] = set()
        module, wrong = read_file(path, touched if asked["watch"] else None)
        own = {(listing, name): getattr(module, here, MISSING) for listing, name, here in asked["places"]}
        lacking = dict[str, str]()
        for listing, name, here in asked["places"]:
            if own[listing, name] is MISSING:
                lacking.setdefault(here, f"{here} ({listing})")
        tell(None, wrong, [lacking[here] for here in sorted(lacking)])
        Instead.own = own
        sys.meta_path.insert(0, Finder())
        for name in asked["names"] if module else ():
            faulthandler.dump_traceback_later(asked["seconds"], exit=True)
            session = Path("listings", *name.split(".")).with_suffix(".pycon")
            text = session.read_text("utf-8")
            test = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, name, str(session), 0)
            runner = First(verbose=False, optionflags=OPTIONS | doctest.FAIL_FAST)
            touched.clear()
            try:
                runner.run(test, out=lambda _: None)
            except BaseException as error:  # such as SystemExit
                runner.said = runner.said or f"{session}: {error!r}"
            tell(name, runner.said, [], bool(touched))
        told.flush()
        os._exit(0)  # no thread that a wrong file has begun is waited for


if __name__ == "__main__":
    run(*sys.argv[1:])
