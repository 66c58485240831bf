"""Run files: their settings, and the faults of one or of the run that it declares."""
from __future__ import annotations

import ast
import difflib
import runpy
import textwrap
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType
from typing import Any

from whoruns import package
from whoruns.events import Nowhere, Queue
from whoruns.recorder.sandbox import late_time
from whoruns.recorder.world import Script

INNER = {"<genexpr>", "<lambda>", "<listcomp>", "<dictcomp>", "<setcomp>", "<module>"}
"""Code that is part of a line, and no function of the listing."""

MAIN = "main()"
"""The name of a file where a reader has changed main()."""


class RunError(Exception):
    """A fault of a run, with the file and the remedy."""


@dataclass(frozen=True)
class RunFile:
    """How a run is to be recorded: each field is something that a run file may say, as a variable of that name."""

    main: Callable[[], object]
    """Makes the run."""
    files: tuple[str, ...]
    """The listings whose lines are followed, the main one first."""
    queues: Mapping[str, Queue] = field(default_factory=dict)
    """Variables or attributes that hold tasks: name, and the state of a task in it (ready, sleep, read)."""
    places: Mapping[str, Queue | Nowhere] = field(default_factory=dict)
    """Of a kernel: attributes that hold the places of its tasks, and the state of a task there (ready, sleep, read, or
    "" where a task is besides). Other places are found by the tasks that wait in them. A value that a task yields is a
    request to the kernel, and one that is sent in is the answer."""
    items: Mapping[str, Callable[..., str]] = field(default_factory=dict)
    """Such a queue, and the text of an item: a function of its parts, where a task's is the name of its lane."""
    names: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    """Function, and how its lane is called: a format of its arguments, in which a socket is called like the person
    behind it; or, of generators without a name of their own, the names of the first, the second, …"""
    tasks: Mapping[str, object] = field(default_factory=dict)
    """Tasks that are no generators: name, and the object."""
    steps: Mapping[str, str] = field(default_factory=dict)
    """Function ("close" or "Echo.close") that has a lane although it is no generator, and the argument that the lane
    belongs to ("" if to none)."""
    makes: tuple[str, ...] = ()
    """Generator functions ("say" or "Person.tell") whose generators have a lane from the moment they are made, even if
    never resumed."""
    inline: tuple[str, ...] = ()
    """Functions ("done" or "Future.done") that are taken for a part of the line that calls them: they are not followed,
    and have no lane."""
    notes: Mapping[str, Callable[..., str]] = field(default_factory=dict)
    """Function with a lane, and the note when it is called, or gives control back: a function of its variables."""
    logs: tuple[str, ...] = ()
    """Lists whose new entries are told."""
    descriptors: tuple[str, ...] = ()
    """Variables ("number", or of one function or class "wake.number") that hold numbers of descriptors, which differ
    from run to run; shown as whose they are."""
    loop: str = ""
    """How the first lane is called, if not like the class or the function that runs the others."""
    clock: str = ""
    """Attribute of a listing's object that holds the time ("now" or "selector.now"), if there is a clock of its own."""
    peers: Mapping[str, Script] = field(default_factory=dict)
    """Persons at the other end of sockets, and their scripts (``press/recorder/world.py``)."""
    typed: tuple[str, ...] = ()
    """Lines that are typed when input() asks for one; ``^D`` ends the input."""
    hangs: bool = False
    """At its end the program waits for ever, and the recording ends there."""
    threads: bool = False
    """The lanes are real threads."""
    vary: Mapping[str, tuple[int | float, ...]] = field(default_factory=dict)
    """Variables and their other values: main() says ``quantum = 2`` in a line of its own, and each of these
    is recorded in the place of 2, too."""
    levels: bool = False
    """Each generator has a lane of its own, also one that another delegates to."""

    def owner(self, code: CodeType) -> str | None:
        """Return the argument that the lane of a function belongs to ("" if to none), or None if it has no lane."""
        return self.steps.get(code.co_qualname, self.steps.get(code.co_name))

    def is_known(self, kind: type) -> bool:
        """Say whether a class is one of the program's, into whose objects one may look."""
        return package.has(kind.__module__)

    def is_inner(self, code: CodeType) -> bool:
        """Say whether code is part of a line, and no function that is followed."""
        return code.co_name in INNER or code.co_name in self.inline or code.co_qualname in self.inline


def read(path: Path, shown: Path, main: str | None = None) -> RunFile:
    """Execute a run file, perhaps with other lines in the place of main()'s; raise RunError for a fault in it."""
    said = execute(path, shown, main)
    plain = {name for name, value in said.items() if isinstance(value, dict | tuple | bool) and name[0] != "_"}
    empty = vars(RunFile(said["main"], ()))
    if unknown := plain - set(empty):
        near = [word for name in sorted(unknown) for word in difflib.get_close_matches(name, empty, n=1)]
        meant = f"; do you mean {', '.join(near)}?" if near else ";"
        raise RunError(f"{shown}: unknown {', '.join(sorted(unknown))}{meant} there are: {', '.join(empty)}")
    # a function may be called like a setting: listings have names of their own
    given = {name: value for name, value in said.items() if name in empty and (name == "main" or not callable(value))}
    for name, value in given.items():
        if name != "main" and not isinstance(value, type(empty[name])):
            raise RunError(f"{shown}: {name} = {value!r} has to be a {type(empty[name]).__name__}")
    return RunFile(**given)


def execute(path: Path, shown: Path, main: str | None = None) -> dict[str, Any]:
    """Execute a file that has a function main() and names listings; raise RunError for a fault in it."""
    try:
        with late_time():
            said = runpy.run_path(str(path)) if main is None else changed(path, main)
    except Exception as error:
        stack = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in stack if frame.filename == str(path)]
        line = getattr(error, "lineno", None) or (lines or [0])[-1]
        raise RunError(f"{shown}:{line}: {type(error).__name__}: {error}") from error
    if not callable(said.get("main")) or not isinstance(said.get("files"), tuple):
        raise RunError(f"{shown}: needs a function main() and 'files', a tuple of the listings to follow")
    return said


def changed(path: Path, main: str) -> dict[str, Any]:
    """Execute a run file with other lines in the place of main()'s, which keep their numbers; return its names."""
    tree = ast.parse(path.read_bytes(), str(path))
    function_main(tree).body = ast.parse(main, MAIN).body or [ast.Pass(lineno=1, col_offset=0)]
    names: dict[str, Any] = {"__name__": "<run_path>"}
    exec(compile(ast.fix_missing_locations(tree), str(path), "exec"), names)
    return names


def function_main(tree: ast.Module) -> ast.FunctionDef:
    """Return the function main() of a run file."""
    return next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "main")


def entry(text: str) -> str:
    """Return the code of main() in the text of a run file, as a reader would type it."""
    main = function_main(ast.parse(text))
    return textwrap.dedent("\n".join(text.splitlines()[main.body[0].lineno - 1 : main.end_lineno]))


def raised_at(error: BaseException, files: tuple[str, ...]) -> str:
    """Say at which line of the listings an error was raised, or of which file else."""
    stack = traceback.extract_tb(error.__traceback__)
    frame = next((frame for frame in reversed(stack) if frame.filename in files), stack[-1])
    return f"at {frame.filename}:{frame.lineno}: {frame.line}"
