"""What `make follow` writes and says, and what it says of a file that somebody has typed."""
from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from press.catalogue import ROOT
from press.commands import follow
from press.follow import checking
from press.follow.chapters import FILE, chosen
from tests.support.shell import run

DUE = "        self.ready.extend(self.timers.due(self.time()))\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / FILE


def said(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str]:
    """Return the status, and what is said."""
    status = follow.main([str(word) for word in arguments])
    told = capsys.readouterr()
    return status, told.out + told.err


def test_it_is_written_and_what_is_new_is_a_diff(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, told = said(capsys, "--file", file, "8")
    assert status == 0 and told.startswith(f"{FILE} after chapter 8: a new file. You begin anew here, on callbacks")
    assert "\n-" not in told.replace("\n---", "")
    status, told = said(capsys, "--file", file, "12")  # what was written here is written over
    assert status == 0 and told.startswith(f"{FILE} after chapter 12: ")
    assert "\n--- after chapter 11\n+++ after chapter 12\n" in told and "\n+class Task(Future):\n" in told
    assert file.read_text("utf-8") == chosen("tasks", ROOT).text
    for chapter in ("21", "the-kernel", "kernel/the-kernel", "24", "13"):
        number = chosen(chapter, ROOT).number
        told = f"{FILE} after chapter {number}: nothing is new. This chapter leaves the file as it is.\n"
        assert said(capsys, "--file", file, chapter) == (0, told)


def test_a_diff_need_not_be_read_to_its_end(file: Path) -> None:
    command = f'"{sys.executable}" -m press.commands.follow --file "{file}" 12 | head -1'
    assert run("bash", "-o", "pipefail", "-c", command, cwd=ROOT) == (0, chosen("12", ROOT).news()[0] + "\n")


def test_what_is_the_readers_stays(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("x = 1\n", chosen("12", ROOT).text + "\n", "\x00"):
        file.write_text(text, "utf-8")
        status, told = said(capsys, "--file", file, "12")
        assert (status, file.read_text("utf-8")) == (2, text)
        assert "FILE=other.py writes another one, FORCE=1 writes over it." in told
    assert said(capsys, "--file", file, "--force", "12")[0] == 0
    assert file.read_text("utf-8") == chosen("12", ROOT).text


def test_what_cannot_be_done_is_refused(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for chapter, complaint in {
        "99": "There is no chapter '99': say CHAPTER=1 to CHAPTER=36, or its page, CHAPTER=tasks.",
        "0": "There is no chapter '0'", "taks": "or its page, CHAPTER=tasks.",
        "": "Say after which chapter: make follow CHAPTER=12",
    }.items():
        status, told = said(capsys, "--file", file, chapter)
        assert (status, file.exists(), complaint in told) == (2, False, True), told
    told = said(capsys, "--file", tmp_path / "nix" / FILE, "12")[1]
    assert told.endswith(f"{FILE} cannot be written: No such file or directory\n")
    assert said(capsys, "--file", tmp_path, "12")[0] == 2
    assert said(capsys, "--check", file, "12") == (2, f"There is no file {file}.\n")


def test_make_hands_on_what_is_typed(file: Path) -> None:
    file.write_text("x = 1\n", "utf-8")
    words = ("CHAPTER=sockets", f"FILE={file}", "FORCE=1", "CHECK=mine.py")
    said = run("make", "-n", "--no-print-directory", "follow", *words, cwd=ROOT).said
    assert said.split()[1:] == [
        "-m", "press.commands.follow", "--file", f'"{file}"', "--check", '"mine.py"', "\\", "--force", '"sockets"',
    ]


def checked(file: Path, chapter: str, old: str, new: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Put something else into the file after a chapter, and have it checked."""
    text = chosen(chapter, ROOT).text
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    return said(capsys, "--check", file, chapter)


def test_a_right_file_passes(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, told = checked(file, "time", "", "", capsys)
    assert status == 0 and "  passed  clocks.loop\n" in told
    assert "Not asked, since they show an earlier state of the file: clocks.heap\n" in told
    assert told.endswith("sessions that it is asked after chapter 10.\n")
    assert checked(file, "13", "", "", capsys)[1].endswith("passes the session that it is asked after chapter 13.\n")


WRONG = [
    ("futures", "return self.value", "return self.state",
     ["  FAILED  futures.future\n", "  passed  ", "\nlistings/futures/future.pycon, line ", "\nExpected:\n    "]),
    ("futures", "class Future:", "class Result:", [" does not define: Future (futures.future)\n"]),
    ("tasks", "self.tasks.add(task)", "self.task.add(task)",
     [f"{FILE}, line ", ", in create_task: self.task.add(task)\n    AttributeError: 'Loop' object has no attribute"]),
    ("tasks", "wanted.add_done_callback(self.wake_up)", "pass",
     [f"\nGot:\n    Ann waits for tea\n    pending\n    {FILE}, line "]),
    ("tasks", "Calls", "Own", [" does not define: Calls (tasks.ops)\n"]),
]
"""What is wrong in the file after a chapter, and what is said of it. Who types one file may write the methods of two
classes into one, Calls: only the session of the first one needs it."""


def test_what_is_wrong_in_a_file_is_told(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for chapter, old, new, words in WRONG:
        status, told = checked(file, chapter, old, new, capsys)
        assert (status, [each for each in words if each not in told]) == (1, []), told
    assert re.findall("FAILED +(.+)", told) == ["tasks.ops"]


def test_a_file_that_is_no_module_is_named(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checking, "SECONDS", 0.3)
    for text, complaint in {
        "def (\n": f"{FILE}:1: invalid syntax",
        "x = 1\nimport nix\n": f"{FILE}:2: ModuleNotFoundError: No module named 'nix'",
        "raise SystemExit\n": f"{FILE}:1: SystemExit", "while True: pass\n": f"{FILE}: it has not ended after 0.3 s",
        "import os\nos._exit(0)\n": "or ended Python", "\x00": "null bytes",
    }.items():
        file.write_text(text, "utf-8")
        assert complaint in checking.ask(file, chosen("2", ROOT), ["composition.person"], ROOT).broken
    status, told = said(capsys, "--check", file, "2")
    assert (status, told.count("\n")) == (1, 1), "and nothing more is said of it"


def test_a_loop_that_goes_round_for_ever_is_stopped(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is raised to stop it would be caught by the loop."""
    monkeypatch.setattr(checking, "SECONDS", 1)
    monkeypatch.setattr(follow, "SECONDS", 1)
    status, told = checked(file, "8", "            self.ready.popleft().run()", "            pass", capsys)
    assert status == 1
    assert "  no end  callbacks.ready_queue\n  not run callbacks.call\n" in told
    assert re.search(rf"ready_queue has not ended after 1 s\. It was in {FILE}, line \d+ in run_until_idle", told)


def test_a_session_may_set_the_timer_of_the_process(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "SECONDS", 1)
    file.write_text("import signal, time\nsignal.alarm(0)\nclass Person:\n    def __init__(self, name):\n"
                    "        signal.alarm(0)\n        time.sleep(60)\n", "utf-8")
    answer = checking.ask(file, chosen("2", ROOT), ["composition.person"], ROOT)
    assert (answer.never, answer.where) == ("composition.person", f"{FILE}, line 6 in __init__")


def test_a_later_file_is_told_from_one_of_the_chapter(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(chosen("17", ROOT).text, "utf-8")
    status, told = said(capsys, "--check", file, "16")
    assert status == 0
    assert told.startswith(f"{file} says that it is of chapter 17; it is asked the sessions of chapter 16.\n")
