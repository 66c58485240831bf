"""What the search takes from finished pages: places, words, weights, synonyms."""
from __future__ import annotations

import re
from dataclasses import replace

import pytest

from press.language import LANGUAGES
from press.search import polish
from press.search.index import places, posting, shortened, synonyms, weigh
from press.search.pages import Entry, cut
from press.search.stems import stems_of
from press.search.words import fold, words

CODE = '<div class="code module" data-listing="a.b"><div class="code-bar"><b class="file">ghetto_asyncio/a/b.py</b>'
PAGE = f"""<meta content="About &lt;loops&gt;." name="description" /><article><section id="a">
<h1><span class="section-number">7. </span>A<a class="headerlink" href="#a">¶</a></h1><p>One <em>two</em>.</p>
<div class="questions"><p><a href="#b">Who asks?</a></p></div>
<section id="b"><h2><span class="section-number">7.1. </span>B</h2><p class="about">What B <code>is</code></p>
<div class="literal-block-wrapper listing" id="a-b">
<div class="code-block-caption"><span class="caption-number">Listing 7.1 </span>L</div>
{CODE}</div><pre>def old(): pass\n<span class="new">class New:\n    def go(self):\n        await x\n</span></pre></div>
<div class="code session"><pre>&gt;&gt;&gt; go()\n</pre></div></div>
<figure id="f"><figcaption><span class="caption-number">Fig. 7.1 </span>F</figcaption><svg><text>d</text></svg></figure>
<table><tr id="m"><td><code>is closed: …</code></td><td>Close it later.</td></tr><tr><td>x</td></tr></table>
<div class="code" data-object="a.Whole"><pre>class Whole: ...</pre></div>
<div class="highlight-sh"><pre>make it</pre></div>
<dl class="glossary"><dt id="t">петля <span class="english">loop</span></dt><dd><p>What turns.</p>
<p class="explained">→ 7</p></dd></dl>
<div class="index-of"><ul><li><p>Listing 7.1 L</p></li></ul></div>
<div class="cards"><details><summary>Of another page</summary><p>Quoted.</p></details></div>
<div class="puzzle" id="p"><p class="ask">Which way?</p>{CODE}</div><pre>def way(): pass\n</pre></div>
<p class="guess">What?</p></div>
</section></section></article>"""


def test_a_page_is_cut_into_places() -> None:
    page, section, listing, figure, message, term, puzzle = entries = cut(PAGE)
    assert [(each.kind, each.anchor, each.number, each.title, each.above) for each in entries] == [
        ("page", "a", "7", "A", []), ("section", "b", "7.1", "B", [0]), ("listing", "a-b", "Listing 7.1", "L", [0, 1]),
        ("figure", "f", "Fig. 7.1", "F", [0, 1]), ("message", "m", "", "is closed: …", [0, 1]),
        ("term", "t", "", "петля", [0, 1]), ("listing", "p", "", "Which way?", [0, 1]),
    ]
    assert (page.prose, page.marked) == (["One two.", "Who asks?", "About <loops>."], ["two", "About <loops>."])
    assert (section.prose, section.code, section.names, section.asked) == (["x"], [], ["make it"], ["Who asks?"])
    assert section.about == "What B is" and puzzle.names == ["way", "a/b.py", "a.b"] and puzzle.prose == []
    assert listing.names == ["New", "go", "a/b.py", "a.b"]
    assert listing.code == ["class New:\n    def go(self):\n        await x", "go()\n"]
    assert (message.prose, term.prose, term.english, figure.prose) == (["Close it later."], ["What turns."], "loop", [])
    assert cut("<p>An article of nothing</p>") == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Ёлка, йод", "елка йод"), ("pętlą", "petla"), ("异步I/O、异步IO", "异步 io 异步 io"),
        ("asyncio.TaskGroup()", "asyncio.taskgroup (asyncio) (taskgroup) (asyncio) (task) (group)"),
        ("call_later 3.14", "call_later (call) (later) 3.14"), ("a. b", "a b"), ("取消任务", "取消 消任 任务"),
    ],
)
def test_a_text_is_split_into_words(text: str, wanted: str) -> None:
    assert " ".join(f"({word})" if part else word for word, part in words(text, str)) == wanted


