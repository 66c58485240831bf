"""The tables in words below the figures, as data; ``figure.py`` makes nodes of them."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Cell = Sequence[tuple[str, bool]]
"""The content of a cell of a table: texts, and whether they are code."""


class Table(NamedTuple):
    """The words above the columns, and the rows. They are translated already."""

    head: Sequence[str]
    body: Sequence[Sequence[Cell]]
