"""whoruns.record(): texts, files, modules and functions, wherever it is called; and its limits."""
from __future__ import annotations

import asyncio
import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import whoruns
from whoruns import RecordError, record
from whoruns.source import FigureError

TEA = """import asyncio

async def tea(seconds):
    await asyncio.sleep(seconds)
    return seconds

async def main():
    print(await asyncio.gather(tea(1), tea(2)))
"""
STARTED = f"{TEA}\nasyncio.run(main())\n"


def names(seen: whoruns.Seen) -> list[str]:
    """Return the names of the lanes."""
    assert seen.recording is not None
    return [lane["name"] for lane in seen.recording["lanes"]]


def files(seen: whoruns.Seen) -> list[str]:
    """Return the files of which there are lines."""
    assert seen.recording is not None
    return [file["name"] for file in seen.recording["files"]]


def test_a_text_is_recorded_and_drawn_in_a_language() -> None:
    seen = record(STARTED, name="tea.py")
    assert (seen.output, seen.error, seen.ending, seen.limits, seen.sentences()) == (["[1, 2]"], None, "", [], [])
    assert names(seen) == ["loop", "main", "tea(1)", "tea(2)"] and files(seen) == ["tea.py"]
    figure, page = seen.figure(), seen.page("pl")
    assert figure is not None and figure["svg"].startswith("<svg") and list(figure["listings"]) == ["tea.py"]
    assert '<html lang="pl">' in page and "<title>tea.py</title>" in page and 'content="whoruns"' in page
    json.dumps(seen.recording)


async def brew() -> int:
    """Is a coroutine function."""
    await asyncio.sleep(1)
    print("brewed")
    return 1


def drink() -> None:
    """Is a plain one."""
    asyncio.run(brew())


@pytest.mark.parametrize("function", [brew, drink])
def test_a_function_is_recorded(function: Any) -> None:
    """Also twice, and within a loop that runs already: that one goes on as if nothing had been."""
    async def outside() -> whoruns.Seen:
        task = asyncio.current_task()
        seen = record(function)
        await asyncio.sleep(0)
        assert asyncio.current_task() is task
        return seen

    for seen in (record(function), asyncio.run(outside())):
        assert (seen.output, seen.error, seen.ending) == (["brewed"], None, "")
        assert "brew" in names(seen) and files(seen) == ["test_record.py"] and seen.figure() is not None
    assert sys.modules[__name__].brew is brew


def test_one_is_recorded_at_a_time() -> None:
    seen = record("import whoruns\nwhoruns.record('print(1)', name='inner.py')", name="outer.py")
    assert seen.error is not None and "outer.py is being recorded" in seen.error["words"]
    assert record("print(1)").output == ["1"]


@pytest.mark.skipif(sys.version_info < (3, 12), reason="there is no sys.monitoring")
def test_a_debugger_is_not_disturbed() -> None:
    monitoring: Any = getattr(sys, "monitoring", None)
    monitoring.use_tool_id(monitoring.DEBUGGER_ID, "a debugger")
    try:
        with pytest.raises(RecordError, match="'a debugger' watches this Python already"):
            record("print(1)")
    finally:
        monitoring.free_tool_id(monitoring.DEBUGGER_ID)


