"""The proof is seen to fail, by itself and under Sybil: on wrong output, on what is not run, on what is left behind."""
from __future__ import annotations

import json
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from sybil.example import Example, SybilFailure

from press.leaks import no_leaks
from press.proof import run_commands, run_doctest
from tests.support.sessions import documents
from tests.support.shell import Done, press
from tests.support.tiny.documents import judged, write

SESSION = "listings/session.pycon"

LEFT = {
    "an open socket": """\
>>> import socket
>>> s = socket.socket()
""",
    "a socket that nobody holds": """\
>>> import socket
>>> socket.socket().fileno() > 0
True
""",
    "an open file": """\
>>> import os
>>> number = os.open("/", os.O_RDONLY)
""",
    "a running thread": """\
>>> import threading
>>> threading.Thread(target=threading.Event().wait, args=(9,), daemon=True).start()
""",
    "a coroutine that was never awaited": """\
>>> async def f(): pass
>>> c = f()
>>> del c
""",
    "a pending task": """\
>>> import asyncio
>>> loop = asyncio.new_event_loop()
>>> task = loop.create_task(asyncio.sleep(9))
>>> loop.close()
""",
    "an exception that nobody retrieved": """\
>>> import asyncio
>>> loop = asyncio.new_event_loop()
>>> future = loop.create_future()
>>> future.set_exception(ValueError("lost"))
>>> del future
>>> loop.close()
""",
    "a warning": """\
>>> import warnings
>>> warnings.warn("old")
""",
}


@pytest.mark.parametrize("judge", [partial(press, "proof"), judged], ids=["by itself", "by Sybil"])
def test_a_session_that_leaves_something_behind_fails(judge: Callable[[Path], Done], tmp_path: Path) -> None:
    write(tmp_path, {f"listings/{name}.pycon": text for name, text in LEFT.items()})
    status, said = judge(tmp_path)
    told = (f"{len(LEFT)} failed" in said, said.count("left behind: "), "UserWarning: old" in said)
    assert (status, *told) == (1, True, len(LEFT) - 1, True), said


class Told(threading.Thread):
    """A thread that has been told to end, and does so only when somebody waits for it."""

    def __init__(self) -> None:
        self.waited_for = threading.Event()
        super().__init__(target=self.waited_for.wait, daemon=True)

    def join(self, timeout: float | None = None) -> None:
        self.waited_for.set()
        super().join(timeout)


def test_a_thread_that_ends_in_a_moment_is_not_left_behind() -> None:
    with no_leaks():
        Told().start()


NOT_PROVED = {
    "a wrong output": (">>> 1 + 1\n3\n", "Expected:\n    3\nGot:\n    2"),
    "an output that is missing": (">>> 1 + 1\n", "Expected nothing"),
    "an output that did not come": (">>> x = 1\n1\n", "Got nothing"),
    "an exception": (">>> 1 / 0\n", "ZeroDivisionError"),
    "another exception": (">>> 1 / 0\nTraceback (most recent call last):\n  ...\nValueError\n", "ZeroDivisionError"),
    "a syntax error": (">>> 1 +\n", "SyntaxError"),
    "no prompt": ("1 + 1\n2\n", "nothing is run"),
    "nothing": ("", "nothing is run"),
    "a line before the prompt": ("1 + 2\n>>> 1 + 1\n2\n", "begins with a prompt"),
    "a line after an empty line": (">>> 1 + 1\n2\n\n1 + 2\n", "an empty line"),
    "a truth for a number": (">>> 1 == 1\n1\n", "Expected:\n    1\nGot:\n    True"),
    "a prompt with nothing": (">>> 1 + 1\n2\n>>>\n", "nothing typed"),
    "an empty line": (">>> 1 + 1\n2\n\n>>> 1\n1\n", "an empty line"),
    "an indented session": ("  >>> 1 + 1\n  2\n", "left margin"),
    "an indented prompt": (">>> 1 + 1\n2\n  >>> 1\n  1\n", "not at the left margin"),
    "a comment": (">>> # as we know\n2\n", "nothing typed"),
    "no blank after a prompt": (">>> 1 + 1\n2\n>>>1\n1\n", "without a blank"),
    "no blank in a block": (">>> if True:\n...    1\n...2\n1\n", "without a blank"),
    "a blank at the end": (">>> print('0> ')\n0>\n", "Got:\n    0> \n"),
    "a question that nobody answers": (">>> input('0> ')\n0! hello\n'hello'\n", "nothing is typed after '0> '"),
    "a made-up traceback": (
        ">>> 1 / 0\nTraceback (most recent call last):\n  File 'x'\nZeroDivisionError: division by zero\n",
        "between them write one line, '  ...'",
    ),
    "a skipped example": (">>> 1 + 1  # doctest: +SKIP\n3\n", "doctest option"),
    "any output will do": (">>> 1 + 1  # doctest: +ELLIPSIS\n...\n", "doctest option"),
}


