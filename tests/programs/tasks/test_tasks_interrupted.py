"""Ctrl-C wherever it strikes: the server ends, and leaves nothing open and nothing that was never awaited."""
from __future__ import annotations

# mypy: allow-untyped-calls
import os
import signal
import socket
from contextlib import closing, suppress
from typing import Any

import pytest

from ghetto_asyncio.stopping.loop import Loop
from ghetto_asyncio.tasks.serve import ctrl_c_between_calls, on_tasks
from tests.support.loops.interrupted import everywhere


def without_care(serve: Any, listener: socket.socket) -> None:
    """Python's own handler raises wherever the signal strikes."""
    with closing(Loop()) as loop:
        loop.run_until_complete(serve(loop, listener))
        loop.run_until_idle()


def test_ctrl_c_at_every_line_leaves_nothing_behind() -> None:
    assert everywhere(on_tasks) == []


def test_ctrl_c_in_a_function_that_is_called_wait_strikes_after_the_turn() -> None:
    log = []

    async def wait() -> None:
        signal.raise_signal(signal.SIGINT)
        log.append("the turn goes on")
        await loop.sleep(1)

    with closing(Loop()) as loop, ctrl_c_between_calls(loop), pytest.raises(KeyboardInterrupt):
        loop.run_until_complete(wait())
    assert log == ["the turn goes on"]


def test_pythons_own_handler_loses_a_client() -> None:
    """The test above can fail."""
    before = set(os.listdir("/proc/self/fd"))
    try:
        assert "ResourceWarning" in str(everywhere(without_care))
    finally:
        for number in set(os.listdir("/proc/self/fd")) - before:
            with suppress(OSError):  # the folder itself
                os.close(int(number))
