"""Threads of AnyIO that have been told to end take a moment; who looks for leaks waits for them."""
from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.endings import threads_end


@pytest.fixture(autouse=True)
def _threads_end() -> Iterator[None]:
    yield
    threads_end("AnyIO")
