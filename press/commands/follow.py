"""Type along: write loop.py as it is after a chapter, or ask the reader's own file the sessions of that chapter.

usage: python -m press.commands.follow [--file loop.py] [--check FILE] [--force] CHAPTER      (12, or tasks)

Writes the file and prints the lines that are new since the chapter before; with --check, prints which sessions pass on
FILE, and the first example that doesn't. Exit status 0 if all is well, 1 if a session doesn't pass, 2 if the request
cannot be done. Needs nothing but Python.
"""
from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from press.catalogue import ROOT, BookError
from press.follow.chapters import FILE, MADE, State, chosen, states
from press.follow.checking import SECONDS, ask, asked


def write(file: Path, state: State, force: bool) -> None:
    """Write the file, and print its news; raise BookError if a file of the reader's stands there.

    A file may be overwritten if it is, to the letter, one of those that are written here.
    """
    try:
        made = not file.exists() or file.read_bytes().decode("utf-8", "replace") in {
            each.text for each in states(ROOT).values()
        }
        if not (made or force):
            raise BookError(
                f"{file} is yours, or you have changed it, and it stays as it is. "
                f"FILE=other.py writes another one, FORCE=1 writes over it."
            )
        file.write_text(state.text, "utf-8")
    except OSError as error:
        raise BookError(f"{file} cannot be written: {error.strerror}") from error
    print("\n".join(state.news()))


def check(file: Path, state: State) -> int:
    """Say which sessions of a chapter pass on a file, and show the first example that does not; return the status."""
    if not file.is_file():
        raise BookError(f"There is no file {file}.")
    names, earlier = asked(state, ROOT)
    answer = ask(file, state, names, ROOT)
    if answer.broken:
        print(answer.broken)
        return 1
    if (found := MADE.match(file.read_text("utf-8", "replace"))) and int(found[1]) != state.number:
        print(f"{file} says that it is of chapter {found[1]}; it is asked the sessions of chapter {state.number}.")
    if not state.changed:
        print(f"Chapter {state.number} leaves the file as it is.")
    if answer.missing:
        print(f"{file} does not define: {', '.join(answer.missing)}")
    for name in names:
        how = "passed" if name in answer.passed else "FAILED" if name in answer.failed else "not run"
        print(f"  {'no end' if name == answer.never else how:8}{name}")
    if earlier:
        print(f"Not asked, since they show an earlier state of the file: {', '.join(earlier)}")
    wrong = next(iter(answer.failed.values()), "")
    if answer.never:
        place = f"It was in {answer.where}." if answer.where else "Does a loop of yours go round for ever?"
        wrong = wrong or f"{answer.never} has not ended after {SECONDS} s. {place}"
    many = f"the {len(names)} sessions" if len(names) > 1 else "the session"
    print(f"\n{wrong}" if wrong else f"{file} passes {many} that it is asked after chapter {state.number}."
          if names else "There is no session to ask it.")
    return 1 if wrong else 0


def main(arguments: list[str]) -> int:
    """Write or check the file, and return the exit status."""
    parser = argparse.ArgumentParser(prog="make follow", description="Type along.")
    parser.add_argument("--file", type=Path, default=Path(FILE))
    parser.add_argument("--check", type=Path)
    parser.add_argument("--force", action="store_true")
    parser.add_argument("chapter")
    chosen_options = parser.parse_args(arguments)
    try:
        state = chosen(chosen_options.chapter, ROOT)
        if chosen_options.check:
            return check(chosen_options.check, state)
        write(chosen_options.file, state, chosen_options.force)
        sys.stdout.flush()
    except BookError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:  # as with `| head`: the file is written, and the rest of the diff is not wanted
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
