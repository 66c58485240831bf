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
    status, told = said(capsys, "--file", file, "12")
    assert status == 0
    assert told.startswith(f"{FILE} after chapter 12: ")
    assert "\n--- after chapter 11\n+++ after chapter 12\n" in told
    assert "\n+class Task(Future):\n" in told
    assert file.read_text("utf-8") == chosen("tasks", ROOT).text


def test_a_diff_need_not_be_read_to_its_end(file: Path) -> None:
    command = f'"{sys.executable}" -m press.commands.follow --file "{file}" 12 | head -1'
    assert run("bash", "-o", "pipefail", "-c", command, cwd=ROOT) == (0, chosen("12", ROOT).news()[0] + "\n")


@pytest.mark.parametrize("chapter", ["21", "the-kernel", "kernel/the-kernel", "24", "13"])
def test_a_chapter_may_leave_it_as_it_is(chapter: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    number = chosen(chapter, ROOT).number
    told = f"{FILE} after chapter {number}: nothing is new. This chapter leaves the file as it is.\n"
    assert said(capsys, "--file", file, chapter) == (0, told)


def test_a_new_file_is_begun_with_callbacks(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _status, told = said(capsys, "--file", file, "8")
    assert told.startswith(f"{FILE} after chapter 8: a new file. You begin anew here, on callbacks")
    assert "\n-" not in told.replace("\n---", "")


def test_what_was_written_here_is_written_over(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "--file", file, "8")[0] == 0
    assert said(capsys, "--file", file, "12")[0] == 0
    assert file.read_text("utf-8") == chosen("12", ROOT).text


@pytest.mark.parametrize("text", ["x = 1\n", chosen("12", ROOT).text + "\n", "\x00"])
def test_what_is_the_readers_stays(text: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(text, "utf-8")
    status, told = said(capsys, "--file", file, "12")
    assert (status, file.read_text("utf-8")) == (2, text)
    assert "FILE=other.py writes another one, FORCE=1 writes over it." in told
    assert said(capsys, "--file", file, "--force", "12")[0] == 0
    assert file.read_text("utf-8") == chosen("12", ROOT).text


@pytest.mark.parametrize(
    ("chapter", "complaint"),
    [
        ("99", "There is no chapter '99': say CHAPTER=1 to CHAPTER=36, or its page, CHAPTER=tasks."),
        ("0", "There is no chapter '0'"),
        ("taks", "or its page, CHAPTER=tasks."),
        ("", "Say after which chapter: make follow CHAPTER=12"),
    ],
)
def test_another_chapter_is_refused(
    chapter: str, complaint: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, told = said(capsys, "--file", file, chapter)
    assert (status, file.exists()) == (2, False)
    assert complaint in told


def test_a_place_where_nothing_can_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "--file", tmp_path / "nix" / FILE, "12")[1]
    assert told.endswith(f"{FILE} cannot be written: No such file or directory\n")
    assert said(capsys, "--file", tmp_path, "12")[0] == 2


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
    assert status == 0
    assert "  passed  clocks.loop\n" in told
    assert "Not asked, since they show an earlier state of the file: clocks.heap\n" in told
    assert told.endswith("sessions that it is asked after chapter 10.\n")


def test_there_may_be_one_session(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert checked(file, "13", "", "", capsys)[1].endswith("passes the session that it is asked after chapter 13.\n")


def test_a_wrong_line_is_shown_by_the_first_example(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, told = checked(file, "futures", "return self.value", "return self.state", capsys)
    assert status == 1
    assert "  FAILED  futures.future\n" in told
    assert "  passed  " in told
    assert "\nlistings/futures/future.pycon, line " in told
    assert "\nExpected:\n    " in told
    assert "\nGot:\n    " in told


def test_an_error_is_shown_with_its_line(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, told = checked(file, "tasks", "self.tasks.add(task)", "self.task.add(task)", capsys)
    assert status == 1
    assert f"{FILE}, line " in told
    assert ", in create_task: self.task.add(task)\n    AttributeError: 'Loop' object has no attribute 'task'" in told


def test_what_is_missing_is_said(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, told = checked(file, "futures", "class Future:", "class Result:", capsys)
    assert status == 1
    assert f"{file} does not define: Future (futures.future)\n" in told


def test_a_class_that_no_session_asks_for_may_have_another_name(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who types one file may write the methods of two classes into one: only the session of the first one needs it."""
    status, told = checked(file, "tasks", "Calls", "Own", capsys)
    assert status == 1
    assert f"{file} does not define: Calls (tasks.ops)\n" in told
    assert re.findall("FAILED +(.+)", told) == ["tasks.ops"]


def test_what_is_printed_before_an_error_is_shown(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _status, told = checked(file, "tasks", "wanted.add_done_callback(self.wake_up)", "pass", capsys)
    assert f"\nGot:\n    Ann waits for tea\n    pending\n    {FILE}, line " in told


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("def (\n", f"{FILE}:1: invalid syntax"),
        ("x = 1\nimport nix\n", f"{FILE}:2: ModuleNotFoundError: No module named 'nix'"),
        ("raise SystemExit\n", f"{FILE}:1: SystemExit"),
        ("while True: pass\n", f"{FILE}: it has not ended after 0.3 s"),
        ("import os\nos._exit(0)\n", "or ended Python"),
        ("\x00", "null bytes"),
    ],
)
def test_a_file_that_is_no_module_is_named(
    text: str, complaint: str, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    state = chosen("2", ROOT)
    file.write_text(text, "utf-8")
    monkeypatch.setattr(checking, "SECONDS", 0.3)
    assert complaint in checking.ask(file, state, ["composition.person"], ROOT).broken


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


def test_a_later_file_is_told_from_one_of_the_chapter(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(chosen("17", ROOT).text, "utf-8")
    status, told = said(capsys, "--check", file, "16")
    assert status == 0
    assert told.startswith(f"{file} says that it is of chapter 17; it is asked the sessions of chapter 16.\n")


def test_there_has_to_be_a_file(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "--check", file, "12") == (2, f"There is no file {file}.\n")
