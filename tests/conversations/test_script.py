"""A file that is no conversation is refused, with its line and what to write."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

from press.catalogue import ROOT, BookError
from press.conversation.script import every_conversation, read
from tests.support.tiny.talk import TALK, write_talk


def test_a_conversation_is_acts_and_what_comes_of_them(tmp_path: Path) -> None:
    conversation = read(write_talk(tmp_path), tmp_path)
    assert (conversation.terminals, conversation.port) == (["Ann", "Bob", "server"], "1234")
    acts = [(act.done.text, [line.text for line in act.shown]) for act in conversation.acts]
    assert acts[1:4] == [
        ("nc 127.0.0.1 1234", ["client 1 comes", "0> "]),
        ("hello", ["hello", "1> "]),
        ("nc 127.0.0.1 1234", ["…"]),
    ]


@pytest.mark.parametrize(
    ("old", "new", "line", "complaint"),
    [
        ("Ann> hello", "Ann says hello", 5, "'Ann says hello' is not understood; write 'Ann|Bob|Eve|server|shell'"),
        ("Ann> hello", "Eva> hello", 5, "'Eva> hello' is not understood"),
        ("Ann> hello", "Ann>hello", 5, "is not understood"),
        ("Ann> hello", "", 5, "'' is not understood"),
        ("Ann> hello", "Ann> " + "o" * 80, 5, "85 columns, 79 are allowed"),
        ("server$", "Ann$", 1, "the first line is 'server$ python -m ghetto_asyncio.part.serve 1234'"),
        (" 1234\nAnn$", "\nAnn$", 1, "the first line is"),
        (TALK, "", 1, "the first line is"),
        ("part.serve", "part.swerve", 1, "there is no listing 'part.swerve'; there are, for example: part.serve"),
        ("server: client 1 leaves", "server$ python -m x 1234", 11, "the server is started in the first line"),
        ("server: client 1 leaves", "server> hello", 11, "then only 'server> ^C' is typed"),
        ("Ann$ nc 127.0.0.1 1234", "Ann$ nc localhost 1234", 2, "Ann connects with 'nc 127.0.0.1 1234'"),
        ("Ann$ nc 127.0.0.1 1234", "Ann$ nc 127.0.0.1 4321", 2, "Ann connects with 'nc 127.0.0.1 1234'"),
        ("Ann$ nc 127.0.0.1 1234\n", "", 3, "before this, write 'Ann$ …'"),
        ("Ann> hello", "Eve> hello", 5, "before this, write 'Eve$ …'"),
        ("Ann> hello", "shell: hello", 5, "before this, write 'shell$ …'"),
        ("Bob> ^C", "Ann> more", 14, "Ann has ended this"),
        ("server: client 2 leaves", "Bob: bye", 15, "Bob has ended this; take the line out"),
        ("Bob: …", "Bob: …\nBob: hello", 9, "Bob is silent here and is not"),
        ("Ann: hello", "Ann: h…o", 6, "write out what Ann sees; '…' stands for silence, alone"),
        ("hello", "hel\tlo", 5, "U+0009 does not belong into a listing"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, line: int, complaint: str, tmp_path: Path) -> None:
    assert old in TALK
    with pytest.raises(BookError) as refused:
        read(write_talk(tmp_path, TALK.replace(old, new, 1)), tmp_path)
    assert re.match(rf"listings/part/serve\.talk:{line}: ", str(refused.value)), refused.value
    assert complaint in str(refused.value)


def test_a_conversation_that_is_not_there_is_named_with_those_that_are(tmp_path: Path) -> None:
    write_talk(tmp_path)
    with pytest.raises(BookError, match=r"there is no conversation 'part.two'; write listings/part/two.talk. There"):
        read("part.two", tmp_path)


def test_every_conversation_is_right_in_itself() -> None:
    assert [read(name, ROOT).name for name in every_conversation(ROOT)] == every_conversation(ROOT)
