"""The command: its files and output, its refusals, its exit, and that it needs nothing but Python."""
from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from whoruns.command import main

FOLDER = Path(__file__).parents[1]
TALK = "def talk():\n    yield helper.NUMBER\n\n\nprint(next(talk()))\n"
PLAIN = TALK.replace("helper.NUMBER", "1")
ON_SIGNAL = """import asyncio, os, signal, sys
async def main():
    await asyncio.sleep(1)
    print("here", flush=True)
    {}
asyncio.run(main())
"""


LOSES = """import asyncio
lost = set()
async def lose():
    raise KeyError(lose.__code__.co_filename)
async def main():
    lost.add(asyncio.create_task(lose()))
    await asyncio.sleep(1)
asyncio.run(main())
"""


def run(*command: str, cwd: Path, typed: str = "", start: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, where nothing is installed; `start`: lines of Python to begin with."""
    runs = f"import runpy, sys; sys.argv[0] = {str(FOLDER)!r}; sys.path.insert(0, ''); {start}"
    runs += f"runpy.run_path({str(FOLDER)!r}, run_name='__main__')"
    return subprocess.run(
        [sys.executable, "-I", "-S", "-X", "utf8", "-c", runs, *command], cwd=cwd, input=typed, capture_output=True,
        text=True, encoding="utf-8",
    )


def test_it_needs_nothing_but_python(tmp_path: Path) -> None:
    """The program has its folder, arguments, current folder and streams; the page is beside it, and opens alone."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/helper.py").write_text("NUMBER = 42\n")
    (tmp_path / "data.txt").write_text("data")
    (tmp_path / "bin/mine.py").write_text(
        f"import helper, sys\n{TALK}print(sys.argv, open('data.txt').read(), sys.path[0])\n"
        "print(input('who? '), sys.stdin.readline(), sep='|', end='')\nprint('wrong', file=sys.stderr)\n"
    )
    done = run("--lang", "ru", "bin/mine.py", "-o", "x", "--lang", cwd=tmp_path, typed="Ann\nBob\n")
    page = tmp_path / "bin/mine.html"
    assert (done.returncode, done.stdout) == (
        0, f"42\n['bin/mine.py', '-o', 'x', '--lang'] data {tmp_path}/bin\nwho? Ann|Bob\n"
    ), done.stderr
    first, others, last = done.stderr.splitlines()
    assert first == "wrong" and others.startswith("mine.py: helper.py: ") and last == str(page)
    text = page.read_text("utf-8")
    assert '<html lang="ru">' in text and ">42\n" in text and "\nwho? Ann\n" in text and "who? who?" not in text
    assert "<code>whoruns --lang ru bin/mine.py -o x --lang</code>" in text
    assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize(("arguments", "words"), [
    ("nowhere.py", "nowhere.py cannot be read from {here}: No such file or directory"),
    ("letter.txt", "letter.txt is no program in Python: its name has to end in .py"),
    ("folder", "{here}/folder is a folder: name a file in it, or a package with -m"),
    ("latin.py", "latin.py: byte 5 is not UTF-8; save the file as UTF-8"),
    ("broken.py", "broken.py:2: SyntaxError: invalid syntax"),
    ("nothing.py", "nothing.py: No generator, coroutine or task has run: there is nothing to be drawn."),
    ("taken.py", "{here}/taken.html is there already, and no recording: move it away, or name another place with -o"),
    ("-o taken.html mine.py", "{here}/taken.html is there already, and no recording"),
    ("folded.py", "{here}/folded.html is a folder: name another place with -o"),
    ("-o no/where.html mine.py", "{here}/no/where.html cannot be written: No such file or directory; name another"),
    ("-m nowhere.at.all", "nowhere.at.all: No module named 'nowhere'"),
    ("-m folder", "there is no module 'folder' that can be run, seen from {here}"),
    ("-m math", "math has no file in Python whose lines could be followed"),
    ("--follow nowhere mine.py", "there is no nowhere to be followed, seen from {here}"),
])
def test_what_cannot_be_drawn_is_refused_and_nothing_is_written(
    arguments: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "taken.html": "a letter", "letter.txt": "", "latin.py": "x = '\xff'", "broken.py": "x = 1\ny z\n",
        "nothing.py": "print(1)\n", "taken.py": "raise SystemExit(9)", "folded.py": PLAIN, "mine.py": PLAIN,
    }.items():
        Path(name).write_text(text, "latin-1")
    Path("folder").mkdir()
    Path("folded.html").mkdir()
    before = sorted(tmp_path.rglob("*"))
    assert main(arguments.split()) == 1
    assert words.format(here=tmp_path) in capsys.readouterr().err
    assert sorted(tmp_path.rglob("*")) == before and Path("taken.html").read_text() == "a letter"


