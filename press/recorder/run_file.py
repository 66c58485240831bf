"""Run files: what they may say, and what is wrong with one or with the run that it declares."""
from __future__ import annotations

import ast
import runpy
import textwrap
import traceback
from pathlib import Path
from typing import Any

from press.recorder.sandbox import late_time

SETTINGS = set("files queues names tasks steps notes clock hides peers fails threads levels".split())
"""What a run file may say beside ``main()``; CONTRIBUTING.md explains them."""


class RunError(Exception):
    """What is wrong with a run, with the file and the remedy."""


def read(path: Path, shown: Path) -> dict[str, Any]:
    """Execute a run file; give what it says."""
    try:
        with late_time():
            settings = runpy.run_path(str(path))
    except Exception as error:
        stack = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in stack if frame.filename == str(path)]
        line = getattr(error, "lineno", None) or lines[-1]
        raise RunError(f"{shown}:{line}: {type(error).__name__}: {error}") from error
    if not callable(settings.get("main")) or not isinstance(settings.get("files"), tuple):
        raise RunError(f"{shown}: needs a function main() and 'files', a tuple of the listings to follow")
    plain = {key for key, value in settings.items() if isinstance(value, dict | tuple | bool) and key[0] != "_"}
    if unknown := plain - SETTINGS:
        raise RunError(f"{shown}: unknown {', '.join(sorted(unknown))}; there are: {', '.join(sorted(SETTINGS))}")
    return settings


def entry(path: Path) -> str:
    """Give the code of main(), which is what a reader would type."""
    text = path.read_text("utf-8")
    main = next(node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef) and node.name == "main")
    return textwrap.dedent("\n".join(text.splitlines()[main.body[0].lineno - 1 : main.end_lineno]))


def place(error: BaseException, files: tuple[str, ...]) -> str:
    """Say at which line of the listings an error was raised, or of which file else."""
    stack = traceback.extract_tb(error.__traceback__)
    frame = next((frame for frame in reversed(stack) if frame.filename in files), stack[-1])
    return f"at {frame.filename}:{frame.lineno}: {frame.line}"
