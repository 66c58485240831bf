"""Who ran when, line by line, and why: a program with generators or asyncio, recorded and drawn.

    import whoruns
    seen = whoruns.record(Path("mine.py"))  # or a program's text, or a function
    Path("mine.html").write_text(seen.page(), "utf-8")
"""
from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from whoruns.package import Loops, stand_on
    from whoruns.pair import Pair, compared
    from whoruns.program import RecordError, Seen, record

HOMES = {
    "Loops": "package", "stand_on": "package", "Pair": "pair", "compared": "pair", "RecordError": "program",
    "Seen": "program", "record": "program",
}
"""The modules of the public names."""
__all__ = ["Loops", "Pair", "RecordError", "Seen", "compared", "record", "stand_on"]


def load_ipython_extension(shell: Any) -> None:
    """Give IPython the magic %%whoruns: IPython calls this for %load_ext whoruns."""
    shell.register_magics(import_module("whoruns.doors.magic").Whoruns)


def __getattr__(name: str) -> Any:
    """Return a public name; it is loaded when it is asked for."""
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"whoruns.{HOMES[name]}"), name)