def test_there_may_be_nothing_to_be_drawn() -> None:
    seen = record("print(1)")
    assert seen.figure() is None
    assert seen.sentences() == ["No generator, coroutine or task has run: there is nothing to be drawn."]
    with pytest.raises(FigureError, match=r"mine\.py: there is nothing to be drawn"):
        seen.page()


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program of several files."""
    (tmp_path / "shop").mkdir()
    for name, text in {
        "shop/__init__.py": "", "shop/__main__.py": "from shop.app import run\nrun()\n",
        "shop/app.py": "import asyncio\nfrom . import stock\n\ndef run():\n    print(asyncio.run(stock.take(2)))\n",
        "shop/stock.py": f"{TEA}\nasync def take(n):\n    return await tea(n)\n", "shop/unused.py": "",
        "start.py": "import sys\nfrom shop import app\nprint(sys.argv, __name__, sys.path[0])\napp.run()\n",
    }.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_file_finds_its_modules_which_are_not_followed_and_that_is_said(shop: Path) -> None:
    before = set(sys.modules), sys.path[:], sys.argv
    seen = record(Path("start.py"), arguments=["-x", "1"])
    assert seen.output == [f"['start.py', '-x', '1'] __main__ {shop}", "2"] and files(seen) == ["start.py"]
    assert [limit[:2] for limit in seen.limits] == [("others", "shop/app.py, shop/stock.py")]
    assert names(seen) == ["loop", "take"], "their tasks are recorded"
    assert (set(sys.modules), sys.path, sys.argv) == before
    (shop / "shop/stock.py").write_text("async def take(n):\n    return 'anew'\n")
    assert record(Path("start.py")).output[1] == "anew"


def test_further_files_are_followed_if_lines_of_them_run(shop: Path) -> None:
    seen = record(Path("start.py"), follow=["shop"])
    assert files(seen) == ["start.py", "shop/app.py", "shop/stock.py"] and seen.limits == []
    assert {"take(2)", "tea(2)"} < {*names(seen)} and seen.recording is not None
    spots = {event["at"][0][:2] for event in seen.recording["events"] if event["ev"] == "line"}
    assert (2, 4) in spots and (1, 5) in spots
    assert "<summary class=\"notranslate\">shop/stock.py</summary>" in seen.page()


def test_a_module_runs_as_with_python_m(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(shop)
    spec = importlib.util.find_spec("shop.__main__")
    assert spec is not None
    seen = record(spec, follow=["shop/stock.py"])
    assert (seen.output, seen.error, files(seen)) == (["2"], None, ["shop/__main__.py", "stock.py"])
    sys.modules.pop("shop", None)


@pytest.mark.parametrize(("program", "words"), [
    (Path("nowhere.py"), "nowhere.py cannot be read from"), (Path("letter.txt"), "its name has to end in .py"),
    (Path(), "is a folder"), (print, "is no function in Python"), (importlib.util.find_spec("math"), "has no file in"),
])
def test_what_cannot_be_begun_is_refused(program: Any, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        record(program)
    assert record("print(1)").output == ["1"]


@pytest.mark.parametrize(("line", "limit", "error"), [
    ("await asyncio.to_thread(print)", ("threads", "to_thread"), "can't start a thread here"),
    ("threading.Thread(target=print).start()", ("threads", "Thread.start"), "can't start a thread here"),
    ("subprocess.run(['true'])", ("processes", "run"), "can't start a process here"),
    ("os.execvp('true', ['true'])", ("processes", "execvp"), "can't start a process here"),
    ("os.system('true')", ("processes", "system"), "can't start a process here"),
    ("multiprocessing.get_context('spawn').Process().start()", ("processes", "BaseProcess.start"), "can't start a"),
    ("await asyncio.open_connection('a.example', 80)", ("network", "a.example"), "there is no a.example here"),
    ("os._exit(3)", ("leaves", "_exit"), ""), ("os.abort()", ("leaves", "abort"), ""),
    ("os.kill(os.getpid(), signal.SIGKILL)", ("leaves", "kill"), ""),
    ("signal.raise_signal(signal.SIGTERM)", ("leaves", "raise_signal"), ""),
])
def test_what_cannot_be_followed_is_named_with_its_line(line: str, limit: tuple[str, str], error: str) -> None:
    """An exit of the process ends the recording; nothing that comes later is told."""
    seen = record(f"""import asyncio, multiprocessing, os, signal, subprocess, threading

async def main():
    try:
        await asyncio.sleep(1)
        print("here")
        {line}
    finally:
        print("later")

asyncio.run(main())
""")
    assert seen.limits == [(*limit, "mine.py", 7)]
    assert seen.sentences()[0].startswith(f"mine.py:7: {limit[1]}: It ")
    assert error in seen.error["words"] and seen.error["line"] == 7 if seen.error else not error
    assert seen.output == ["here", "later"][: 1 + bool(error)]
    assert seen.figure() is not None


def test_a_loop_that_waits_past_the_world_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a program that can do without it does."""
    monkeypatch.delitem(sys.modules, "uvloop", raising=False)  # another test may have got it
    seen = record("try:\n    import uvloop\nexcept ImportError as error:\n    print(error)")
    assert seen.output == ["no uvloop here: its loop waits where nobody can follow"]


def test_harmless_signals_reach_the_program() -> None:
    seen = record("""import asyncio, os, signal

async def main():
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, print, "terminated")
    os.kill(os.getpid(), signal.SIGTERM)
    os.kill(os.getpid(), signal.SIGCHLD)
    os.kill(os.getpid(), 0)
    await asyncio.sleep(1)

asyncio.run(main())
""")
    assert (seen.output, seen.limits, seen.error) == (["terminated"], [], None)


def test_what_somebody_types_is_one_stream() -> None:
    program = "import sys\nprint(input('a? '), sys.stdin.readline(), input(), *sys.stdin, sep='|')\ninput()"
    seen = record(program, typed=["Ann", "Bob", "Eve", "x", "y", "^D", "z"])
    assert seen.output == ["a? Ann", "Eve", "Ann|Bob", "|Eve|x", "|y", "", "z"] and seen.error is None
    error = record("input()").error
    assert error is not None and error["words"] == "EOFError: EOF when reading a line"


def test_bytes_and_errors_are_printed_too() -> None:
    assert record("import sys\nsys.stdout.buffer.write(b'a\\n')\nprint('b', file=sys.stderr)").output == ["a", "b"]


def test_a_run_that_takes_too_long_is_stopped_whatever_it_catches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("whoruns.recorder.sandbox.SECONDS", 0.1)
    monkeypatch.setattr("whoruns.recorder.sandbox.AGAIN", 0.05)
    seen = record("""
import asyncio, json
async def forever():
    try:
        json.dumps([[0] * 9999] * 9999, indent=1)
    except BaseException:
        json.dumps([[0] * 9999] * 9999, indent=1)
async def main():
    task = asyncio.create_task(forever())
    await asyncio.sleep(1)
asyncio.run(main())
""")
    assert (seen.ending, seen.error) == ("slow", None) and "it has run for" in seen.sentences()[0]
    assert seen.figure() is not None


def test_importing_it_is_cheap() -> None:
    code = "import sys, whoruns; print(*sorted({'asyncio', 'whoruns.program', 'whoruns'} & {*sys.modules}))"
    root = Path(whoruns.__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True)
    assert done.stdout == "whoruns\n", done.stderr
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        whoruns.nothing  # noqa: B018
