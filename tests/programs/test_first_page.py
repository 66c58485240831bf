"""The program on the first page prints what the page says, with `await` and with `time.sleep()`."""
from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Coroutine
from typing import Any

import pytest

from ghetto_asyncio.clocks.virtual import AsyncioLoop
from press.catalogue import ROOT

PAGE = (ROOT / "docs/index.md").read_text("utf-8")
PROGRAM = re.search(r"^:name: first-page\n\n(.+?)^```", PAGE, re.MULTILINE | re.DOTALL)
SAID = re.findall(r"`(\w+ \d\.\d)`", PAGE)


@pytest.mark.parametrize(
    ("wait", "said"), [("await asyncio.sleep(1)", SAID[:3]), ("time.sleep(1)", SAID[3:])], ids=["await", "time.sleep"]
)
def test_it_prints_what_the_page_says(
    wait: str, said: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The clock jumps where the program would wait."""
    loop = AsyncioLoop()  # type: ignore[no-untyped-call]

    def run(coroutine: Coroutine[Any, Any, None]) -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(coroutine)

    def sleep(seconds: float) -> None:
        loop.jumping.now += seconds

    assert PROGRAM is not None
    assert len(said) == 3
    assert "await asyncio.sleep(1)" in PROGRAM[1]
    monkeypatch.setattr(asyncio, "run", run)
    monkeypatch.setattr(time, "sleep", sleep)
    monkeypatch.setattr(time, "monotonic", loop.time)
    exec(PROGRAM[1].replace("await asyncio.sleep(1)", wait), {})
    assert capsys.readouterr().out.splitlines() == said
