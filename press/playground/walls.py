"""Walls around a program in a page: no way to JavaScript, and no other program in a worker that it has marked.

Changes of files, or of state that only the interpreter holds, cannot be put back (``as_found.py`` says which can).
So an audit hook, which nothing takes away (PEP 578), reports them, and the worker is used for no other program.
"""
from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
MARKS = frozenset({
    *(f"os.{name}" for name in (
        "chmod", "chown", "link", "mkdir", "remove", "rename", "rmdir", "symlink", "truncate", "utime",
    )),
    "gc.get_objects", "gc.get_referrers", "sys.addaudithook", "code.__new__",
})
"""Changes of files, calls that find objects without names, and things that the interpreter is given for good."""
BRIDGE = frozenset({"js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core"})
"""Packages through which Python speaks with JavaScript."""


def marks(event: str, args: tuple[Any, ...]) -> bool:
    """Say whether an audit event leaves marks: ``open`` comes with the path, the mode and the flags."""
    return event in MARKS or (event == "open" and bool(args[2] & WRITES))


def watch(tell: Callable[[], object]) -> None:
    """Call `tell` whenever a program leaves marks, from now on."""
    sys.dont_write_bytecode = True

    def hear(event: str, args: tuple[Any, ...]) -> None:
        if marks(event, args):
            tell()

    sys.addaudithook(hear)


def close() -> None:
    """Leave Python no way to JavaScript: its proxies go out of the modules, and cannot be imported again."""
    proxy: Any = sys.modules["pyodide.ffi"].JsProxy
    for name in [name for name in sys.modules if name.partition(".")[0] in BRIDGE]:
        held = getattr(sys.modules.pop(name), "__dict__", {})  # a module, or what JavaScript has in its place
        for each, value in [*held.items()]:
            if isinstance(value, proxy):
                held[each] = None
    finders = [each for each in sys.meta_path if type(each).__module__.partition(".")[0] in BRIDGE]
    for finder in finders:
        vars(finder).clear()
        sys.meta_path.remove(finder)
