"""Every program of the book: wrongly started, ended by Ctrl-C, at the end of input, and with nobody who reads it."""
from __future__ import annotations

import os
import runpy
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack

import pytest

from press.catalogue import PACKAGE, ROOT, every, find
from tests.support.peers.cable import hears
from tests.support.peers.keyboard import interrupt
from tests.support.peers.play import free_port
from tests.support.peers.started import Server

KEYBOARD = ["turns.talk", "turns.round_robin", "composition.round_robin"]
SERVERS = {
    "descriptors.serve": [], "descriptors.thread_per_client": [], "readiness.serve": [],
    "lost.lost_event_bug": [], "lost.one_waiter_bug": [], "lost.no_descriptor_bug": [],
    "mainloop.serve": [], "mainloop.sturdy": [], "callbacks.server": [], "clocks.patience": ["60"], "tasks.serve": [],
    "kernel.serve": [], "together.serve": [], "ending.serve": [],
}
"""What is said after the port."""
WEB = ["service.serve"]
"""It speaks HTTP, and tests/programs/yours talk to it."""
OF_WORKBENCH = "workbench."
"""These ask nobody for anything, and take no word of a command line."""
LOOPS = ["mainloop.serve", "mainloop.sturdy", "tasks.serve"]
POLITE = {"together.serve": ([], 2), "ending.serve": (["--grace", "0"], 1)}
"""These take Ctrl-C for a question: with these words, this often."""


def test_no_program_is_left_out() -> None:
    programs = {listing.name for listing in every(ROOT) if '__name__ == "__main__"' in listing.source()}
    assert {name for name in programs if not name.startswith(OF_WORKBENCH)} == {*KEYBOARD, *SERVERS, *WEB}


def wrong(name: str, taken: int) -> list[list[str]]:
    """Return command lines that a program has to refuse."""
    if name in KEYBOARD:
        return [["surplus"], ["--loop"]]
    rest = SERVERS.get(name, [])
    ports = [[], ["many"], ["0.5"], ["65536"], ["-1"], ["9" * 30], [str(taken)]]
    found = [[*port, *rest] for port in ports] + [["0", *rest, "surplus"], ["0", *rest, "--loop", "trio"]]
    if rest:
        found += [["0"], *(["0", word] for word in ("long", "nan", "inf", "-1"))]
    return found


def start(name: str, words: Sequence[str], patch: pytest.MonkeyPatch) -> object:
    """Run a program here, and return what it exits with."""
    file = str(find(name, ROOT).module)
    patch.setattr(sys, "argv", [file, *words])
    with pytest.raises(SystemExit) as exit:
        runpy.run_path(file, run_name="__main__")
    return exit.value.code


@pytest.mark.parametrize("name", [*KEYBOARD, *SERVERS, *WEB])
def test_a_wrong_start_gets_a_line(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        for words in wrong(name, taken.getsockname()[1]):
            assert start(name, words, monkeypatch) == 2, words
            out, errors = capsys.readouterr()
            assert not out
            usage, *_more, why = errors.splitlines()
            assert usage.startswith("usage: ")
            assert ".py: error: " in why


@pytest.mark.parametrize("name", [*KEYBOARD, *SERVERS, *WEB])
def test_help_says_how_and_what(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start(name, ["--help"], monkeypatch) == 0
    out, errors = capsys.readouterr()
    assert out.startswith("usage: ")
    said = "Talks to whoever connects." if name in LOOPS else find(name, ROOT).source().split('"""')[1]
    assert said in " ".join(out.split())
    assert not errors
    assert ("port" in out) == (name not in KEYBOARD)


class Programs(ExitStack):
    """Programs that run side by side; none outlives the test."""

    def start(
        self, name: str, *words: str, stdin: int, stdout: int = subprocess.PIPE, unbuffered: str = ""
    ) -> subprocess.Popen[str]:
        """Start a program as a reader does."""
        command = [sys.executable, "-m", f"{PACKAGE}.{name}", *words]
        program = subprocess.Popen(
            command, cwd=ROOT, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
        self.enter_context(program)
        self.callback(program.kill)
        return program


def test_ctrl_c_ends_every_program() -> None:
    """In the middle of a talk, side by side; then what is left to say comes out, and the client is not kept waiting."""
    words = list(SERVERS.items())
    words += [(name, ["--loop", "asyncio"]) for name in LOOPS]
    with Programs() as programs:
        servers = []
        for name, rest in words:
            port = free_port()
            rest = [*rest, *POLITE.get(name, ([], 1))[0]]
            servers.append((name, Server(programs.start(name, str(port), *rest, stdin=subprocess.DEVNULL), port)))
        typed = [programs.start(name, stdin=subprocess.PIPE) for name in KEYBOARD]
        clients = [programs.enter_context(server.connect()) for _name, server in servers]
        for client in clients:
            hears(client, b"0> ")
        for name, server in servers:
            for _ in range(POLITE.get(name, ([], 1))[1]):
                interrupt(server.process)
        for program in typed:
            interrupt(program)
        for (name, server), client in zip(servers, clients):
            assert client.recv(1) == b"", name
            out, errors = server.process.communicate(timeout=60)
            assert (name, errors) == (name, "")
            assert out.startswith("client 1 comes\n")
            assert server.process.returncode == (0 if name in POLITE else 130), name
        for program in typed:
            out, errors = program.communicate(timeout=60)
            assert (out.startswith("Ann 0> "), errors, program.returncode) == (True, "", 130)


def test_a_keyboard_that_says_no_more() -> None:
    with Programs() as programs:
        for program in [programs.start(name, stdin=subprocess.DEVNULL) for name in KEYBOARD]:
            out, errors = program.communicate(timeout=60)
            assert (out[:7], errors, program.returncode) == ("Ann 0> ", "", 0)


def nobody_reads() -> int:
    """Return a descriptor that one can write to, and nobody reads."""
    reader, writer = os.pipe()
    os.close(reader)
    return writer


@pytest.mark.parametrize("name", ["descriptors.serve", "readiness.serve", "mainloop.serve", "callbacks.server"])
def test_a_client_is_not_kept_by_a_server_that_cannot_say_so(name: str) -> None:
    """The first line that is printed fails; some of the servers end by that, and some tell of it and go on."""
    port, writer = free_port(), nobody_reads()
    with Programs() as programs:
        program = programs.start(name, str(port), stdin=subprocess.DEVNULL, stdout=writer, unbuffered="1")
        os.close(writer)
        with Server(program, port).connect() as client:
            assert client.recv(1) == b""
        if name in ("mainloop.serve", "callbacks.server"):
            interrupt(program)
        _out, errors = program.communicate(timeout=60)
        assert "Broken pipe" in errors
        assert program.returncode == (1 if errors.startswith("nobody reads this") else 130)


def test_a_program_whose_reader_has_gone() -> None:
    """A server says what it has to say when it ends, and then nobody is there."""
    port = free_port()
    with Programs() as programs:
        writer = nobody_reads()
        started = [
            programs.start(name, *rest, stdin=subprocess.PIPE, stdout=writer)
            for name, rest in [("mainloop.serve", [str(port)]), *((name, []) for name in KEYBOARD)]
        ]
        os.close(writer)
        with Server(started[0], port).connect() as client:
            hears(client, b"0> ")
            interrupt(started[0])
        for program in started:
            _out, errors = program.communicate("hello\n" * 10, timeout=60)
            assert (errors, program.returncode) == ("nobody reads this: [Errno 32] Broken pipe\n", 1)
