"""The tasks of a random program, as its referee knows them."""
from __future__ import annotations

from typing import Any


class Oops(Exception):
    """A task has failed, as its script says."""


class Limit:
    """The timeout of a block."""

    def __init__(self, deadline: float | None) -> None:
        self.deadline, self.matters, self.fired = deadline, True, False


class Actor:
    """A task, as the referee knows it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.task: Any = None
        self.state, self.kind = "unborn", ""
        self.what: Any = None
        self.stamp = self.cancel_stamp = 0
        self.may_pass, self.woken = True, False
        self.cancelled = self.owed = self.cut = self.late = False
        self.shields = 0
        self.limits: dict[Any, Limit] = {}
        self.error: BaseException | None = None
        self.met: list[BaseException] = []
        """The interrupts that have reached it, and its own failures. All of them count, not only the last: when a
        clean-up has ended, Python raises again the one that had led to it, even if others were caught meanwhile."""

    def __repr__(self) -> str:
        return f"task {self.number}"
