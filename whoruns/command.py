"""The command: records a program, and writes one HTML file with its timeline, table and stepper."""
from __future__ import annotations

import argparse
import importlib.util
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec
from pathlib import Path

from whoruns.formats import perfetto, png, svg
from whoruns.meanwhile import Meanwhile
from whoruns.page import page
from whoruns.pair import Pair, compared
from whoruns.program import RecordError, Seen, record
from whoruns.source import FigureError
from whoruns.supervised import supervised
from whoruns.wording import LANGUAGES, SOURCE

USAGE = """whoruns [OPTION]… PROGRAM.py [ARGUMENT]…
       whoruns [OPTION]… -m MODULE [ARGUMENT]…"""
MARKS = (*page.MARKS, svg.MARK.encode(), png.MARK, perfetto.MARK.encode())
"""Marks of files that were written by this command."""
STATUS = (
    "Status: the program's own; 1 if it would wait for ever or is stopped, or if no page is written; "
    "2 if the command is not understood."
)
OUTSIDE = ("threads", "processes", "network", "outside")
"""What has no place in a world whose clock jumps."""
EXITS = re.compile(r"SystemExit: -?\d+")
"""An error that only says with which status a program ends."""


class Refused(Exception):
    """Why nothing is written, with the remedy."""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line; all behind the program is the program's."""
    found = argparse.ArgumentParser("whoruns", USAGE, __doc__, STATUS, allow_abbrev=False)
    found.add_argument("-o", metavar="FILE", help=(
        "the page, or a folder for it; else it is written beside the program; "
        "a FILE.svg or FILE.png gets the drawing, a FILE.json a trace for ui.perfetto.dev"
    ))
    found.add_argument("--lang", metavar="LANGUAGE", choices=LANGUAGES, default=SOURCE, help=", ".join(LANGUAGES))
    found.add_argument(
        "--follow", metavar="PATH", action="append", default=[],
        help="a further file whose lines are followed, or a folder of them; may be repeated",
    )
    found.add_argument(
        "--real", action="store_true", help="in real time, with threads, processes and other machines",
    )
    found.add_argument(
        "--last", action="store_true",
        help="until it ends or is stopped, with its last rows; so it is with --real. SIGUSR1 has the page written "
        "while it goes on, SIGTERM ends it as Ctrl-C does",
    )
    found.add_argument(
        "--beside", metavar="OTHER",
        help="a program of the same kind, which is drawn on the left, and compared: old.py, or 'mine.py ARGUMENT…'",
    )
    found.add_argument("-m", metavar="MODULE", nargs=argparse.REMAINDER, help="a module, as of python -m")
    found.add_argument("program", nargs=argparse.REMAINDER, help="a file in Python, and its arguments")
    return found


def main(arguments: Sequence[str]) -> int:
    """Record the program, and say where it is to be seen; return its status, or what `STATUS` says."""
    known = parser()
    try:
        options = known.parse_args(arguments)
        if not (options.m or options.program):
            known.error("there is no program")
    except SystemExit as error:
        return int(error.code or 0)
    program, *own = options.m or options.program
    try:
        beside = Path(f"{program}.html" if options.m else Path(program).parent / f"{Path(program).stem}.html")
        target = target_of(options.o, beside)
        command = os.fsencode(shlex.join(["whoruns", *arguments])).decode("utf-8", "backslashreplace")
        seen: Seen | Pair
        if options.beside:
            seen = both(program, own, options, command)
        elif options.last or options.real:
            def write_so_far(seen: Seen) -> None:
                say(str(write(target, contents(seen, target.suffix, options.lang))))

            with Meanwhile(write_so_far) as meanwhile:
                seen = told(program, own, options, command, meanwhile)
        else:
            seen = told(program, own, options, command)
        written = write(target, contents(seen, target.suffix, options.lang))
    except (Refused, RecordError, FigureError) as error:
        say(str(error))
        return 1
    except KeyboardInterrupt:
        say("Stopped, and no page is written.")
        return 1
    say(str(written))
    return (seen.right if isinstance(seen, Pair) else seen).own.status


def recorded(
    program: str, own: Sequence[str], options: argparse.Namespace, command: str, meanwhile: Meanwhile | None = None
) -> Seen:
    """Record a program with its arguments; raise Refused or RecordError if it cannot be begun."""
    return record(
        spec_of(program) if options.m else Path(program), arguments=own, follow=options.follow, shows=True,
        command=command, real=options.real, last=options.last, begins=meanwhile.begins if meanwhile else None,
    )


