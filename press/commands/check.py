"""Test the dependents of the changed files: ``make check``; ``ALL=1``: everything that a page and its code need.

Git names the changed files: those of the branch that main has not, and uncommitted ones. ``make check LANG=pl``
tests the translations of a language.
"""
from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from press.catalogue import PACKAGE, ROOT, every_exercise, session_of_exercise
from press.conversation.script import every_conversation
from press.figures.recordings import every_run
from press.language import SOURCE

READ = ("docs", "listings", PACKAGE, "README.md")
"""The paths that Sybil runs."""
PAGES = (
    "tests/house/test_budgets.py", "tests/house/test_chapters.py", "tests/house/test_essays.py",
    "tests/house/test_form.py", "tests/house/test_order.py", "tests/runs/test_pages.py",
    "tests/site/test_published.py", "tests/site/test_size.py",
)
"""Tests for the mistakes of an author of an English page."""
MODULES = "tests/listing/test_modules.py"
ORACLE = "tests/runs/test_oracle.py"
FIGURE = f"{ORACLE}::test_what_is_shown_is_true_and_keeps_the_laws"
TALK = "tests/conversations/test_play.py::test_the_servers_say_what_the_conversations_say"
TRANSLATED = ("tests/translations/test_catalogues.py", "tests/site/test_site.py")
"""Tests for the mistakes of a translator, among others."""
IMPORTED = re.compile(rf"from {PACKAGE}\.(\w+) import ([\w, ]+)|{PACKAGE}\.(\w+(?:\.\w+)+)")


def changed(root: Path) -> list[str] | None:
    """Return the files that have been changed, or are new or gone; None if git does not know."""

    def git(*words: str) -> list[str]:
        command = ["git", "-c", "core.quotePath=off", *words]
        return subprocess.run(command, cwd=root, capture_output=True, encoding="utf-8", check=False).stdout.splitlines()

    bases = [base for main in ("origin/main", "main", "HEAD") for base in git("merge-base", "HEAD", main)]
    new = git("ls-files", "--others", "--exclude-standard")
    return sorted({*git("diff", "--name-only", "--no-renames", bases[0]), *new}) if bases else None


def imported(text: str) -> set[str]:
    """Return the listings that a text imports or starts."""
    found: set[str] = set()
    for chapter, names, name in IMPORTED.findall(text):
        found |= {name} if name else {f"{chapter}.{each.strip()}" for each in names.split(",")}
    return found


def name_of(path: str) -> str:
    """Return the name of the listing that a file belongs to; nothing if it belongs to none."""
    found = re.fullmatch(rf"(?:{PACKAGE}|listings)/([\w/]+?)(?:/__init__)?\.[\w.]+", path)
    return found[1].replace("/", ".") if found else ""


def affected(files: Iterable[str], root: Path) -> set[str]:
    """Return the listings whose modules are among the files, and those that import one, perhaps through others."""
    modules = (root / PACKAGE).rglob("*.py")
    imports = {name_of(path.relative_to(root).as_posix()): imported(path.read_text("utf-8")) for path in modules}
    found = {name_of(path) for path in files if path.startswith(PACKAGE)}
    while more := {name for name, names in imports.items() if names & found} - found:
        found |= more
    return found


def texts(root: Path) -> Iterator[tuple[str, str, str]]:
    """Yield an argument of pytest, the listing or the page that it is about, and a text with its imports."""
    for pattern in ("docs/**/*.md", "listings/**/*.pycon", f"{PACKAGE}/**/*.py", "README.md"):
        for path in root.glob(pattern):
            shown, text = path.relative_to(root).as_posix(), path.read_text("utf-8")
            if path.suffix != ".py" or ">>> " in text:
                yield shown, name_of(shown) or shown, text
    for name in every_exercise(root):
        chapter, _dot, exercise = name.partition(".")
        shown = f"{PACKAGE}/{chapter}/exercises/{exercise}.py"
        yield shown, f"{chapter}.solutions.{exercise}", session_of_exercise(name, root)
    for test, names, kind in ((FIGURE, every_run(root), "run.py"), (TALK, every_conversation(root), "talk")):
        for name in names:
            text = (root / f"listings/{name.replace('.', '/')}.{kind}").read_text("utf-8")
            yield f"{test}[{name}]", name, re.sub(r'"(\w+\.[\w.]+)"', rf"{PACKAGE}.\1", text)


def concerned(files: Iterable[str], root: Path) -> list[str]:
    """Return the arguments of pytest for these changed files."""
    files = [path for path in files if path.startswith(READ)]
    listings = affected(files, root)
    own = {name_of(path) or path for path in files}
    for page in (root / path for path in files if path.endswith(".md")):
        runs = re.findall(r"^```\{run\} (.+)$", page.read_text("utf-8") if page.is_file() else "", re.MULTILINE)
        own |= {name for each in runs for name in each.split()}
    found = {test for test, place, text in texts(root) if place in own or imported(text) & listings}
    return [*PAGES, *[MODULES] * bool(listings), *sorted(found)] if files else []


def main(language: str, everything: bool) -> None:
    """Print the request, and become pytest."""
    files = None if everything else changed(ROOT)
    if language != SOURCE:
        asked = ["-n0", *TRANSLATED, "-k", f"{language}] or nothing_is_left_in_english or it_is_in_its_script"]
    elif files is None:
        asked = [*READ, *PAGES, MODULES, ORACLE]
    elif tests := concerned(files, ROOT):
        asked = ["-n0", *tests]
        print(f"Asked is what depends on {' '.join(path for path in files if path.startswith(READ))}", flush=True)
    else:
        print("No page and no listing has changed since main. make check ALL=1 asks about all of them.")
        return
    os.environ["BOOK_LANGUAGES"] = " ".join(dict.fromkeys((SOURCE, language)))
    os.execv(sys.executable, [sys.executable, "-m", "pytest", *asked])


if __name__ == "__main__":
    main(sys.argv[1], "all" in sys.argv[2:])
