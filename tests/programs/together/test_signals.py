"""A signal wherever it strikes: the server ends by itself, and leaves nothing open and nothing never awaited."""
from __future__ import annotations

# mypy: allow-untyped-calls
import gc
import signal
import socket
import sys
import warnings
from importlib import import_module
from types import FrameType
from typing import Any

import pytest

from ghetto_asyncio.cancellation.kernel import Kernel
from ghetto_asyncio.mainloop.serve import meet
from ghetto_asyncio.together.signals import signals
from press.catalogue import ROOT

together_serve: Any = import_module("ghetto_asyncio.together.serve")
FILES = str(ROOT / "ghetto_asyncio")


def struck(number: int, times: int) -> tuple[bool, list[str]]:
    """Send signals at the line with this number, while a client is served; say whether it was, and what is wrong."""
    lines = 0
    sent = False
    wrong: list[str] = []

    def strike() -> None:
        nonlocal sent
        sent = True
        for _ in range(times):
            signal.raise_signal(signal.SIGTERM)

    def trace(frame: FrameType, event: str, _arg: Any) -> Any:
        nonlocal lines
        if not frame.f_code.co_filename.startswith(FILES):
            return None
        if event == "line":
            lines += 1
            if lines == number and not sent:
                strike()
        return trace

    async def meet_and_strike(*args: Any) -> None:
        await meet(*args)
        if not sent:  # there are fewer lines than that
            strike()

    hook, sys.unraisablehook = sys.unraisablehook, lambda args: wrong.append(f"{args.exc_value!r} in {args.object!r}")
    together_serve.meet = meet_and_strike
    try:
        with (
            warnings.catch_warnings(),
            socket.create_server(("127.0.0.1", 0)) as listener,
            signals(signal.SIGTERM) as bell,
        ):
            warnings.simplefilter("error")
            with socket.create_connection(listener.getsockname(), 10) as ann:
                ann.sendall(b"hello\n")
                ann.shutdown(socket.SHUT_WR)
                sys.settrace(trace)
                Kernel().run(together_serve.serve(listener, bell, 0))
                sys.settrace(None)
            gc.collect()
    finally:
        sys.settrace(None)
        sys.unraisablehook, together_serve.meet = hook, meet
    return lines >= number, wrong


@pytest.mark.parametrize("times", [1, 2])
def test_a_signal_at_any_line_ends_the_server(times: int, capfd: pytest.CaptureFixture[str]) -> None:
    number, bad, more = 1, [], True
    while more:
        more, wrong = struck(number, times)
        bad += [(number, wrong)] * bool(wrong)
        number += 7
    assert number > 200
    assert bad == []
    out, errors = capfd.readouterr()
    assert errors == ""
    assert "client 1 leaves" in out
