"""The ways to run one text: those of the book, and the whole kernel, with timeouts and shields."""
from __future__ import annotations

# mypy: allow-untyped-calls
from typing import Any

from ghetto_asyncio.cancellation import three, virtual


class OnWholeKernel(three.OnKernel):
    """Tasks that ask the kernel with timeouts and shields."""

    def run(self, main: Any, *args: Any) -> Any:
        """Run `main(self, *args)` as a task; return its result."""
        self.kernel: Any = virtual.Kernel()
        return self.kernel.run(main(self, *args))

    async def cancel(self, task: Any) -> Any:
        """Cancel a task, and do not wait for its end."""
        return await task.cancel(blocking=False)


WAYS = (*three.WAYS, OnWholeKernel())
