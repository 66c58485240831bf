"""The conversations on the pages are those that the servers have; a player sees every difference."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

from press.catalogue import ROOT, BookError
from press.conversation.script import every_conversation, read
from tests.support.peers.play import INTERRUPTED, missing_tools, play
from tests.support.peers.terminal import like
from tests.support.tiny.talk import SERVER, TALK, write_talk


@pytest.mark.parametrize("name", every_conversation(ROOT))
def test_the_servers_say_what_the_conversations_say(name: str) -> None:
    play(read(name, ROOT), ROOT)


SPIN = '''\
    listener.setblocking(False)
    while True:
        try:
            client, _ = listener.accept()
        except BlockingIOError:
            continue
        client.setblocking(True)
'''


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("client.sendall(data + b", "for n in data: client.sendall(bytes([n]))\n            client.sendall(b"),
        ("    while True:\n        client, _ = listener.accept()\n", SPIN),
    ],
)
def test_it_does_not_matter_how_a_server_sends_and_waits(old: str, new: str, tmp_path: Path) -> None:
    assert old in SERVER
    play(read(write_talk(tmp_path, server=SERVER.replace(old, new, 1)), tmp_path), tmp_path)


ON_ASYNCIO = '''\
"""Serve many."""
import asyncio
import sys


async def meet(reader, writer):
    """Answer."""
    print("somebody comes")
    writer.write(b"0> ")
    while data := await reader.read(100):
        writer.write(data + b"1> ")
    writer.close()
    await writer.wait_closed()


async def serve(port):
    """Meet everybody."""
    async with await asyncio.start_server(meet, "127.0.0.1", port) as server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
'''


def test_what_asyncio_says_of_the_end_is_not_shown(tmp_path: Path) -> None:
    talk = "".join(TALK.splitlines(keepends=True)[:7]).replace("client 1 comes", "somebody comes")
    play(read(write_talk(tmp_path, talk + "Ann> ^D\n", ON_ASYNCIO), tmp_path), tmp_path)


THREAD = "threading.Thread(target=meet, args=(client, number), daemon=True).start()"


@pytest.mark.parametrize(
    ("old", "new", "line", "complaint"),
    [
        ('"comes")', '"is here")', 3, "server is shown 'client 1 is here\n', and not 'client 1 comes'"),
        ('    print("client", number, "leaves")\n', "", 11, "shown 'client 2 comes\n', and not 'client 1 le"),
        ("data + b", "b", 6, "Ann is shown '1> ', and not 'hello'"),
        ("client.sendall(data + b\"1> \")", "pass", 6, "Ann is not shown 'hello': after nothing in 3 seconds comes no"),
        ("while data := client.recv(100)", "if data := client.recv(100)", 7, "shown 'client 1 leaves\n' too"),
        ("+ b\"1> \")", "+ b'')\n            break", 7, "Ann is not shown '1> ': after nothing nothing more comes"),
        ("meet(client, number)\n\n", f"{THREAD}\n\n", 9, "Bob is shown '0> ' too, which the file does not say; add"),
        ('b"1> "', 'b"1> psst"', 7, "after this Ann is shown 'psst' too"),
        ('print("client", number, "comes")', 'print("client", number, "comes\\nhm")', 4, "server is shown 'hm\n' too"),
        ('number, "leaves")', 'number, "leaves\\nhm")', 12, "server is shown 'hm\nclient 2 comes\n', and not"),
        ("        serve(listener)\n", "        try: serve(listener)\n        finally: print('bye')\n", 15, "'bye"),
        ("    while True:", "    while number < 2:", 15, "here the server ends by itself"),
        ("        meet(", "        number.x()\n        meet(", 3, "AttributeError"),
        ("import socket\n", "import sucket\n", 1, "No module named"),
        ("serve(listener)\n", "time.sleep(60)\n", 3, "server is not shown 'client 1 comes': after nothing in 3 sec"),
    ],
)
def test_a_server_that_says_something_else_is_refused(
    old: str, new: str, line: int, complaint: str, tmp_path: Path
) -> None:
    assert old in SERVER
    before, _, after = SERVER.rpartition(old)
    conversation = read(write_talk(tmp_path, server=before + new + after), tmp_path)
    with pytest.raises(BookError) as refused:
        play(conversation, tmp_path, seconds=3)
    assert re.match(rf"listings/part/serve\.talk:{line}: ", str(refused.value)), refused.value
    assert complaint.replace("\n", "\\n") in str(refused.value)


STUBBORN = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nimport sys\n"


@pytest.mark.parametrize(
    ("server", "talk", "complaint"),
    [
        (SERVER.replace("import sys\n", STUBBORN), TALK, "Ctrl-C has not ended the server in 3 seconds"),
        (SERVER, TALK + "Bob$ nc 127.0.0.1 1234\nBob: …\n", "Bob is shown '0> ' too"),
        (SERVER, TALK + "server> ^C\nserver: stopped\n", "and not 'stopped'"),
        (SERVER, TALK + "shell$ echo a 1234\nshell: a 4321\n", "the command prints\na "),
        (SERVER, TALK + "shell$ echo a 1234\n", "and not what the file says"),
        (SERVER, TALK.replace("0> \nAnn>", "0>\nAnn>"), "Ann is shown '0> ', and not '0>'"),
    ],
)
def test_what_is_not_so_is_told(server: str, talk: str, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(BookError) as refused:
        play(read(write_talk(tmp_path, talk, server), tmp_path), tmp_path, seconds=3)
    assert complaint in str(refused.value)


def test_a_command_of_the_shell_is_run_with_the_port_and_the_process_that_there_are(tmp_path: Path) -> None:
    more = "shell$ ls -d /proc/4242/cwd\nshell: /proc/4242/cwd\nshell$ echo a  1234 end\nshell: a 1234 …\n"
    play(read(write_talk(tmp_path, TALK + more), tmp_path), tmp_path)


def test_a_tool_that_is_not_there_is_named_and_left_out(tmp_path: Path) -> None:
    conversation = read(write_talk(tmp_path, TALK + "shell$ no-such-tool -x\nshell: no\n"), tmp_path)
    assert missing_tools(conversation) == [
        "listings/part/serve.talk:16: there is no no-such-tool here, so this is not played"
    ]
    play(conversation, tmp_path)


def test_a_server_that_is_stopped_may_say_so(tmp_path: Path) -> None:
    server = SERVER.replace("        serve(", "        try: serve(").replace(
        "serve(listener)\n", "serve(listener)\n        except KeyboardInterrupt: print('stopped')\n"
    )
    talk = TALK.replace("server: client 2 leaves\n", "server: client 2 leaves\nserver> ^C\nserver: stopped\n")
    play(read(write_talk(tmp_path, talk, server), tmp_path), tmp_path)


@pytest.mark.parametrize(
    ("pattern", "text", "same"),
    [
        ("a … c", "a b c", True),
        ("a …", "a ", True),
        ("a  b", "a b", True),
        ("a b", "a    b", True),
        ("a … c", "a b d", False),
        ("a.c", "abc", False),
        ("ab", "a b", False),
    ],
)
def test_blanks_and_what_differs_each_time_do_not_matter(pattern: str, text: str, same: bool) -> None:
    assert like(pattern, text) == same


def test_what_ctrl_c_makes_python_say_is_not_shown() -> None:
    said = (
        'Traceback (most recent call last):\n  File "serve.py", line 24, in serve\n    client, _ = listener.accept()\n'
        '  File "socket.py", line 287, in accept\n    def accept(self):\n\nKeyboardInterrupt\n'
    )
    assert INTERRUPTED.fullmatch(said)
    assert not INTERRUPTED.fullmatch(f"{said}bye\n")