def test_words_of_one_stem() -> None:
    for forms in ("wątek wątku wątkami watkiem", "przełączanie przełączenia przełączać", "rozdarcia rozdarty"):
        assert len({polish.stem(fold(form)) for form in forms.split()}) == 1, forms
    russian = stems_of(LANGUAGES["ru"])
    assert russian.stem("вызов") == russian.stem("вызовами") != russian.stem("вызывать")
    assert "и" in russian.stopwords


def test_what_says_little_is_left_out() -> None:
    def entry(title: str, *prose: str) -> Entry:
        return Entry("section", "s", "", title, [], prose=list(prose))

    often = [entry(f"Title{number}", "often " + "other " * 99) for number in range(31)]
    found = places(weigh([*often, entry("Often", "rare", "stop")], str.lower), frozenset({"stop"}))
    assert [number for number, _ in found["often"]] == [0, 31]
    assert found.keys() >= {"rare", "title7"} and "stop" not in found
    han = weigh([entry("取消"), entry("取消"), entry("任务"), entry("", "我取消任务", "防抖")], str)
    assert {"取消", "任务", "防抖"} <= places(han, frozenset()).keys() and "消任" not in places(han, frozenset())
    cancels = [entry("", "我取消任务"), entry("", "他取消任务")]
    assert "消任" in places(weigh(cancels, str), frozenset())
    more = [entry("取消"), entry("", "取消"), *cancels]
    assert "消任" not in places(weigh(more, str), frozenset()) and "消任" in places(
        weigh([*more, entry("", "消任")], str), frozenset())


def test_what_is_faint_everywhere_is_found_where_it_is_least_so() -> None:
    said = [Entry("section", "s", "", "", [], prose=["rare " + "other " * 99]) for _ in range(31)]
    said[7].prose, said[9].prose = ["rare rare " + "other " * 99], ["rare rare " + "other " * 98]
    assert [number for number, _ in places(weigh(said, str), frozenset())["rare"]] == [7, 9]


def test_what_repeats_the_chapters_weighs_less() -> None:
    def title(page: str, anchor: str) -> int:
        entries = [Entry("page", page, "", "News", []), Entry("section", anchor, "", "Loop", [0])]
        (_, news), (_, loop) = weigh(entries, str.lower)
        return loop["loop"] - news["news"]

    assert title("changes", "a") == title("a", "a-exercises-b") < title("a", "a")


def test_a_question_keeps_all_its_words() -> None:
    (_, asked), = weigh([Entry("section", "a", "", "", [], asked=["都会"], prose=["也会"])], str)
    assert asked.keys() == {"都会"}


def test_a_section_is_found_by_what_it_is_about() -> None:
    plain, riddle = Entry("section", "a", "", "Loops", []), Entry("section", "b", "", "Not now", [], about="a shield")
    (_, said), (_, asked) = weigh([replace(plain, prose=["shield"]), riddle], str.lower)
    assert asked["shield"] > said["shield"]


def test_how_it_is_written() -> None:
    assert posting([(0, 1), (1, 2), (40, 3)]) == "AB13C"
    assert list(shortened(["loop", "loops", "lot"])) == ["0loop", "4s", "2t"]
    term = Entry("term", "t", "", "гонка (состояние гонки)", [], english="race condition")
    stop = frozenset({"и"})
    language = replace(LANGUAGES["ru"], synonyms={"Замок": "Лок, мьютекс и замок"})
    groups = list(synonyms([term], language, str.lower, stop))
    assert groups == [["гонка", "состояние гонки", "", "=race condit"], ["замок", "лок", "мьютекс замок"]]
    assert re.fullmatch(r"(?s)let BaseStemmer.*russian.*", stems_of(LANGUAGES["ru"]).script)
