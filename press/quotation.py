"""Lines quoted from a library, held against its source. Standard library only: any Python can be asked."""
from __future__ import annotations

import inspect
import pkgutil
import textwrap


def problem_of(name: str, text: str) -> str:
    """Return the fault of a quotation, or nothing."""
    try:
        there = textwrap.dedent(inspect.getsource(pkgutil.resolve_name(name))).splitlines()
    except (ImportError, AttributeError, ValueError, OSError, TypeError) as error:
        return f"there is no source of {name}: {error}"
    lines = textwrap.dedent(text).strip("\n").splitlines()
    if not any(same(there[start : start + len(lines)], lines) for start in range(len(there))):
        return f"the source of {name} does not have these lines together; quote it to the letter"
    return ""


def same(some: list[str], others: list[str]) -> bool:
    """Are the lines the same, but for an indentation that all have?"""
    return textwrap.dedent("\n".join(some)) == textwrap.dedent("\n".join(others))
