"""What every module of the package must be: small, quiet, shown by a session, runnable from a wheel."""
from __future__ import annotations

import ast
import re
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from press.catalogue import PACKAGE, ROOT, Listing, every
from press.listing.program import code_lines
from press.text import text_width
from tests.support.shell import Done, press, python, run
from tests.support.tiny.book import TinyBook

LINES = 45
"""Lines of code that fit on a screen."""

LOOPS = {
    "mainloop.loop": 73, "mainloop.serve": 54,
    "callbacks.reader": 58, "callbacks.talk": 55, "callbacks.server": 52,
    "tasks.guest": 246, "tasks.quick": 53, "tasks.gates": 80,
    "kernel.kernel": 90, "cancellation.kernel": 86, "cancellation.states": 99,
    "together.nursery": 68, "together.serve": 53,
    "together.quick": 113, "together.registered": 90, "together.watched": 59,
}
"""A finished loop may be longer, and what the page shows in pieces."""

PRINCIPLES = {"kernel.kernel": 9}
"""What opens with its principles says more."""

HANDED_ON = {
    "curio": [f"from {PACKAGE}.together.curio.names import {names}" for names in ("*", "__all__")],
}
"""A package that programs import itself, as they import what it stands for: a listing says which names it has."""

EVERY = every(ROOT)


@pytest.mark.parametrize("listing", EVERY, ids=lambda listing: listing.name)
def test_a_listing_is_small(listing: Listing) -> None:
    source = listing.source()
    assert len(code_lines(source)) <= LOOPS.get(listing.name, LINES)
    assert max(map(text_width, source.splitlines())) <= 79
    docstring = ast.get_docstring(ast.parse(source))
    assert docstring, f"{listing.module}:1: a module says in its docstring what it shows"
    assert len(docstring.splitlines()) <= PRINCIPLES.get(listing.name, 4)


@pytest.mark.parametrize("listing", EVERY, ids=lambda listing: listing.name)
def test_public_names_have_docstrings(listing: Listing) -> None:
    for node in ast.walk(ast.parse(listing.source())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            assert ast.get_docstring(node), f"{listing.module}:{node.lineno}: {node.name} has no docstring"


def test_every_listing_has_a_session_and_every_exercise_a_solution() -> None:
    for listing in EVERY:
        if ".exercises." in listing.name:
            solution = Listing(listing.name.replace(".exercises.", ".solutions."), ROOT)
            assert solution.session.is_file(), f"{listing.name} has no solution with a session"
        else:
            assert listing.session.is_file(), f"{listing.name} has no session"


def test_every_folder_of_listings_is_a_package_that_says_what_it_is() -> None:
    for folder in {listing.module.parent for listing in EVERY}:
        file = folder / "__init__.py"
        assert file.is_file(), f"{file} is missing: write it, with a docstring that names the chapter"
        body = ast.parse(file.read_text("utf-8")).body
        alone = len(body) == 1 and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
        handed_on = [ast.unparse(line) for line in body[1:]] == HANDED_ON.get(folder.name)
        assert alone or handed_on, f"{file}:1: it holds a docstring that names the chapter, no code: no page shows it"


def test_there_is_nothing_else_in_the_folders_of_listings() -> None:
    kept = (".pycon", ".run.py", ".run.json", ".moment.py", ".moment.json", ".talk")
    for folder, endings in ((PACKAGE, (".py",)), ("listings", kept)):
        files = [path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
        for path in files:
            assert path.name.endswith(endings), f"{path} is not one of {', '.join(endings)}: nothing checks it"
            text = path.read_bytes()
            for wrong, name in ((b"\r", "a carriage return"), (b"\t", "a tab"), (b"\xef\xbb\xbf", "a byte order mark")):
                assert wrong not in text, f"{path}:{text[: text.index(wrong)].count(b'%c' % 10) + 1}: {name}"
    stray = [path for path in (ROOT / PACKAGE).glob("*.py") if path.name != "__init__.py"]
    assert not stray, f"{stray[0]} belongs into the folder of its chapter"


def test_a_session_is_about_its_listing() -> None:
    for listing in EVERY:
        if listing.session.is_file():
            folder, _, name = listing.name.rpartition(".")
            imports = rf"from {PACKAGE}\.({listing.name} import |{folder} import .*\b{name}\b)"
            used = re.search(imports, listing.session.read_text("utf-8"))
            assert used, f"{listing.session}:1: this session imports nothing from {PACKAGE}.{listing.name}"


def test_sessions_hold_no_comments() -> None:
    """A session is not translated: what has to be said is said in the page."""
    for path in (ROOT / "listings").rglob("*.pycon"):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            assert "#" not in line, f"{path}:{number}: a session is not translated; say it in the page"


def test_importing_has_no_effect() -> None:
    done = quietly(ROOT, *(f"{PACKAGE}.{listing.name}" for listing in EVERY))
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


@pytest.mark.parametrize(("code", "effect"), EFFECTS.items(), ids=EFFECTS.values())
def test_a_module_with_an_effect_is_named(tiny_book: TinyBook, code: str, effect: str) -> None:
    tiny_book.listing("part.loud", f"try:\n    {code}\nexcept OSError:\n    pass\n")
    done = quietly(tiny_book.root, "ghetto_asyncio.part.count", "ghetto_asyncio.part.loud")
    assert done.status == 1
    assert "importing ghetto_asyncio.part.loud: it" in done.said
    assert effect in done.said
    assert "part.count" not in done.said


def quietly(tree: Path, *modules: str) -> Done:
    """Import the modules of a tree in a Python of their own."""
    return press("quiet_import", tree, *modules)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a clean copy."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    shutil.copytree(ROOT / PACKAGE, source / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "--no-index"]
    done = run(*pip, "-w", folder, source)
    assert done.status == 0, done.said
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_the_listings_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = next(archive.read(name).decode() for name in names if name.endswith("/METADATA"))
    top = {name.split("/")[0] for name in names}
    assert {name for name in top if not name.endswith(".dist-info")} == {PACKAGE}
    assert {f"{PACKAGE}/{listing.name.replace('.', '/')}.py" for listing in EVERY} <= set(names)
    assert "Requires-Dist" not in metadata
    assert "Requires-Python: >=3.11" in metadata


def test_listings_run_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    """Servers want a port, and others talk to them: tests/programs/waiting/test_servers.py."""
    programs = [listing for listing in EVERY if '__name__ == "__main__"' in listing.source()]
    assert "turns.round_robin" in [program.name for program in programs]
    started = {"mainloop.serve", "tasks.serve"}
    servers = [program for program in programs if "listen(" in program.source() or program.name in started]
    for program in (program for program in programs if program not in servers):
        module = f"{PACKAGE}.{program.name}"
        code = f"import sys, runpy; sys.path.insert(0, {str(wheel)!r}); runpy.run_module({module!r}, None, '__main__')"
        done = python("-c", code, cwd=tmp_path)
        assert done.status == 0, done.said
        assert done.said
