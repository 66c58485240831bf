"""A translated listing is the same program, whatever the translator writes."""
from __future__ import annotations

from itertools import cycle

import pytest

from press.catalogue import ROOT, BookError, every
from press.listing.program import same_program
from press.listing.remarks import find_remarks, translate
from press.text import wrap
from tests.support.tiny.book import MODULE, TinyBook
from whoruns.text import text_width

TITLES = {"A page": "Strona", "Counting": "Liczenie"}
REMARKS = {
    "Count up.": "Licz w górę.",
    "Give the numbers below the limit.": "Podaj liczby poniżej limitu.",
    "a comment": "komentarz",
}

SMUGGLED = {
    "a quote ends the docstring": 'x """ + evil() + """ y',
    "a quote at the end": 'koniec"',
    "single quotes": "x ''' y",
    "a backslash": "nowa\\nlinia",
    "a backslash at the end": "koniec\\",
    "a newline": "wiersz\nimport os",
    "a carriage return": "wiersz\rimport os",
    "a form feed": "wiersz\fimport os",
    "a line separator": "wiersz\u2028import os",
    "a text that turns round": "\u202e)(live\u202c",
    "an invisible space": "nie\u200bwidać",
    "a prompt": ">>> evil()",
    "a coding cookie": "-*- coding: utf-7 -*-",
    "an instruction to a tool": "type: ignore",
    "an instruction to another": "noqa",
    "too long": "długi " * 40,
    "too wide": "宽" * 60,
}


@pytest.mark.parametrize("text", SMUGGLED.values(), ids=SMUGGLED)
def test_nothing_is_smuggled_into_the_code(text: str) -> None:
    for remark in find_remarks(MODULE):
        with pytest.raises(BookError):
            translate(MODULE, {remark: text})


def test_the_proof_itself_sees_every_difference() -> None:
    for same in (MODULE.replace("a comment", "uwaga"), MODULE.replace("Count up.", "Licz.")):
        assert same_program(MODULE, same)
    for other in (
        MODULE.replace("limit)\n", "limit) \n").replace("range(limit)", "range(limit + 0)"),
        MODULE.replace("    # a comment\n", ""),
        MODULE.replace("    # a comment\n", "    # a comment\n\n"),
        MODULE.replace("# a comment", "import os"),
        MODULE.replace("return", "return  "),
        MODULE.replace('"""Count up."""', '"""Count up.""" + ""'),
        MODULE.replace("(limit)", "(Limit)", 1),
        MODULE.replace("list(", "list(("),
    ):
        assert not same_program(MODULE, other)


def test_a_sign_that_begins_a_comment_is_safe_in_a_string() -> None:
    source = 'text = "# not a comment"  # one\n'
    (remark,) = find_remarks(source)
    assert remark.text == "one"
    assert translate(source, {remark: "raz # dwa"}) == 'text = "# not a comment"  # raz # dwa\n'


def test_two_remarks_on_one_line_keep_their_places() -> None:
    source = 'def f():\n    """Doc."""  # why\n'
    new = {remark: remark.text.upper() + " DŁUŻEJ" for remark in find_remarks(source)}
    assert translate(source, new) == 'def f():\n    """DOC. DŁUŻEJ"""  # WHY DŁUŻEJ\n'


def test_doctests_escapes_and_instructions_are_left_alone() -> None:
    source = '"""One.\n\n>>> 1 + 1\n2\n"""\nx = 1  # noqa\n\n\ndef f():\n    """A \\\\ sign."""\n'
    assert [remark.text for remark in find_remarks(source)] == ["One."]


def test_any_length_that_fits_gives_the_same_program() -> None:
    complaints = []
    for listing, word in zip(every(ROOT), cycle(["ż", "字", "слово", "a" * 9])):
        source = listing.source()
        remarks = find_remarks(source)
        new = {remark: " ".join([word] * max(1, len(remark.text) // (text_width(word) + 3))) for remark in remarks}
        try:
            translate(source, new)
        except BookError as error:
            complaints.append(f"{listing.name}: {error}")
    assert not complaints


def test_lines_are_broken_evenly_and_never_at_a_no_break_space() -> None:
    assert wrap("jeden dwa trzy cztery", 2, 40) == ["jeden dwa", "trzy cztery"]
    assert wrap("z\u00a0gniazda", 1, 40) == ["z gniazda"]
    assert wrap("aaa bbb\u00a0ccc", 2, 9) == ["aaa", "bbb ccc"]
    assert wrap("轮到谁，谁就走一步。", 2, 12) == ["轮到谁，谁", "就走一步。"]
    assert wrap("轮到谁谁，走", 2, 8) == ["轮到谁", "谁，走"]
    assert wrap("a" * 41, 1, 40) is None


def test_comments_are_translated_on_the_page_for_each_builder_and_extracted(tiny_book: TinyBook) -> None:
    tiny_book.translate(TITLES | REMARKS)
    want = MODULE
    for english, polish in REMARKS.items():
        want = want.replace(english, polish)
    assert tiny_book.made("pl").select(".module pre")[0].get_text() == want
    assert tiny_book.build("pl", "text").status == tiny_book.build(builder="gettext").status == 0
    assert '"""Licz w górę."""' in (tiny_book.root / "text/pl/index.txt").read_text("utf-8")
    pot = (tiny_book.root / "gettext/en/index.pot").read_text("utf-8")
    assert "ghetto_asyncio/part/count.py:6\nmsgid \"a comment\"" in pot
    path = tiny_book.translate(TITLES | REMARKS | {"a comment": 'ups """'})
    line = path.read_text("utf-8").splitlines().index('msgid "a comment"') + 1
    tiny_book.refused(f"locale/pl/LC_MESSAGES/index.po:{line}", "quotes", language="pl")
