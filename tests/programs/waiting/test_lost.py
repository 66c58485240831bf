"""What the chapter on what gets lost says of the servers that it does not show failing."""
from __future__ import annotations

import doctest
import errno
import os
import re
import socket
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from press.catalogue import ROOT
from tests.support.shell import run
from whoruns.tests.pythons import pythons


def listing(name: str) -> Any:
    """Return a module of the book; annotations would be noise in it."""
    return import_module(f"ghetto_asyncio.{name}")


listen = listing("descriptors.listen").listen
serve = listing("readiness.serve").serve


def test_the_server_works_with_an_eager_loop() -> None:
    loop = listing("lost.eager_bug").Loop()
    with listen(0) as listener:
        people = [socket.create_connection(listener.getsockname()) for _ in range(3)]
        for person in people:
            person.sendall(b"hello\n")
            person.shutdown(socket.SHUT_WR)
        loop.create_task(serve(loop, listener, clients=3))
        loop.run()
    for person in people:
        with person, person.makefile() as heard:
            assert heard.read() == "0> hello\n1> "


def test_a_spare_descriptor_is_given_back_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where another thread has taken its number meanwhile, that thread keeps it."""

    class Full(socket.socket):
        copies = 0

        def dup(self) -> Any:
            self.copies += 1
            if self.copies > 1:
                taken.append(os.open(os.devnull, os.O_RDONLY))
                raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
            return super().dup()

        def fails(self, _listener: socket.socket) -> Any:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
            yield

    taken: list[int] = []
    with listen(0) as listener, Full(fileno=os.dup(listener.fileno())) as door:
        loop = type("Loop", (), {"sock_accept": door.fails})
        monkeypatch.setattr(os, "dup", lambda number: door.dup().detach())
        with pytest.raises(OSError, match="Too many open files"):
            next(listing("lost.solutions.spare").serve(loop, door))
        monkeypatch.undo()
    os.fstat(taken[0])
    os.close(taken[0])


def bare(log: str) -> str:
    """Leave out what differs from run to run, or from Python to Python, and where lines are broken."""
    for what, kept in ((r"\s", ""), (r"at/\S*?(?=\w+\.py:)", "at"), (r"tasks\.py:\d+", "tasks.py")):
        log = re.sub(what, kept, log)
    return re.sub(r"took\d\.\d+", "took", log)


def in_debug_mode(source: str, folder: Path) -> str:
    """Return what is said by a program in a file `slow.py`, without what is logged of others than Bob."""
    (folder / "slow.py").write_text(source, "utf-8")
    said = subprocess.run(
        [sys.executable, "-u", "slow.py"], cwd=folder, env={**os.environ, "PYTHONASYNCIODEBUG": "1"},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60, check=True,
    ).stdout
    return "".join(line for line in said.splitlines(keepends=True) if "Executing" not in line or "bob" in line)


def test_what_debug_mode_says_of_the_session(tmp_path: Path) -> None:
    """The session is written into a file, as the page says, and run."""
    page = (ROOT / "docs/loop/what-gets-lost.md").read_text("utf-8").partition("## Meanwhile, in your code")[2]
    fence = r"^```(?:pycon|\{code-block\} text\n:name: executing-took\n)\n(.*?)^```"
    shown, session = re.findall(fence, page, re.MULTILINE | re.DOTALL)[-2:]
    source = "".join(example.source for example in doctest.DocTestParser().get_examples(session))
    assert bare(in_debug_mode(source, tmp_path)) == bare(shown.partition("\n")[2])
    pausing = source.replace("0.15)\n", "0.15)\n    await asyncio.sleep(0)\n")
    assert "<Task pending name='Task-3' coro=<bob() running at " in (said := in_debug_mode(pausing, tmp_path))
    assert "slow.py:8> " in said, "the line of the await, and not the one that blocks"


@pytest.mark.parametrize("version", pythons())
def test_asyncio_takes_the_detour_unless_it_is_asked_not_to(version: str) -> None:
    program = (
        "import asyncio\n"
        "async def visit(): print('visit', end=' ')\n"
        "async def door(): task = asyncio.create_task(visit()); print('door', end=' '); await task\n"
        "for factory in None, getattr(asyncio, 'eager_task_factory', None):\n"
        "    loop = asyncio.new_event_loop()\n"
        "    loop.set_task_factory(factory)\n"
        "    loop.run_until_complete(door())\n"
        "    loop.close()\n"
    )
    eager = "door visit" if version.startswith("3.11.") else "visit door"
    assert run(pythons()[version], "-c", program).said.split() == f"door visit {eager}".split()
