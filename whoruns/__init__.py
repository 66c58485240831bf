"""Who ran when, line by line, and why: a program with generators or asyncio, recorded and drawn.

    import whoruns
    seen = whoruns.record(Path("mine.py"))  # or a program's text, or a function
    Path("mine.html").write_text(seen.page(), "utf-8")
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from whoruns.program import RecordError, Seen, record

__all__ = ["RecordError", "Seen", "record"]


def __getattr__(name: str) -> Any:
    """Return what is offered; it is loaded when somebody asks for it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from whoruns import program

    return getattr(program, name)
