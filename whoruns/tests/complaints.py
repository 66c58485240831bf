"""How complaints are told."""
from __future__ import annotations

from collections.abc import Iterable


def none(complaints: Iterable[str]) -> None:
    """There are none, or all of them are shown."""
    found = list(complaints)
    assert not found, "\n" + "\n".join(found)
