"""What the tests of this folder share: no collector, for those who ask; and threads of AnyIO are waited for."""
from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from tests.support.endings import threads_end


@pytest.fixture(autouse=True)
def _threads_end() -> Iterator[None]:
    yield
    threads_end("AnyIO")


@pytest.fixture(name="no_collector")
def without_collector() -> Iterator[None]:
    """What is in a circle stays, until the test is over."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()
    gc.collect()
