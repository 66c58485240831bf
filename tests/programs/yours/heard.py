"""Prints as JSON what is said where each program of a text runs: `python -m tests.programs.yours.heard messages.txt`.

A program stands below its messages, as the page has them, and may await; below a line with `#` stands what the programs
after it are given.
"""
from __future__ import annotations

import ast
import asyncio
import gc
import json
import logging
import re
import sys
import traceback
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any

BLOCK = re.compile(r"((?:^\S.*\n)+)((?:^ +.*\n)+)", re.MULTILINE)


def last_lines(error: BaseException | None) -> list[str]:
    """Return how the tracebacks of an error end: its own, those of its causes, and those of the errors in it."""
    found: list[BaseException] = []
    there = [error]
    while there:
        if (each := there.pop()) and each not in found:  # two may be each other's causes
            found.append(each)
            there += (each.__cause__, each.__context__, *getattr(each, "exceptions", ()))
    return ["".join(traceback.format_exception_only(each)).strip() for each in found]


def play(given: str, program: str) -> None:
    """Run a program, on a loop if it awaits."""
    names: dict[str, Any] = {"new_loop": None}
    exec(given, names)
    code = compile(program, "program", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    if done := eval(code, names):
        with asyncio.Runner(loop_factory=names["new_loop"]) as runner:
            runner.run(done)


@cache
def heard(given: str, program: str) -> str:
    """Return all that is said while a program runs, and when it is collected: logged, warned, raised."""
    said: list[str] = []

    class Log(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said.extend([record.getMessage(), *last_lines(record.exc_info[1] if record.exc_info else None)])

    log = Log()
    logging.getLogger().addHandler(log)
    sys.unraisablehook = lambda seen: said.extend(last_lines(seen.exc_value))
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = lambda message, *_: said.append(str(message))
        try:
            play(given, program)
        except (Exception, SystemExit) as error:
            said.extend(last_lines(error))
            del error
        gc.collect()
    logging.getLogger().removeHandler(log)
    sys.unraisablehook = sys.__unraisablehook__
    return "\n".join(said)


def blocks(name: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the programs of a text: what each is given, itself, and its messages."""
    given = ""
    for heads, program in BLOCK.findall(Path(__file__).with_name(name).read_text("utf-8")):
        if heads.startswith("#"):
            given += dedent(program)
        else:
            yield given, dedent(program), heads.splitlines()


if __name__ == "__main__":
    programs = list(blocks(sys.argv[1]))
    exec(programs[0][0], {})
    gc.freeze()  # circles are looked for in what comes, and not in all that was imported
    json.dump({head: heard(*block) for *block, heads in programs for head in heads}, sys.stdout)
