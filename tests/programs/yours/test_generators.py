"""A generator that is left early: who closes it, when, and what the log says of it."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import re
from pathlib import Path

import pytest

from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.monday.early_bug import get_conn
from press.catalogue import ROOT
from tests.support.illustrations import illustration
from tests.support.shell import run
from whoruns.tests.pythons import pythons

PROGRAM = """\
import asyncio
from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.monday.early_bug import handler

async def main():
    await handler()
    await asyncio.sleep(1)

with asyncio.Runner(loop_factory=AsyncioLoop) as runner:
    runner.run(main())
"""


@pytest.mark.parametrize("version", pythons())
def test_the_log_on_the_page_is_what_asyncio_writes(version: str, tmp_path: Path) -> None:
    found = illustration("yours/somebody-hangs-up", "different-context-in-the-log")
    (tmp_path / "app.py").write_text(PROGRAM, "utf-8")
    done = run(pythons()[version], tmp_path / "app.py", environment={"PYTHONPATH": str(ROOT)})
    written = done.said.partition("Traceback")[0]
    shown, said = (re.sub(r"0x[0-9a-f]+", "0x…", text).split() for text in (found, written))
    assert shown == said


def test_a_generator_that_a_variable_holds_is_closed_when_it_is_dropped(capsys: pytest.CaptureFixture[str]) -> None:
    async def main() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, said: None)
        held = get_conn()
        async for _ in held:
            break
        await asyncio.sleep(9)
        print("still open")
        del held
        await asyncio.sleep(9)

    with asyncio.Runner(loop_factory=AsyncioLoop) as runner:
        runner.run(main())
    assert capsys.readouterr().out == "still open\nclosed by the handler: False\n"
