"""What several tests of listings are given."""
from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support import main_loops


@pytest.fixture
def pair() -> Iterator[main_loops.Pair]:
    """Two ends of a connection that do not wait, closed at the end."""
    ours, theirs = main_loops.pair()
    with ours, theirs:
        yield ours, theirs
