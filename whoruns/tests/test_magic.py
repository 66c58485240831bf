"""The magic of IPython: a cell has the names of the notebook, its output and errors appear, and its figure is shown."""
from __future__ import annotations

import asyncio
import builtins
import os
import re
import sys
import threading
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import whoruns
from whoruns.recorder.started import no_running_loop

pytest.importorskip("IPython", reason="IPython is not here")

from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

TEA = """async def tea(name, kettle):
    async with kettle:
        await asyncio.sleep(3)
    print(name, "has tea")
"""
CELL = """%%whoruns --lang pl
kettle = asyncio.Lock()
async with asyncio.TaskGroup() as group:
    for name in "Ann", "Bob":
        group.create_task(tea(name, kettle), name=name)
many + 1"""


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """IPython, with the magic; no history is kept, which takes a thread."""
    folder = tmp_path_factory.mktemp("ipython")
    hook, here = sys.excepthook, os.getcwd()
    os.environ["IPYTHONDIR"] = str(folder)
    os.chdir(folder)
    vars(builtins).pop("_", None)  # of a session of Python's; IPython would leave it there
    shell = InteractiveShell.instance(config=Config({"HistoryManager": {"enabled": False}}))
    run(shell, "%load_ext whoruns", "import asyncio; many, unseen = 41, 42", TEA)
    yield shell
    InteractiveShell.clear_instance()
    sys.excepthook = hook
    os.chdir(here)
    del os.environ["IPYTHONDIR"]


def run(shell: Any, *cells: str) -> Any:
    """Run cells, within a loop, as a notebook does; return the result of the last one."""
    async def main() -> Any:
        return [shell.run_cell(cell, store_history=True) for cell in cells][-1]

    with no_running_loop():  # but for that of a browser that other tests have opened
        return asyncio.run(main())


def test_a_cell_is_recorded(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """It awaits, prints, and has a value; the figure has lines of an earlier cell, and no names but its own."""
    result = run(shell, CELL)
    out, error = capsys.readouterr()
    number = result.execution_count
    assert result.result == 42 and out == f"Ann has tea\nBob has tea\nOut[{number}]: 42\n"
    assert shell.user_ns["name"] == "Bob" and shell.user_ns["_"] == 42
    page = Path(f"cell-{number}.html")
    assert error == f"{page.absolute()}\n"
    text = page.read_text("utf-8")
    assert '<html lang="pl">' in text and f'"In[{number}]": [' in text and '"In[3]": [' in text
    assert '["many","41"]' in text.replace(", ", ",") and '"unseen"' not in text and "Out[" not in text


@pytest.mark.parametrize(("cell", "said"), [
    ("%%whoruns\nawait asyncio.sleep(1)\n1 / 0", r"(?s)In\[\d+\], line 3\n.*----> 3 1 / 0\n.*ZeroDivisionError"),
    ("%%whoruns\nawait asyncio.Event().wait()", r"^In\[\d+\]: It would wait for ever here"),
    ("%%whoruns\nx y", r"line 2\n.*x y\n"),
    ("%%whoruns\nprint(1)", "there is nothing to be drawn"),
    ("%%whoruns mine.py\nprint(1)", "%%whoruns records the cell: name a program with %whoruns, in a line of its own"),
    ("%whoruns", "there is no program: %whoruns mine.py records one"),
    ("%whoruns --wrong mine.py", "there is no program|unrecognized arguments: --wrong"),
    ("%whoruns nowhere.py", "nowhere.py cannot be read"),
])
def test_what_goes_wrong_is_said(cell: str, said: str, shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    run(shell, cell)
    told = re.sub("\x1b[^m]*m", "", "".join(reversed(capsys.readouterr())))
    assert re.search(said, told), told
    assert "recorder" not in told, "its own frames are no business of a reader"


def test_a_notebook_shows_the_figure_below_the_cell(
    shell: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a frame, with an image for those who show none, and text for the others; no file is written."""
    shown: list[dict[str, str]] = []
    monkeypatch.setattr(shell, "kernel", SimpleNamespace(), raising=False)
    monkeypatch.setattr(shell.display_pub, "publish", lambda data, *args, **named: shown.append(data))
    before = set(Path().iterdir())
    Path("mine.py").write_text(f"import asyncio\n{TEA}asyncio.run(tea('Eve', asyncio.Lock()))\nasyncio.run(1)\n")
    run(shell, "%whoruns mine.py")
    assert capsys.readouterr() == ("Eve has tea\n", "")
    [data] = shown
    assert data["text/plain"].split("\n")[0] == "mine.py" and "mine.py:7: ValueError" in data["text/plain"]
    page = unescape(re.findall('srcdoc="([^"]*)"', data["text/html"])[0])
    assert page.startswith("<!doctype html>") and "data:image/svg+xml;base64,PHN2Zy" in data["text/html"]
    assert {each.name for each in set(Path().iterdir()) - before} == {"mine.py"}


def test_another_thread_has_a_loop_of_its_own(tmp_path: Path) -> None:
    """As the kernel of a notebook has: it makes no lanes, and has the real clock."""
    over, turns, times = threading.Event(), 0, list[float]()

    async def other() -> None:
        nonlocal turns
        lock = asyncio.Lock()
        while not over.is_set():
            turns += 1
            async with lock:
                await asyncio.sleep(0)
            asyncio.get_running_loop().call_later(1e-4, print).cancel()
            time.sleep(1e-5)
            times.append(time.monotonic())

    thread = threading.Thread(target=asyncio.run, args=(other(),))
    thread.start()
    try:
        while not turns:
            pass
        before = turns
        seen = whoruns.record(f"import asyncio\n{TEA}asyncio.run(tea('Eve', asyncio.Lock()))\n" * 20)
    finally:
        over.set()
        thread.join()
    assert seen.recording is not None and not seen.error and turns > before
    assert times == sorted(times) and seen.recording["events"][-1]["t"] == 60
    assert {lane["name"].split()[0] for lane in seen.recording["lanes"]} == {"loop", "tea(Eve)", "Eve"}