def told(
    program: str, own: Sequence[str], options: argparse.Namespace, command: str, meanwhile: Meanwhile | None = None
) -> Seen:
    """Record a program, and say what is wrong with it; raise Refused if nothing is to be seen."""
    seen = recorded(program, own, options, command, meanwhile)
    with suppress(OSError):  # nobody reads any more what the program prints
        print(end="", flush=True)
    say(*troubles(seen, options.lang))
    if any(limit.kind in OUTSIDE for limit in seen.limits):
        say("With --real, threads, processes and other machines are allowed, and recorded.")
    if seen.story is None:
        raise Refused(f"{seen.name}: no page is written")
    return seen


def both(program: str, own: Sequence[str], options: argparse.Namespace, command: str) -> Pair:
    """Record the other program and this one, and say how this one differs."""
    other, *others = words_of(options.beside)
    left = told(other, others, options, "")
    pair = compared(left, told(program, own, options, ""), (options.beside, shlex.join([program, *own])), command)
    say(pair.difference(options.lang))
    return pair


def words_of(program: str) -> list[str]:
    """Return a program and its arguments, as a shell would read them; a path with blanks is one, too."""
    return [program] if Path(program).exists() else shlex.split(program)


def contents(seen: Seen | Pair, suffix: str, language: str) -> bytes:
    """Return what is written into a file, by the end of its name: a page, if that says nothing else."""
    if suffix == ".png":
        return seen.png(language)
    kinds = {".svg": seen.svg, ".json": seen.perfetto}
    return kinds.get(suffix, seen.page)(language).encode()


def troubles(seen: Seen, language: str) -> list[str]:
    """Return the error and the limits of a program, which its page has, too; an exit is told by the status alone."""
    error = None if seen.error and EXITS.fullmatch(seen.error["words"]) else seen.error
    where = f"{error['file']}:{error['line']}" if error and error["line"] else seen.name
    first = [f"{where}: {error['words']}"] if error else []
    words = seen.sentences(language)
    return first + [each if each.startswith(seen.name) else f"{seen.name}: {each}" for each in words]


def say(*lines: str) -> None:
    """Print lines beside the program's output."""
    for line in lines:
        print(line, file=sys.stderr)


def spec_of(name: str) -> ModuleSpec:
    """Find a module as python -m does, in the current folder first; of a package, its __main__."""
    sys.path.insert(0, os.getcwd())
    try:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations is not None:
            spec = importlib.util.find_spec(f"{name}.__main__")
    except (ImportError, ValueError) as error:
        raise Refused(f"{name}: {error}") from error
    finally:
        del sys.path[0]
    if spec is None:
        raise Refused(f"there is no module {name!r} that can be run, seen from {Path.cwd()}")
    return spec


def target_of(given: str | None, beside: Path) -> Path:
    """Return where the page is to be written: a file that is none yet, or a page; raise Refused if it cannot be."""
    target = (Path(given) if given else beside).absolute()
    if given and (target.is_dir() or given.endswith(os.sep)):
        target /= beside.name
    remedy = "name another place with -o"
    if target.is_dir():
        raise Refused(f"{target} is a folder: {remedy}")
    if target.suffix == ".png":
        png.resvg()
    there = target.exists()
    try:
        if target.is_file() and target.stat().st_size and not any(mark in target.read_bytes() for mark in MARKS):
            raise Refused(f"{target} is there already, and no recording: move it away, or {remedy}")
        target.open("ab").close()
    except OSError as error:
        raise Refused(f"{target} cannot be written: {error.strerror}; {remedy}") from error
    if not there:
        target.unlink()
    return target


def write(target: Path, data: bytes) -> Path:
    """Write the file, whole or not at all, and return where: if it cannot be written here, in a folder of its own."""
    if target.exists() and not target.is_file():  # a pipe, say
        target.write_bytes(data)
        return target
    new = target.with_name(f".{target.name}.new")
    try:
        new.write_bytes(data)
        return new.replace(target)
    except OSError as error:
        new.unlink(missing_ok=True)
        elsewhere = Path(tempfile.mkdtemp(prefix="whoruns-")) / target.name
        say(f"{target} cannot be written: {error.strerror}")
        elsewhere.write_bytes(data)
        return elsewhere


def run() -> None:
    """The command. The program finds modules as if Python had been started with it, not with this."""
    if not sys.flags.safe_path:
        del sys.path[0]
    sys.exit(supervised(lambda: main(sys.argv[1:])))
