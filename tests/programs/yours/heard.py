"""What a program says: in the log, in warnings, in what it raises, and when its objects are collected."""
from __future__ import annotations

import gc
import logging
import sys
import traceback
import warnings
from collections.abc import Callable
from typing import Any

Program = Callable[[], object]


class Programs(dict[str, Program]):
    """What the page calls a message, and the program that provokes it."""

    def says(self, message: str) -> Callable[[Program], Program]:
        """Mark a program, by the words of the page for what it makes Python say."""

        def mark(program: Program) -> Program:
            self[message] = program
            return program

        return mark


def last_lines(error: BaseException | None) -> list[str]:
    """Return how the tracebacks of an error end: its own, those of its causes, and those of the errors in it."""
    found: list[BaseException] = []
    there = [error]
    while there:
        if (each := there.pop()) and each not in found:  # two may be each other's causes
            found.append(each)
            there += (each.__cause__, each.__context__, *getattr(each, "exceptions", ()))
    return ["".join(traceback.format_exception_only(each)).strip() for each in found]


def heard(program: Program) -> str:
    """Return all that is said while a program runs, and afterwards when it is collected."""
    said: list[str] = []

    class Log(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said.extend([record.getMessage(), *last_lines(record.exc_info[1] if record.exc_info else None)])

    def warned(message: Warning | str, *_: object) -> None:
        said.append(str(message))

    def unraisable(seen: Any) -> None:
        said.extend(last_lines(seen.exc_value))

    log = Log()
    logging.getLogger().addHandler(log)
    sys.unraisablehook = unraisable
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = warned  # type: ignore[assignment]
        try:
            program()
        except (Exception, SystemExit) as error:
            said.extend(last_lines(error))
            del error
        gc.collect()
    logging.getLogger().removeHandler(log)
    sys.unraisablehook = sys.__unraisablehook__
    return "\n".join(said)
