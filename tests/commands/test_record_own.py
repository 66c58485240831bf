"""make record FILE=mine.py: what is written, and what is refused, with file, line and remedy."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from press.catalogue import ROOT
from whoruns.__main__ import main

TALK = "def talk():\n    yield helper.NUMBER\n\n\nprint(next(talk()))\n"


def test_it_needs_nothing_but_python(tmp_path: Path) -> None:
    """It is run where nothing is installed, from another folder, and imports what stands beside it."""
    (tmp_path / "helper.py").write_text("NUMBER = 42\n")
    (tmp_path / "mine.py").write_text("import helper\n\n\n" + TALK)
    start = f"import runpy, sys; sys.path.insert(0, {str(ROOT)!r}); sys.argv[1:] = ['mine.py', 'ru']; "
    module = "runpy.run_module('whoruns.__main__', run_name='__main__', alter_sys=True)"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-X", "utf8", "-c", start + module], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "mine.html\n", "")
    page = (tmp_path / "mine.html").read_text("utf-8")
    assert '<html lang="ru">' in page and ">42</pre>" in page and "http" not in page.replace("http-equiv", "").replace(
        "http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize(("name", "text", "language", "words"), [
    ("mine.py", None, "en", "mine.py cannot be read from {here}: No such file or directory"),
    ("mine.txt", "", "en", "mine.txt is no program in Python: its name has to end in .py"),
    ("mine.py", b"x = '\xff'", "en", "mine.py: byte 5 is not UTF-8; save the file as UTF-8"),
    ("mine.py", "x = 1\ny z\n", "en", "mine.py:2: SyntaxError: invalid syntax"),
    ("mine.py", "print(1)\n", "en", "mine.py: No generator, coroutine or task has run: there is nothing to be drawn."),
    ("mine.py", TALK.replace("helper.NUMBER", "1"), "xx", "there is no language 'xx'; there are: en, pl"),
    ("taken.py", "", "en", "taken.html is there already, and no recording: move it away, or rename taken.py"),
])
def test_what_cannot_be_drawn_is_refused(
    name: str, text: str | bytes | None, language: str, words: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("taken.html").write_text("a letter")
    if text is not None:
        Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
    assert main([name, language]) == 1
    assert words.format(here=tmp_path) in capsys.readouterr().err
    assert not Path("mine.html").exists() and Path("taken.html").read_text() == "a letter"


def test_a_page_is_written_again_and_how_to_call_it_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.py").write_text(TALK.replace("helper.NUMBER", "1"))
    assert [main([str(tmp_path / "mine.py")]) for _again in range(2)] == [0, 0]
    assert main([]) == 2 and "usage: python -m whoruns.__main__ FILE" in capsys.readouterr().err
