"""What a page says of five programs is what the plug-in of pytest, the command and a recording in real time tell."""
from __future__ import annotations

import os
import re
import socket
import sys
from functools import partial
from pathlib import Path

import pytest

from press.catalogue import PACKAGE, ROOT
from tests.support.illustrations import illustration
from tests.support.shell import run
from whoruns import record

shown = partial(illustration, "draw-your-own")
BENCH = ROOT / PACKAGE / "workbench"
TEST = """\
from pool_of_two import main


async def test_three_orders():
    await main()
"""


def test_the_plug_in_says_what_is_shown(tmp_path: Path) -> None:
    (tmp_path / "pool_of_two.py").write_text((BENCH / "pool_of_two.py").read_text("utf-8"), "utf-8")
    (tmp_path / "test_pool.py").write_text(TEST, "utf-8")
    plugins = ["-p", "pytest_asyncio.plugin", "-p", "whoruns.doors.for_pytest", "-p", "no:cacheprovider"]
    options = ["-c", os.devnull, "--rootdir", ".", "-o", "asyncio_mode=auto", "--whoruns-limit", "2"]
    environment = {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": "80"}
    said = run(sys.executable, "-m", "pytest", *plugins, *options, cwd=tmp_path, environment=environment).said
    assert shown("pytest-draws-a-test") in said
    assert (tmp_path / ".whoruns/test_pool/test_three_orders.html").is_file()


def test_two_programs_differ_where_it_is_shown(tmp_path: Path) -> None:
    beside = ["-o", str(tmp_path / "pair.html"), "--beside", "a_cache_bug.py", "a_cache.py"]
    said = run(sys.executable, "-m", "whoruns", *beside, cwd=BENCH, environment={"PYTHONPATH": str(ROOT)}).said
    assert shown("where-they-differ") in said


@pytest.mark.parametrize("blocks", [True, False])
def test_a_blocking_handler_is_said_to_block(tmp_path: Path, blocks: bool) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    text = shown("shop-that-stalls").replace("8011", port)
    if not blocks:
        text = text.replace("time.sleep(0.3)", "await asyncio.to_thread(time.sleep, 0.3)")
    program = tmp_path / "shop.py"
    program.write_text(text, "utf-8")
    seen = record(program, real=True)
    assert not seen.error
    figure = seen.figure()
    assert figure is not None
    rows = [" ".join(text for cell in row[1:3] for text, _code in cell) for row in figure["table"]["body"]]
    said = [row for row in rows if re.match(r"run_asgi 2 .*blocks for 0\.[3-9]", row)]
    assert said or not blocks, rows  # a busy machine may hold up the other one, too
    threads = [lane["name"] for lane in (seen.recording or {"lanes": []})["lanes"] if lane["kind"] == "call"]
    assert bool(threads) != blocks, threads
