"""What every module of the package must be: small, quiet, told in docstrings, shown by a session."""
from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from press.catalogue import PACKAGE, ROOT, Listing, every
from press.follow.chapters import TABLE
from press.listing.program import code_lines
from press.text import WIDTH, too_wide
from tests.support.shell import Done, press
from tests.support.tiny.book import MODULE, SESSION, TinyBook
from whoruns.tests.complaints import none

LINES = 45
"""Lines of code that fit on a screen."""

LOOPS = {
    "mainloop.simple": 55, "mainloop.loop": 56, "mainloop.serve": 54,
    "callbacks.talk": 55, "callbacks.server": 60,
    "futures.future": 47, "tasks.loop": 47, "tasks.guest": 254, "tasks.quick": 53, "tasks.gates": 80,
    "kernel.task": 51, "kernel.kernel": 90, "cancellation.kernel": 94, "cancellation.states": 99,
    "cancellation.three": 48,
    "groups.taskgroup": 51,
    "together.block": 46, "together.nursery": 75, "together.serve": 56,
    "together.lean": 46, "together.quick": 113, "together.registered": 90, "together.watched": 59,
}
"""A finished loop may be longer, and what the page shows in pieces."""

PRINCIPLES = {"kernel.kernel": 9}
"""What opens with its principles says more."""

PROGRAMS = "workbench."
"""Short programs, each of which asks a question at its top."""

HANDED_ON = {
    "curio": [f"from {PACKAGE}.together.curio.names import {names}" for names in ("*", "__all__")],
}
"""A package that programs import itself, as they import what it stands for: a listing says which names it has."""

KEPT = {PACKAGE: (".py",), "listings": (
    ".pycon", ".run.py", ".run.json", ".vary.json", ".course.py", ".talk",
)}
"""How the files in a folder end."""

UNSEEN = {b"\r": "a carriage return", b"\t": "a tab", b"\xef\xbb\xbf": "a byte order mark"}


def size(listing: Listing) -> Iterator[str]:
    """A listing fits on a screen, and so does what its docstring says."""
    source, path = listing.source(), listing.shown(listing.module)
    lines, limit = source.count("\n"), LOOPS.get(listing.name, LINES)
    if lines > limit and (lines := len(code_lines(source))) > limit:
        yield f"{path}:1: {lines} lines of code, {limit} are allowed: make two listings of it; one imports the other"
    if wide := too_wide(source):
        yield f"{path}:{wide[0]}: {wide[1]} columns, {WIDTH} are allowed: break the line"
    said, limit = len((ast.get_docstring(ast.parse(source)) or "").splitlines()), PRINCIPLES.get(listing.name, 4)
    if not said:
        yield f"{path}:1: the module has no docstring: say what it shows"
    if said > limit:
        yield f"{path}:1: a docstring of {said} lines, {limit} are allowed: say the rest on the page"


def docstrings(listing: Listing) -> Iterator[str]:
    """What is public has a docstring; in a program that others do not import, nothing is."""
    if listing.name.startswith(PROGRAMS):
        return
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    for node in (node for node in ast.walk(ast.parse(listing.source())) if isinstance(node, kinds)):
        if not node.name.startswith("_") and not ast.get_docstring(node):
            yield f"{listing.shown(listing.module)}:{node.lineno}: {node.name} has no docstring: say what it does"


def session(listing: Listing) -> Iterator[str]:
    """A listing has a session that is about it, or a recording, as a program that hangs; an exercise has a solution."""
    shows = Listing(listing.name.replace(".exercises.", ".solutions."), listing.root)
    hangs = listing.recording.is_file() and not listing.run.is_file()
    if not shows.session.is_file() and not hangs:
        yield f"{listing.shown(listing.module)}:1: no session shows what it does: write {shows.shown(shows.session)}"
    if listing.session.is_file():
        path, text = listing.shown(listing.session), listing.session.read_text("utf-8")
        folder, _, name = listing.name.rpartition(".")
        if not re.search(rf"from {PACKAGE}\.({listing.name} import |{folder} import .*\b{name}\b)", text):
            yield f"{path}:1: this session imports nothing from {PACKAGE}.{listing.name}: show what that does"
        for number, line in enumerate(text.splitlines(), 1):
            if "#" in line:
                yield f"{path}:{number}: a session is not translated: take the comment out, and say it on the page"


def packages(root: Path) -> Iterator[str]:
    """A folder of listings is a package that says what it is."""
    for folder in sorted({listing.module.parent for listing in every(root)}):
        file = folder / "__init__.py"
        path = file.relative_to(root)
        body = ast.parse(file.read_text("utf-8")).body if file.is_file() else []
        if not body:
            yield f"{path}:1: there is nothing in it: write it, with a docstring that names the chapter"
        else:
            alone = len(body) == 1 and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
            if not alone and [ast.unparse(line) for line in body[1:]] != HANDED_ON.get(folder.name):
                yield f"{path}:1: it holds more than a docstring that names the chapter: no page would show the code"


def files(root: Path) -> Iterator[str]:
    """There is nothing else in the folders of listings."""
    for folder, endings in KEPT.items():
        for file in sorted(path for path in (root / folder).rglob("*") if path.is_file()):
            path, text = file.relative_to(root), file.read_bytes()
            if "__pycache__" in file.parts or path.as_posix() == TABLE:  # tests/follow run what the table names
                continue
            if not file.name.endswith(endings):
                yield f"{path}:1: it does not end in {', '.join(endings)}: nothing checks it; remove it"
            for wrong in (wrong for wrong in UNSEEN if wrong in text):
                number = text[: text.index(wrong)].count(b"\n") + 1
                yield f"{path}:{number}: {UNSEEN[wrong]}: take it out"
    for file in sorted((root / PACKAGE).glob("*.py")):
        if file.name != "__init__.py":
            yield f"{file.relative_to(root)}:1: it is in no chapter: move it into the folder of one"


