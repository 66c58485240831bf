"""The stack of somebody who waits."""
from inspect import iscoroutine
from traceback import extract_stack


def stack(task):
    """Return (function, line of code) for each level, outermost first."""
    levels = []
    while hasattr(task, "gi_frame") or iscoroutine(task):
        kind = "cr" if iscoroutine(task) else "gi"
        frame = getattr(task, f"{kind}_frame")
        levels.append((frame.f_code.co_name, extract_stack(frame)[-1].line))
        task = task.cr_await if kind == "cr" else task.gi_yieldfrom
    return levels
