"""The watchdog of the chapter, in a lifespan, and at its rims."""
from __future__ import annotations

import asyncio
import logging
import threading
from contextlib import asynccontextmanager
from functools import partial
from queue import SimpleQueue
from typing import Any

import pytest

from ghetto_asyncio.monday.handlers_bug import report
from ghetto_asyncio.monday.watchdog import watchdog
from press.catalogue import ROOT, Listing
from tests.support.illustrations import illustration

PAGE = (ROOT / "docs/yours/who-holds-everybody-up.md").read_text("utf-8")


shown = partial(illustration, "yours/who-holds-everybody-up")


def test_in_a_lifespan_it_logs_what_the_page_says() -> None:
    told: SimpleQueue[str] = SimpleQueue()

    class Log(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told.put(logging.Formatter(logging.BASIC_FORMAT).format(record))

    names: dict[str, Any] = {"asynccontextmanager": asynccontextmanager, "logging": logging, "watchdog": watchdog}
    exec(shown("watchdog-in-a-lifespan").replace("0.1", "0.02"), names)

    async def main() -> str:
        async with names["lifespan"](None):
            return str(await report(add_up=told.get))  # type: ignore[no-untyped-call]

    log = Log()
    logging.getLogger("watchdog").addHandler(log)
    try:
        assert asyncio.run(main()) == shown("watchdog-in-the-log").strip()
    finally:
        logging.getLogger("watchdog").removeHandler(log)


def test_each_silence_is_told_once() -> None:
    told: SimpleQueue[str] = SimpleQueue()
    again = threading.Event()

    async def main() -> None:
        with watchdog(0.01, told.put):
            told.get(timeout=60)
            again.wait(0.1)  # still the same silence
            assert told.empty()
            await asyncio.sleep(0.01)  # the pedal is pressed
            told.get(timeout=60)

    asyncio.run(main())


def test_its_thread_ends_with_the_block() -> None:
    async def main() -> None:
        with watchdog(0.01):
            raise KeyboardInterrupt

    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(main())
    assert threading.active_count() == before


def test_in_a_thread_the_report_of_the_puzzle_does_not_hold_up_the_tea(capsys: pytest.CaptureFixture[str]) -> None:
    source = Listing("workbench.blocked", ROOT).source()
    assert "time.sleep(4)" in source and "await asyncio.to_thread(time.sleep, 4)" in PAGE
    made = source.replace("time.sleep(4)", "await asyncio.to_thread(served.wait, 5)").replace("sleep(1)", "sleep(0.01)")
    served = threading.Event()
    names: dict[str, Any] = {"__name__": "puzzle", "served": served}
    exec(made.replace('    print(f"tea', '    served.set()\n    print(f"tea'), names)
    asyncio.run(names["main"]())
    assert [line.partition(" at")[0] for line in capsys.readouterr().out.splitlines()] == ["tea", "a report"]
