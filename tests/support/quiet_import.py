"""Import modules and say which of them do more than define things. Standard library only.

usage: python -m tests.support.quiet_import TREE MODULE...

Prints a line for each effect; exit status 1 if there is any.
"""
from __future__ import annotations

import importlib
import io
import os
import signal
import sys
import threading
from contextlib import redirect_stderr, redirect_stdout

LOUD = ("socket.", "subprocess.", "os.", "shutil.", "tempfile.", "_thread.", "signal.", "sys.set")
"""Audit events that belong to an effect; those of the import system itself are not among them."""

QUIET = {"os.listdir", "os.scandir", "os.walk"}
"""Calls of the import system in its search for modules."""


def state() -> dict[str, object]:
    """The state that an import must leave as it was."""
    return {
        "the environment": dict(os.environ),
        "the current directory": os.getcwd(),
        "the threads": threading.active_count(),
        "sys.path": list(sys.path),
        "a signal handler": signal.getsignal(signal.SIGINT),
        "the recursion limit": sys.getrecursionlimit(),
    }


def effects(module: str) -> list[str]:
    """Import the module and name its effects beside defining things."""
    events: list[str] = []
    listening = True

    def audit(event: str, arguments: tuple[object, ...]) -> None:
        if not listening:
            return
        writes = event == "open" and len(arguments) > 1 and any(sign in str(arguments[1] or "") for sign in "wax+")
        cached = writes and "__pycache__" in str(arguments[0])
        if (event.startswith(LOUD) and event not in QUIET) or (writes and not cached):
            events.append(f"{event} {arguments[0] if arguments else ''}")

    before, said = state(), io.StringIO()
    sys.addaudithook(audit)
    with redirect_stdout(said), redirect_stderr(said):
        importlib.import_module(module)
    listening = False
    found = [f"it does {event}" for event in events]
    found += [f"it changes {name}" for name, value in state().items() if value != before[name]]
    if said.getvalue():
        found.append(f"it prints {said.getvalue()!r}")
    return found


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    tree, *modules = sys.argv[1:]
    sys.path.insert(0, tree)
    problems = [f"importing {module}: {effect}" for module in modules for effect in effects(module)]
    print("\n".join(problems))
    sys.exit(1 if problems else 0)