def by_itself(root: Path) -> str:
    """Return what the proof says of a session."""
    return run_doctest((root / SESSION).read_text(), "session", SESSION)


def by_sybil(root: Path) -> str:
    """Return what Sybil says of the examples of a session."""
    return "".join(map(failure, documents(root)[0].parse(root / SESSION)))


def failure(example: Example) -> str:
    """Return why an example of Sybil's fails, or nothing."""
    try:
        example.evaluate()
    except SybilFailure as failure:
        return failure.result
    return ""


@pytest.mark.parametrize("judge", [by_itself, by_sybil])
def test_what_is_not_proved_fails(judge: Callable[[Path], str], tmp_path: Path) -> None:
    for text, complaint in NOT_PROVED.values():
        write(tmp_path, {SESSION: text})
        assert complaint in judge(tmp_path)


def test_a_failure_has_the_line_of_its_file_and_a_session_names_of_its_own() -> None:
    assert 'File "page.md", line 12, in page' in run_doctest(">>> 1\n1\n>>> 1 + 1\n3\n", "page", "page.md", 9)
    assert run_doctest(">>> secret = 1\n", "one", "one.pycon") == ""
    assert "NameError" in run_doctest(">>> secret\n1\n", "two", "two.pycon")


COMMANDS = {
    "$ python -c 'print(1)'\n1\n$ python -c 'print(2)'\n3\n": "printed\n2\nand not\n3",
    "$ python -c 'raise SystemExit(\"no\")'\n": "printed\nno",
    "$ python -c 'import warnings; warnings.warn(\"old\")'\n": "UserWarning",
    "$ make html\n": "make it an illustration",
    "python -V\n": "before the first command",
}


def test_a_command_that_prints_something_else_fails(tmp_path: Path) -> None:
    assert run_commands("$ python -c 'print(1)'\n1\n$ python -c ''\n", tmp_path) == ""
    for text, complaint in COMMANDS.items():
        assert complaint in run_commands(text, tmp_path)


FAR, NEAR = "ghetto_asyncio/far.py", "ghetto_asyncio/near.py"
LACKS = ">>> import no_such_package\n>>> 1\n2\n"


def proved(tmp_path: Path, files: dict[str, str], *blocks: tuple[str, str]) -> Done:
    """Prove a tree of files and blocks of pages."""
    found = [{"page": "a", "kind": kind, "text": text} for kind, text in blocks]
    write(tmp_path, files | {"blocks.json": json.dumps(found)})
    return press("proof", tmp_path)


def test_a_tree_is_run_whole_or_has_failed(tmp_path: Path) -> None:
    assert press("proof", tmp_path).status == 1, "nothing is run"
    done = proved(tmp_path, {
        "ghetto_asyncio/__init__.py": '"""A docstring.\n\n>>> 1\n4\n"""\n', "listings/good.pycon": ">>> 1\n1\n",
        "listings/bad.pycon": ">>> 1\n2\n",
    }, ("doctest", ">>> 1\n3\n"), ("output", "$ ls"))
    assert (done.status, "5 run with Python" in done.said, "4 failed" in done.said) == (1, True, True), done.said


def test_what_lacks_a_package_here_is_left_out_and_named(tmp_path: Path) -> None:
    """By itself or through a listing, each block of a page; what is in the standard library or in the tree is there."""
    done = proved(tmp_path, {
        "ghetto_asyncio/__init__.py": '"""A book."""\n', NEAR: '"""Near."""\nimport asyncio\n',
        FAR: '"""Far.\n\n>>> 1\n2\n"""\nimport no_such_package.part\n',
        "listings/far.pycon": ">>> from ghetto_asyncio.far import part\n>>> 1\n2\n",
        "listings/near.pycon": ">>> from ghetto_asyncio import near\n>>> 1\n1\n",
    }, ("doctest", LACKS), ("doctest", LACKS))
    assert done.status == 0, done.said
    far, here = ("listings/far.pycon", "a", "a"), " not run: no no_such_package here\n"
    assert "".join(name + here for name in far) + "1 run" in done.said
