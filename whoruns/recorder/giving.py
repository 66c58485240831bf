"""The value given to a generator that goes on: the interpreter does not tell it, so the resuming line says it."""
from __future__ import annotations

import ast
import functools
import linecache
from types import FrameType
from typing import Any

from whoruns.recorder.looking import held
from whoruns.recorder.tracing import GENERATOR


def resumer(frame: FrameType) -> FrameType | None:
    """Return the frame that resumes a chain of generators, of which this one is the innermost."""
    above = frame.f_back
    while above is not None and above.f_code.co_flags & GENERATOR and not giving(line_of(above))[0]:
        above = above.f_back
    return above


def given(frame: FrameType) -> tuple[str, Any]:
    """Return how the line of a frame resumes a generator (send, throw, or next) and the value; or "", None."""
    how, name = giving(line_of(frame))
    owner, _, attribute = name.rpartition(".")
    known = frame.f_locals
    if owner not in ("", *known) or (not owner and attribute not in ("", *known)):
        return "", None
    return how, held(known[owner], attribute) if owner else known.get(attribute)


def line_of(frame: FrameType) -> str:
    """Return the text of the line at which a frame stands."""
    return linecache.getline(frame.f_code.co_filename, frame.f_lineno).strip()


@functools.cache
def giving(line: str) -> tuple[str, str]:
    """Return how a line resumes a generator, and the variable or attribute that it gives; or nothing."""
    try:
        tree = ast.parse(line + " pass" * line.endswith(":"))
    except SyntaxError:  # a line of several
        return "", ""
    nodes = list(ast.walk(tree))
    if any(isinstance(node, ast.Await | ast.YieldFrom) for node in nodes):
        return "", ""
    found = {("next", "") for node in nodes if isinstance(node, ast.For)}
    for call in [node for node in nodes if isinstance(node, ast.Call)]:
        if isinstance(call.func, ast.Attribute) and call.func.attr in ("send", "throw") and call.args:
            found.add((call.func.attr, ast.unparse(call.args[0])))
        elif isinstance(call.func, ast.Name) and call.func.id == "next":
            found.add(("next", ""))
    return found.pop() if len(found) == 1 else ("", "")
