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


def taken_out(book: TinyBook, language: str) -> Block:
    """Build the book, and take the conversation out of its page."""
    built = book.build(language)
    assert not built.status, built.said
    (block,) = (block for block in blocks(language, Site(book.root / "html")) if block.kind == "conversation")
    return block


@pytest.mark.parametrize("language", ["en", "pl"])
def test_what_stands_on_the_page_is_what_stands_in_the_file(talking: TinyBook, language: str) -> None:
    block = taken_out(talking, language)
    assert block == Block("index", "conversation", "part.serve", as_shown(read("part.serve", talking.root)))
    assert problems_of([block], talking.root) == []


def test_all_that_happens_is_shown_in_its_row(talking: TinyBook) -> None:
    lines = taken_out(talking, "en").text.splitlines()
    assert sorted(lines) == sorted((TALK + MORE).splitlines())
    assert lines[:2] == TALK.splitlines()[:2]


def test_a_page_that_says_something_else_is_refused(talking: TinyBook) -> None:
    block = taken_out(talking, "en")
    for old, new in (("Ann: 1> ", "Ann: 2> "), ("Bob: …\n", ""), ("Ann> hello", "Ann$ hello"), ("Ann:", "Bob:")):
        assert old in block.text
        (problem,) = problems_of([replace(block, text=block.text.replace(old, new, 1))], talking.root)
        assert problem == "index: part.serve is not the conversation that is played"


def test_what_is_typed_stands_behind_its_prompt_and_once_more_if_much_has_happened(talking: TinyBook) -> None:
    assert not talking.build().status
    html = talking.html()
    assert "<div><samp>0&gt; </samp><kbd>hello</kbd></div><div><samp>hello</samp></div>" in html
    assert '<div><samp>1&gt; </samp></div></td>' in html
    assert '<div data-prompt="1&gt; "><kbd class="control">^D</kbd></div>' in html
    assert '<div data-prompt="&lt;0&gt; "><samp>&amp; more</samp></div>' in html
    assert '<div class="silence">(silence)</div>' in html
    assert "figures.css" in html


def test_the_words_of_the_frame_are_in_the_language_of_the_page(talking: TinyBook) -> None:
    talking.translate({"(silence)": "(cisza)", "server": "serwer", "another terminal": "inny"}, page="sphinx")
    assert not talking.build("pl").status
    html = talking.html("pl")
    assert ">(cisza)<" in html and ">serwer</th>" in html and 'data-who="inny"' in html and "(silence)" not in html


@pytest.mark.parametrize(
    ("page", "complaint"),
    [
        (CONVERSATION.replace("serve", "swerve"), "there is no conversation 'part.swerve'; write listings/part/swerve"),
        (CONVERSATION.replace(":caption: Bob waits\n", ""), "the figure needs a ':caption:'"),
    ],
)
def test_a_page_that_asks_for_what_is_not_there_is_refused(talking: TinyBook, page: str, complaint: str) -> None:
    talking.page(PAGE + page)
    talking.refused("docs/index.md:6", complaint)


def test_a_file_that_is_wrong_is_refused_by_the_build(talking: TinyBook) -> None:
    talking.write("listings/part/serve.talk", re.sub("Bob", "Rob", TALK))
    talking.refused("listings/part/serve.talk:8: 'Rob$ nc 127.0.0.1 1234' is not understood; write 'Ann|Bob|Eve|")
