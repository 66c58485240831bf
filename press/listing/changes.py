"""Which lines of a listing are new against another one; comments and docstrings apart."""
from __future__ import annotations

from dataclasses import dataclass, field
from difflib import SequenceMatcher

from press.listing.program import code_lines, functions


def new_lines(old: str, new: str) -> set[int]:
    """Return the numbers of the lines of `new` that `old` does not have."""
    before, after = code_lines(old), code_lines(new)
    numbers = list(after)
    matcher = SequenceMatcher(None, list(before.values()), list(after.values()), autojunk=False)
    return {
        numbers[index]
        for tag, _, _, start, end in matcher.get_opcodes()
        if tag in ("insert", "replace")
        for index in range(start, end)
    }


@dataclass
class Difference:
    """The changes of a listing against another one: in the functions that both have, and in new ones."""

    shown: list[int] = field(default_factory=list)
    """The lines of the functions that differ."""
    new: set[int] = field(default_factory=set)
    """Those of them that the other listing does not have."""
    gone: dict[int, list[str]] = field(default_factory=dict)
    """Lines that only the other listing has, by the number of the line that they would stand before."""


def difference(old: str, new: str) -> Difference:
    """Hold each function of `new` against the one of that name in `old`; text around them is left out."""
    found, text = Difference(), old.splitlines()
    before, after, others = code_lines(old), code_lines(new), functions(old)
    for name, (start, end) in functions(new).items():
        first, last = others.get(name, (0, -1))
        was = [row for row in before if first <= row <= last]
        now = [row for row in after if start <= row <= end]
        matcher = SequenceMatcher(None, [before[row] for row in was], [after[row] for row in now], autojunk=False)
        changes = [change for change in matcher.get_opcodes() if change[0] != "equal"]
        for _, i, j, k, m in changes:
            found.new.update(now[k:m])
            found.gone.setdefault(now[k] if k < len(now) else end + 1, []).extend(text[row - 1] for row in was[i:j])
        if changes:
            found.shown += range(start, end + 1)
    found.gone = {row: lines for row, lines in found.gone.items() if lines}
    return found
