"""A conversation on a page says what its file says, to everybody."""
from __future__ import annotations

import re
from dataclasses import replace

import pytest

from press.conversation.script import read
from tests.support.site.census import problems_of
from tests.support.site.pages import Site
from tests.support.site.published import Block, as_shown, blocks
from tests.support.tiny.book import PAGE, TinyBook
from tests.support.tiny.talk import TALK, write_talk

CONVERSATION = "```{conversation} part.serve\n:caption: Bob waits\n```\n"
MORE = "Ann$ nc 127.0.0.1 1234\nAnn: <0> \nBob$ nc 127.0.0.1 1234\nAnn: & more\nshell$ ls …\nshell: a  b …\n"


@pytest.fixture
def talking(tiny_book: TinyBook) -> TinyBook:
    """A book that builds, and in which somebody talks."""
    write_talk(tiny_book.root, TALK + MORE)
    tiny_book.page(PAGE + CONVERSATION)
    return tiny_book


def test_what_stands_on_the_page_is_what_stands_in_the_file(talking: TinyBook) -> None:
    """In the language of the page: the words of the frame, and nothing that is typed or shown."""
    talking.translate({"(silence)": "(cisza)", "server": "serwer", "another terminal": "inny"}, page="sphinx")
    for language in ("en", "pl"):
        talking.made(language)
        (block,) = (each for each in blocks(language, Site(talking.root / "html")) if each.kind == "conversation")
        assert block == Block("index", "conversation", "part.serve", as_shown(read("part.serve", talking.root)))
        assert problems_of([block], talking.root) == []
    lines = block.text.splitlines()
    assert sorted(lines) == sorted((TALK + MORE).splitlines()) and lines[:2] == TALK.splitlines()[:2]
    for old, new in (("Ann: 1> ", "Ann: 2> "), ("Bob: …\n", ""), ("Ann> hello", "Ann$ hello"), ("Ann:", "Bob:")):
        assert old in block.text
        (problem,) = problems_of([replace(block, text=block.text.replace(old, new, 1))], talking.root)
        assert problem == "index: part.serve is not the conversation that is played"
    html = talking.html()
    assert "<div><samp>0&gt; </samp><kbd>hello</kbd></div><div><samp>hello</samp></div>" in html
    assert '<div><samp>1&gt; </samp></div></td>' in html, "a prompt, which stands there once more if much has happened"
    assert '<div data-prompt="1&gt; "><kbd class="control">^D</kbd></div>' in html
    assert '<div data-prompt="&lt;0&gt; "><samp>&amp; more</samp></div>' in html
    assert '<div class="silence">(silence)</div>' in html and "figures.css" in html
    html = talking.html("pl")
    assert ">(cisza)<" in html and ">serwer</th>" in html and 'data-who="inny"' in html and "(silence)" not in html


def test_a_page_or_a_file_that_is_wrong_is_refused(talking: TinyBook) -> None:
    page = "# A page\n\n" + CONVERSATION
    talking.all_refused([
        (page.replace("serve", "swerve"), 3, ["no conversation 'part.swerve'; write listings/part/swerve"]),
        (page.replace(":caption: Bob waits\n", ""), 3, ["the figure needs a ':caption:'"]),
    ])
    talking.write("listings/part/serve.talk", re.sub("Bob", "Rob", TALK))
    talking.refused("listings/part/serve.talk:8: 'Rob$ nc 127.0.0.1 1234' is not understood; write 'Ann|Bob|Eve|")
