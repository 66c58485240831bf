"""Which lines of a listing are new against another one; comments and docstrings apart."""
from __future__ import annotations

from difflib import SequenceMatcher

from press.listing.program import code_lines


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
