"""Press Ctrl-C wherever a program can be struck: at each line of a server, while it has a client."""
from __future__ import annotations

# mypy: allow-untyped-calls
import gc
import signal
import socket
import sys
import warnings
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from ghetto_asyncio.mainloop.serve import meet, serve
from press.catalogue import ROOT

FILES = str(ROOT / "ghetto_asyncio"), socket.__file__, str(Path(socket.__file__).parent / "_weakrefset.py")


def interrupted(on_loop: Any, number: int) -> tuple[bool, list[str]]:
    """Press Ctrl-C at the line with this number, while a client is served; return whether it was, and the faults."""
    lines = 0
    wrong: list[str] = []
    talks: list[FrameType] = []

    def trace(frame: FrameType, event: str, _arg: Any) -> Any:
        nonlocal lines
        if not frame.f_code.co_filename.startswith(FILES):
            return None
        if event == "line":
            lines += 1
            if lines == number and not talks:
                signal.raise_signal(signal.SIGINT)
        elif event == "return" and frame.f_code is meet.__code__ and lines < number and not talks:  # it is over
            talks.append(frame)
            signal.raise_signal(signal.SIGINT)
        return trace

    def unraisable(args: Any) -> None:
        wrong.append(f"{args.exc_value!r} in {args.object!r}")

    hook, sys.unraisablehook = sys.unraisablehook, unraisable
    try:
        with warnings.catch_warnings(), socket.create_server(("127.0.0.1", 0)) as listener:
            warnings.simplefilter("error")
            with socket.create_connection(listener.getsockname(), 10) as ann:
                ann.sendall(b"hello\n")
                ann.shutdown(socket.SHUT_WR)
                sys.settrace(trace)
                with pytest.raises(KeyboardInterrupt):
                    on_loop(serve, listener)
                sys.settrace(None)
                talks.clear()
            gc.collect()
    finally:
        sys.settrace(None)
        sys.unraisablehook = hook
    return lines >= number, wrong


def everywhere(on_loop: Any) -> list[tuple[int, list[str]]]:
    """Press Ctrl-C at every fifth line, in a talk of its own; return where something is wrong."""
    number, bad, more = 1, [], True
    while more:
        more, wrong = interrupted(on_loop, number)
        bad += [(number, wrong)] * bool(wrong)
        number += 5
    assert number > 200
    return bad