@pytest.mark.parametrize(("arguments", "words"), [
    ("", "there is no program"), ("-m", "there is no program"), ("--lang xx mine.py", "invalid choice: 'xx'"),
    ("--wrong mine.py", "there is no program|unrecognized arguments: --wrong"), ("-o", "expected one argument"),
])
def test_a_command_that_is_not_understood(arguments: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments.split()) == 2
    said = capsys.readouterr().err
    assert said.startswith("usage: whoruns [OPTION]") and any(each in said for each in words.split("|"))


def test_where_the_page_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Again in the same place, also over one of the time before; or in a folder, or elsewhere if something is wrong."""
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(PLAIN)
    Path("mine.html").write_text('<meta name="generator" content="Ghetto asyncio">')
    Path("pages").mkdir()
    for arguments, place in (
        ("mine.py", "mine.html"), ("mine.py", "mine.html"), ("-o pages mine.py", "pages/mine.html"),
        ("-o x.html -m mine", "x.html"), ("-m mine", "mine.html"),
    ):
        assert main(arguments.split()) == 0
        out, error = capsys.readouterr()
        assert (out, error) == ("1\n", f"{tmp_path / place}\n") and "</html>" in Path(place).read_text("utf-8")
    monkeypatch.setattr(Path, "replace", lambda *args: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    assert main(["mine.py"]) == 0
    first, elsewhere = capsys.readouterr().err.splitlines()
    assert first == f"{tmp_path}/mine.html cannot be written: No space left on device"
    assert "</html>" in Path(elsewhere).read_text("utf-8")
    shutil.rmtree(Path(elsewhere).parent)


@pytest.mark.parametrize(("line", "said", "status", "written"), [
    ("os._exit(3)", "mine.py:5: _exit: It ends its process at once. What it has done until then is recorded.", 3, True),
    ("os.kill(os.getpid(), signal.SIGINT); await asyncio.sleep(1)", "mine.py:6: KeyboardInterrupt", 130, True),
    ("import faulthandler; faulthandler._sigsegv()", "The process of the program has ended by SIGSEGV: no", 1, False),
    ("signal.signal(signal.SIGALRM, signal.SIG_IGN); sum(iter(int, 1))", "It has run for 0.2 s, and coul", 1, False),
    ("os.closerange(3, 99); 1 / 0", "mine.py:", 1, True), ("sys.exit(3)", "", 3, True),
    ("await asyncio.Event().wait()", "It would wait for ever here", 1, True),
])
def test_however_the_process_ends_it_is_said(
    line: str, said: str, status: int, written: bool, tmp_path: Path
) -> None:
    """The status is the program's."""
    (tmp_path / "mine.py").write_text(ON_SIGNAL.format(line))
    quick = "from whoruns.recorder import sandbox; from whoruns import supervised; "
    quick = f"sys.path.insert(1, {str(FOLDER.parent)!r}); {quick}sandbox.SECONDS = supervised.GRACE = 0.2; "
    done = run("mine.py", cwd=tmp_path, start=quick if "SIGALRM" in line else "")
    assert (done.stdout, done.returncode) == ("here\n", status)
    assert said in done.stderr and "SystemExit" not in done.stderr
    assert done.stderr.count("Traceback") == line.count("closerange"), "asyncio's own, of a task that nobody can await"
    assert (tmp_path / "mine.html").exists() is written


