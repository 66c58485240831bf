"""What several tests of listings are given."""
from __future__ import annotations

# mypy: allow-untyped-calls
from collections.abc import Iterator
from contextlib import closing

import pytest
from hypothesis import HealthCheck, settings

from tests.support.loops import main_loops

settings.register_profile("book", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("book")
"""A slow machine makes no random test fail; one that fails says how it is played again, on any machine."""


@pytest.fixture
def pair() -> Iterator[main_loops.Pair]:
    """Two ends of a connection that do not wait, closed at the end."""
    ours, theirs = main_loops.pair()
    with ours, theirs:
        yield ours, theirs


@pytest.fixture
def tasks_loop() -> Iterator[main_loops.VirtualTasks]:
    """A loop with tasks, and a clock that jumps. It watches nothing and waits for nobody at the end."""
    with closing(main_loops.VirtualTasks()) as loop:
        yield loop
        assert not loop.waiting
        assert not loop.selector.get_map()


@pytest.fixture(scope="module")
def lean_asyncio() -> Iterator[None]:
    """Let the loops of asyncio keep no stack for each handle and task, for tests that run them a thousand times."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("asyncio.coroutines._is_debug_mode", lambda: False)
        yield
