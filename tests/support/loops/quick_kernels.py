"""The quick kernels on a clock that jumps, and the runner of the plain ones' tests on them."""
from __future__ import annotations

# mypy: allow-untyped-calls
import select
from typing import Any

import pytest

from ghetto_asyncio.cancellation import virtual as plain
from ghetto_asyncio.kernel import virtual
from ghetto_asyncio.together import quick, watched


class QuickKernel(quick.Kernel, virtual.Kernel):
    """The quick kernel on a clock that jumps."""


KERNELS: dict[str, type[Any]] = {"plain": plain.Kernel, "quick": QuickKernel}

if hasattr(select, "epoll"):

    class Jumping(watched.Watched):
        """Looks and never waits; `now` is in seconds."""

        now = 0.0

        def select(self, seconds: float | None) -> list[Any]:
            """Wake the tasks that events wake; if nothing happens, let time pass."""
            if not self.epoll.poll(0):
                if seconds is None:
                    raise RuntimeError("nothing will ever happen")
                self.now += max(0, seconds)
            return super().select(0)  # type: ignore[no-any-return]

    class WatchedKernel(watched.Kernel):
        """The quick kernel whose sockets stay registered, on a clock that jumps."""

        def __init__(self) -> None:
            super().__init__()
            self.sockets.selector.close()
            self.sockets: Any = Jumping(self.ready)

        def trap_clock(self) -> float:
            """Give the seconds since the kernel was made."""
            return float(self.sockets.now)

    KERNELS["watched"] = WatchedKernel


for each in KERNELS.values():
    each.__name__ = "Kernel"  # what an error says of them


@pytest.fixture(name="every_kernel", params=list(KERNELS.values()), ids=list(KERNELS), autouse=True)
def on_every_kernel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test of a module that calls its kernel `Kernel` on every kernel."""
    monkeypatch.setattr(request.module, "Kernel", request.param)