OF_A_LISTING: tuple[Callable[[Listing], Iterator[str]], ...] = (size, docstrings, session)
OF_ALL: tuple[Callable[[Path], Iterator[str]], ...] = (packages, files)


def problems(root: Path) -> list[str]:
    """Hold all listings against all rules."""
    of_listings = [complaint for listing in every(root) for rule in OF_A_LISTING for complaint in rule(listing)]
    return [*of_listings, *(complaint for rule in OF_ALL for complaint in rule(root))]


def test_every_listing_keeps_the_rules() -> None:
    none(problems(ROOT))


MODULES, SESSIONS = f"{PACKAGE}/part", "listings/part"
BROKEN = {
    "long": (f"{MODULES}/count.py", MODULE + "    x = 1\n" * 44, "1: 46 lines of code, 45 are allowed: make two"),
    "wide": (f"{MODULES}/count.py", f"{MODULE}# {'wide' * 20}\n", "8: 82 columns, 79 are allowed: break the line"),
    "silent": (f"{MODULES}/count.py", MODULE.replace('"""Count up."""', ""), "1: the module has no docstring: say"),
    "talkative": (f"{MODULES}/count.py", MODULE.replace("up.", "up.\n" * 5), "1: a docstring of 5 lines, 4 are allow"),
    "a silent class": (f"{MODULES}/count.py", f"{MODULE}class Count:\n    pass\n", "8: Count has no docstring: say"),
    "a silent method": (
        f"{MODULES}/count.py", f"{MODULE}class _Count:\n    async def up(self):\n        pass\n",
        "9: up has no docstring: say what it does",
    ),
    "unshown": (f"{MODULES}/new.py", MODULE, f"1: no session shows what it does: write {SESSIONS}/new.pycon"),
    "unsolved": (
        f"{MODULES}/exercises/new.py", MODULE,
        f"1: no session shows what it does: write {SESSIONS}/solutions/new.pycon",
    ),
    "another": (f"{SESSIONS}/count.pycon", SESSION.replace("part.", "part.other."), "1: this session imports nothing"),
    "a comment": (f"{SESSIONS}/count.pycon", f"{SESSION}>>> 1  # one\n1\n", "4: a session is not translated: take the"),
    "a tab": (f"{SESSIONS}/count.pycon", SESSION.replace(">>> count", ">>>\tcount"), "2: a tab: take it out"),
    "no package": (f"{MODULES}/__init__.py", "", "1: there is nothing in it: write it, with a docstring that names"),
    "hidden": (f"{MODULES}/__init__.py", '"""A part."""\nx = 1\n', "1: it holds more than a docstring that names"),
    "another kind": (f"{SESSIONS}/count.txt", "x", "1: it does not end in .pycon, .run.py, .run.json, .vary.json, "),
    "no chapter": (f"{PACKAGE}/count.py", MODULE, "1: it is in no chapter: move it into the folder of one"),
}
"""What breaks a rule: a file, its text, and what is said of it."""


def test_a_listing_that_breaks_a_rule_is_named(tiny_book: TinyBook) -> None:
    for folder in (MODULES, f"{MODULES}/exercises"):
        tiny_book.write(f"{folder}/__init__.py", '"""A part."""\n')
    assert problems(tiny_book.root) == []
    for path, text, complaint in BROKEN.values():
        file = tiny_book.root / path
        before = file.read_text("utf-8") if file.exists() else None
        tiny_book.write(path, text)
        (found,) = problems(tiny_book.root)
        assert found.startswith(f"{path}:{complaint}")
        file.unlink() if before is None else tiny_book.write(path, before)


def test_importing_has_no_effect() -> None:
    done = quietly(ROOT, *(f"{PACKAGE}.{listing.name}" for listing in every(ROOT)))
    assert done.status == 0, done.said


EFFECTS = {
    "print('hello')": "prints 'hello",
    "import sys; sys.stderr.write('hello')": "prints 'hello'",
    "import socket; s = socket.socket()": "socket.__new__",
    "import subprocess, sys; subprocess.run([sys.executable, '-V'])": "subprocess.Popen",
    "import os; os.environ['GHETTO'] = '1'": "the environment",
    "open('/dev/null', 'w').close()": "does open",
    "import os; os.remove('/nowhere') if os.path.exists('/nowhere') else os.mkdir('/proc/x')": "os.mkdir",
    "import sys; sys.path.append('/x')": "sys.path",
    "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)": "signal handler",
    "import threading; threading.Thread(target=threading.Event().wait, args=(1,), daemon=True).start()": "the threads",
}


def test_a_module_with_an_effect_is_named(tiny_book: TinyBook) -> None:
    for number, code in enumerate(EFFECTS):
        tiny_book.listing(f"part.loud{number}", f"try:\n    {code}\nexcept OSError:\n    pass\n")
    loud = [f"ghetto_asyncio.part.loud{number}" for number in range(len(EFFECTS))]
    done = quietly(tiny_book.root, "ghetto_asyncio.part.count", *loud)
    told = {name: re.findall(rf"(?m)^importing {name}: it (.*)", done.said) for name in loud}  # Popen may spawn, too
    assert done.status == 1 and "part.count" not in done.said, done.said
    none(f"{has}: no {effect}" for has, effect in zip(told.values(), EFFECTS.values()) if effect not in str(has))


def quietly(tree: Path, *modules: str) -> Done:
    """Import the modules of a tree in a Python of their own."""
    return press("support.quiet_import", tree, *modules, package="tests")
