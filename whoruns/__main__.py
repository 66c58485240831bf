"""Record a program of your own, and write one HTML file with its timeline, table and stepper: whoruns mine.py.

usage: whoruns FILE [LANGUAGE]

The file is written beside the program, as mine.html, and opens without anything else. Needs nothing but Python.
"""
from __future__ import annotations

import sys
from pathlib import Path

from whoruns.page.page import MARK, page
from whoruns.program import program
from whoruns.wording import LANGUAGES, SOURCE, speaking


class Refused(Exception):
    """What is wrong with the program, or with what was typed, and what to do about it."""


def write(path: Path, language: str) -> list[str]:
    """Write the page of a program; return what is to be known of it besides. Raise Refused if there will be none."""
    if language not in LANGUAGES:
        raise Refused(f"there is no language {language!r}; there are: {', '.join(LANGUAGES)}")
    source, made = read(path), path.with_suffix(".html")
    if made.exists() and MARK not in made.read_text("utf-8", "replace"):
        raise Refused(f"{made} is there already, and no recording: move it away, or rename {path.name}")
    before = sys.path[:]
    sys.path.insert(0, str(path.resolve().parent))  # as if it were started
    try:
        with speaking(language):
            found = program(source, title=path.name)
    finally:
        sys.path[:] = before
    error, cannot = found["error"], list(found["cannot"])
    where = f"{path}:{error['line']}" if error and error["line"] else str(path)
    told = [f"{where}: {error['words']}"] if error else []
    told += [f"{path}: {words}" for words in cannot]
    if not found["figure"]:
        raise Refused("\n".join(told or [f"{path}: no generator, coroutine or task ran: there is nothing to draw"]))
    made.write_text(page(path.name, source, found["figure"], found["output"], error, cannot, language), "utf-8")
    return [*told, str(made)]


def read(path: Path) -> str:
    """Return the text of a program; raise Refused if there is none."""
    if path.suffix != ".py":
        raise Refused(f"{path} is no program in Python: its name has to end in .py")
    try:
        return path.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(f"{path}: byte {error.start} is not UTF-8; save the file as UTF-8") from error
    except OSError as error:
        raise Refused(f"{path} cannot be read from {Path.cwd()}: {error.strerror}") from error


def main(arguments: list[str]) -> int:
    """Record the program, and say where it is to be seen."""
    if not 1 <= len(arguments) <= 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        told = write(Path(arguments[0]), arguments[1] if arguments[1:] else SOURCE)
    except Refused as error:
        print(error, file=sys.stderr)
        return 1
    print("\n".join(told))
    return 0


def run() -> None:
    """What the command calls."""
    sys.exit(main(sys.argv[1:]))


if __name__ == "__main__":
    run()
