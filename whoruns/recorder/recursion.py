"""How deep a program may call: as deep as without a recorder, which is called at each depth and calls, too."""
from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from whoruns.recorder.replacing import replacing

ROOM = 0 if sys.platform == "emscripten" else 300
"""So many calls more are there for the recorder. A page has none to give."""
EACH = 2 if sys.version_info < (3, 12) else 1
"""What a call of a coroutine counts while it is traced."""
OWN = 6
"""So many more calls than here lie between the interpreter and the program, and between that and here."""


@contextmanager
def room_below() -> Iterator[Callable[[], None]]:
    """Give the recorder room below the program; yield what raises RecursionError where the program has called too deep.

    The program sees, and sets, a limit of its own.
    """
    before, base = sys.getrecursionlimit(), 1
    set_limit, frame_of = sys.setrecursionlimit, sys._getframe
    while frame_of(base).f_back is not None:
        base += 1
    limit = before

    def check() -> None:
        try:
            frame_of(base + OWN + limit)
        except ValueError:
            return
        raise RecursionError("maximum recursion depth exceeded")

    def change(new: int) -> None:
        nonlocal limit
        set_limit((base + new) * EACH + ROOM)
        limit = new

    if not ROOM:
        yield lambda: None
        return
    with replacing() as replace:
        replace(sys, "getrecursionlimit", lambda: limit)
        replace(sys, "setrecursionlimit", change)
        change(before)
        try:
            yield check
        finally:
            set_limit(before)