def test_what_asyncio_logs_is_on_the_terminal_too_and_code_has_the_path_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(LOSES)
    said = run("mine.py", cwd=tmp_path).stderr
    assert said.startswith("Task exception was never retrieved\nfuture: <Task finished")
    assert f"\nKeyError: '{tmp_path}/mine.py'\n" in said


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nobody supervises here")
def test_control_c_ends_the_program_and_not_the_recording(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(ON_SIGNAL.format("sys.stdin.read()"))
    process = subprocess.Popen(
        [sys.executable, FOLDER, "mine.py"], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, start_new_session=True,
    )
    assert process.stdout is not None and process.stdout.readline() == "here\n"
    os.killpg(process.pid, signal.SIGINT)
    _out, error = process.communicate()
    assert (process.returncode, error) == (130, f"mine.py:6: KeyboardInterrupt\n{tmp_path}/mine.html\n")


@pytest.mark.skipif(importlib.util.find_spec("setuptools") is None, reason="nothing makes a wheel here")
@pytest.mark.skipif(importlib.util.find_spec("pip") is None, reason="nothing installs one")
def test_it_is_installed_and_runs(tmp_path: Path) -> None:
    """In an environment where nothing else is, from a wheel, without a network."""
    source, python = tmp_path / "source", tmp_path / "venv/bin/python"
    shutil.copytree(FOLDER, source, ignore=shutil.ignore_patterns("__pycache__", "tests"))
    wheel = "from setuptools.build_meta import build_wheel; build_wheel('../wheels')"
    for command in (
        [sys.executable, "-c", wheel], [sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv")],
        [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-deps", "--no-index",
         "--disable-pip-version-check", "--no-compile", "../wheels/whoruns-0.1-py3-none-any.whl"],
    ):
        subprocess.run(command, cwd=source, check=True, capture_output=True)
    (tmp_path / "mine.py").write_text(PLAIN)
    for way in ([str(python.with_name("whoruns"))], [str(python), "-m", "whoruns"]):
        done = subprocess.run([*way, "--lang", "pl", "mine.py"], cwd=tmp_path, capture_output=True, text=True)
        assert (done.returncode, done.stdout, done.stderr) == (0, "1\n", f"{tmp_path}/mine.html\n")
        assert '<html lang="pl">' in (tmp_path / "mine.html").read_text("utf-8")
        (tmp_path / "mine.html").unlink()


def test_bytes_and_arguments_need_be_no_text(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        f"{PLAIN}import sys\nsys.stdout.buffer.write(b'\\xff\\n')\nprint(sys.stdout.fileno(), sys.stdout.isatty())\n"
    )
    runs = f"import runpy, sys; sys.argv[0] = {str(FOLDER)!r}; runpy.run_path({str(FOLDER)!r}, run_name='__main__')"
    command: list[str | bytes] = [sys.executable, "-X", "utf8", "-c", runs, "a.py", b"\xfe"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True)
    assert (ended.returncode, ended.stdout) == (0, b"1\n\xff\n1 False\n"), ended
    assert r"\xfe" in (tmp_path / "a.html").read_text("utf-8")


def test_what_is_no_program_in_a_folder_that_is_followed_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "template.py").write_text("def {{ name }}(")
    (tmp_path / "a.py").write_text(PLAIN)
    assert run("--follow", "src", "a.py", cwd=tmp_path).returncode == 0


@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="there is no such signal here")
def test_a_signal_has_the_page_written_while_a_program_goes_on_and_another_one_ends_it(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(ON_SIGNAL.format(
        "os.kill(os.getpid(), signal.SIGUSR1)\n"
        "    since = os.times().elapsed\n"
        "    while not os.path.exists('mine.html') and os.times().elapsed < since + 60: pass\n"
        "    print('written', '>here<' in open('mine.html').read())\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "    await asyncio.sleep(9)\n"
        "    print('later')"
    ))
    done = run("--last", "mine.py", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (130, "here\nwritten True\n"), done.stderr
    page = str(tmp_path / "mine.html")
    assert done.stderr.splitlines() == [page, "mine.py:12: KeyboardInterrupt", page]
    assert ">here\nwritten True<" in (tmp_path / "mine.html").read_text("utf-8")
