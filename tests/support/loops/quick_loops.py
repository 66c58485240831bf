"""The plain loop for tasks and the quicker ones, and a test that may go round so often, and no more."""
from __future__ import annotations

# mypy: allow-untyped-calls, allow-untyped-defs
from collections.abc import Iterator
from contextlib import closing
from selectors import SelectSelector
from typing import Any

import pytest

from ghetto_asyncio.stopping import loop as stopping
from ghetto_asyncio.tasks import gates, quick, straight


class Selecting(gates.Loop):
    """The same on a system without epoll."""

    def __init__(self) -> None:
        super().__init__()
        self.selector.close()
        self.selector: Any = SelectSelector()


LOOPS: dict[str, type[Any]] = {
    "plain": stopping.Loop, "quick": quick.Loop, "gates": gates.Loop, "select": Selecting, "straight": straight.Loop,
}


@pytest.fixture(name="loop", params=list(LOOPS.values()), ids=list(LOOPS))
def patient(request: pytest.FixtureRequest) -> Iterator[Any]:
    """A loop that may go round so often, and no more."""

    kind: Any = request.param

    class Patient(kind):  # type: ignore[misc]
        left = 500

        def run_once(self) -> None:
            self.left -= 1
            assert self.left, "it spins"
            super().run_once()

    with closing(Patient()) as found:
        yield found
