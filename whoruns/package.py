"""The packages below recorded programs, beside Python, such as the listings of a book: their owner hands them in.

One may look into the objects of its classes; its loops may call functions of a program; it is imported anew for each
run.
"""
from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from whoruns.events import Nowhere, Queue


@dataclass(frozen=True)
class Loops:
    """A package with loops and kernels of its own."""

    package: str = ""
    root: Path = Path()
    """The folder that it lies in."""
    queues: Mapping[str, Queue] = field(default_factory=dict)
    """The attributes, or variables, with which its loops hold tasks, and the state of a task there."""
    places: Mapping[str, Queue | Nowhere] = field(default_factory=dict)
    """Likewise of its kernels."""
    clocks: tuple[str, ...] = ()
    """Where one of them keeps the time, if it jumps by itself: ``selector.now``."""
    runs: Callable[[Collection[str]], Literal["", "loop", "kernel"]] = lambda imported: ""
    """Of the names that a program imports (``package.module.Name``): the kind of loop that runs its tasks, or ""."""


LOOPS = Loops()


def stand_on(loops: Loops) -> None:
    """Set the loops that programs stand on from now on."""
    global LOOPS
    LOOPS = loops


def has(module: str) -> bool:
    """Say whether a module is of the package."""
    return bool(LOOPS.package) and module.split(".")[0] == LOOPS.package
