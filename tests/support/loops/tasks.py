"""What the tests of tasks need: a loop on a clock that jumps, and rounds one by one."""
from __future__ import annotations

# mypy: allow-untyped-calls
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from ghetto_asyncio.clocks.jump import jumping
from ghetto_asyncio.stopping import loop as stopping

Loop: Any = jumping(stopping.Loop)


def new_loop() -> Iterator[Any]:
    """Yield a loop that jumps over the time, and close it."""
    with closing(Loop()) as loop:
        yield loop


def rounds(loop: Any, number: int) -> None:
    """Go round so often."""
    for _ in range(number):
        loop.run_once()
