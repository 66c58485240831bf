"""A socket with the number of a file that was closed, on each kernel."""
from __future__ import annotations

# mypy: allow-untyped-calls
import os
import socket

from ghetto_asyncio.cancellation.virtual import Kernel
from ghetto_asyncio.kernel.traps import read_wait, schedule, spawn
from tests.support.loops.quick_kernels import on_every_kernel

__all__ = ["on_every_kernel"]


def test_a_newcomer_is_not_refused_because_of_a_file_that_was_closed() -> None:
    """The same number: a pipe that was closed without telling the kernel, and then a socket."""
    async def main() -> bool:
        number, writing = os.pipe()
        reading = os.fdopen(number, "rb", 0)
        ann = await spawn(read_wait(reading))
        await schedule()
        reading.close()
        ours, theirs = socket.socketpair()
        with ours, theirs:
            assert ours.fileno() == number
            theirs.send(b"hello")
            await read_wait(ours)
        os.close(writing)
        return isinstance(ann.error, OSError)

    assert Kernel().run(main())
