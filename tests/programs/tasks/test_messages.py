"""What the page on four messages shows of a log is what asyncio writes."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

from press.catalogue import ROOT
from tests.support.shell import run
from whoruns.tests.pythons import pythons

PAGE = ROOT / "docs/callbacks/four-messages.md"
PROGRAMS = {
    "destroyed-in-the-log": """\
import asyncio, gc
from ghetto_asyncio.tasks.forgotten_bug import start

async def main():
    start(asyncio.get_running_loop(), [])
    await asyncio.sleep(0)
    gc.collect()

asyncio.run(main())
""",
    "never-retrieved-in-the-log": """\
import asyncio


async def charge(order):
    raise ValueError(f"no card for order {order}")


async def main():
    asyncio.create_task(charge(7))
    await asyncio.sleep(0)

asyncio.run(main())
""",
}


def shown(name: str) -> str:
    """Return what the page shows under this name."""
    found = re.search(rf"^:name: {name}\n\n(.*?)^```$", PAGE.read_text("utf-8"), flags=re.M | re.S)
    assert found, f"{PAGE} shows no {name}"
    return found[1]


HELD = """\
import asyncio
from ghetto_asyncio.tasks.background import start

async def mail():
    await asyncio.sleep(3600)

async def main():
    start(mail(), "mail for order 7")
    await asyncio.sleep(0)

loop = asyncio.new_event_loop()
loop.run_until_complete(main())
loop.close()
"""


@pytest.mark.parametrize("version", pythons())
def test_a_task_that_is_held_is_destroyed_too_if_its_loop_ends_before_it(version: str, tmp_path: Path) -> None:
    """So the table names two things that may have been forgotten."""
    (tmp_path / "app.py").write_text(HELD, "utf-8")
    done = run(pythons()[version], tmp_path / "app.py", environment={"PYTHONPATH": str(ROOT)})
    assert "Task was destroyed but it is pending!" in done.said
    row = "| `Task was destroyed but it is pending!` | to hold the task, or to wait for its end"
    assert row in PAGE.read_text("utf-8")


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("version", pythons())
def test_a_log_on_the_page_is_what_asyncio_writes(name: str, version: str, tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text(PROGRAMS[name], "utf-8")
    done = run(pythons()[version], tmp_path / "app.py", environment={"PYTHONPATH": str(ROOT)})
    assert re.sub(r"[^ \"]*/(?=\w+\.py)", "", done.said).split() == shown(name).split()
