"""The book for paper: links lead to their places in one document, and what is lost on the way is told.

The whole books are checked by `make pdf` itself.
"""
from __future__ import annotations

import re
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from press.paper.book import PaperError, assemble, first
from press.paper.checks import lost_from, squeeze, wrong_fonts
from press.paper.drawings import dressed

FRONT = """<html><head><meta name="description" content="Everything"></head><body>
<div class="sidebar-tree"><ul><li><a href="preface.html">Preface</a></li></ul>
<p class="caption">The first part</p><ul><li><a href="loop/turns.html">1. Turns</a></li></ul></div>
<article><section id="book"><h1>Book<a class="headerlink" href="#book">¶</a></h1><p><strong>About it.</strong></p>
<div class="index-of"><a class="reference internal" href="loop/turns.html#one">Listing 1.1</a></div>
<p>See <a class="reference internal" href="loop/turns.html#turns"><span class="std std-ref">Turns</span></a>, or chapter
<a class="reference internal" href="loop/turns.html#turns"><span class="std std-numref">1</span></a>, or
<a class="line reference" href="loop/turns.html#turns.pair_two.12">a line</a>.</p>
</section></article>
"""
PREFACE = """<article><section id="preface"><h1>Preface</h1><p class="on-screen">A button copies the code.</p></section>
</article>
"""
TURNS = """<article><section id="turns"><h1><span class="section-number">1. </span>Turns</h1>
<section id="one"><h2><span class="section-number">1.1. </span>One</h2>
<div class="code" id="turns-pair-two">
<div class="code-bar"><span class="file">a.py</span><label><input class="whole"> whole</label></div>
<pre>shown = 1
<span class="rest">hidden = 2
</span><span class="new">new = 3
</span></pre></div>
<details><summary>The answer</summary><p>Forty-two, see <a href="#one">above</a> and
<a href="https://peps.python.org/pep-0492/">PEP 492</a>.</p></details></section>
<section id="two"><h2><span class="section-number">1.2. </span>Two</h2>
<div class="puzzle" id="p"><p class="ask">Which?</p><pre><span class="imports asked">Which?
</span>x</pre><details><summary>What it prints</summary><p>It.</p></details></div>
<div class="cards"><details><summary>Who?</summary><p>Ann.</p></details></div></section></section></article>
"""
NAMES = ["index", "preface", "loop/turns"]


@pytest.fixture
def html(tmp_path: Path) -> Path:
    """Finished pages."""
    (tmp_path / "loop").mkdir()
    for name, text in zip(NAMES, (FRONT, PREFACE, TURNS)):
        (tmp_path / f"{name}.html").write_text(text, "utf-8")
    return tmp_path


def made(html: Path) -> LexborHTMLParser:
    """Return the document of the pages."""
    return LexborHTMLParser(assemble(html, NAMES, "en", "Ann", "first", lambda text: text))


def test_links_lead_to_places_in_the_document(html: Path) -> None:
    document = made(html)
    places = {each.attributes["id"] for each in document.css("[id]")}
    targets = [str(each.attributes["href"]) for each in document.css("a[href^='#']")]
    assert len(targets) > 6 and {target[1:] for target in targets} <= places
    paged = [each.text() for each in document.css("a.far")]
    folds = ["The answer", "What it prints", "Who?"]
    assert paged == ["Listing 1.1", "Turns", "a line", *folds], "a page, but not for a number"
    assert [each.text() for each in document.css(".address")] == ["https://peps.python.org/pep-0492/"]
    contents = [each.text() for each in document.css(".contents a")]
    assert contents == ["Preface", "The first part", "1. Turns", "1.1. One", "1.2. Two"]
    assert first(document, "[id=preface]").text(strip=True) == "Preface", "and nothing that only a site has"


def test_what_is_folded_stands_at_the_end_and_what_clicks_is_gone(html: Path) -> None:
    chapter = first(made(html), "[id='loop/turns']")
    assert chapter.css("details, summary, label, input, .headerlink, .rest") == []
    assert squeeze(chapter.text()) == squeeze(
        "1. Turns 1.1. One a.py shown = 1 new = 3 The answer 1.2. Two Which? x What it prints Who? "
        "Answers, solutions, asides 1.1 The answer Forty-two, see above and PEP 492 https://peps.python.org/pep-0492/ "
        ". 1.2 What it prints It. 1.2 Who? Ann."
    )
    assert len(chapter.css("pre .gap")) == 1


@pytest.mark.parametrize(("name", "text", "complaint"), [
    ("preface", '<article><a href="gone.html#x">', "preface.html: gone.html#x leads to no page that docs/index.md"),
    ("preface", "<main>", "A page has no article where one was; see what stands there now, and mend press/paper"),
    ("preface", None, "preface.html is not there; run make html"),
])
def test_a_page_that_cannot_be_set_is_told(html: Path, name: str, text: str | None, complaint: str) -> None:
    path = html / f"{name}.html"
    path.unlink() if text is None else path.write_text(text, "utf-8")
    with pytest.raises(PaperError, match=re.escape(complaint)):
        made(html)


def article(text: str) -> LexborNode:
    """Return the article of a page."""
    return first(LexborHTMLParser(text), "article")


def test_what_the_pdf_lacks_is_told() -> None:
    told = squeeze("1. Turns 1.1. One a.py shown = 1\n9. https://a.org/\n⋯ new = 3 The answer 1.2. Two x")
    assert list(lost_from(told, article(TURNS))) == []
    assert list(lost_from(told.replace("One", "0ne"), article(TURNS))) == ["'1.1. One'"]
    (lost,) = lost_from(told.replace("new=3", "new=4"), article(TURNS))
    assert lost.startswith("code as it is here: 'shown = 1")
    turned = squeeze("1. Turns 1.1. One new = 3 shown = 1 1.2. Two x")
    assert list(lost_from(turned, article(TURNS))) == [lost]


def test_a_font_that_is_not_ours_or_not_embedded_is_told() -> None:
    table = "name type encoding emb sub uni object ID\n----\n{} CID TrueType Identity-H {} yes yes 118 0\n"
    assert list(wrong_fonts(table.format("SDIUIR+Noto-Sans-Bold", "yes"))) == []
    (complaint,) = wrong_fonts(table.format("UWGIWA+DejaVu-Sans-Bold", "yes"))
    assert complaint.startswith("DejaVu-Sans-Bold is there, because a character is in none of our fonts: add one")
    assert list(wrong_fonts(table.format("Noto-Serif", "no"))) == ["Noto-Serif is not embedded"]


def test_a_drawing_is_as_large_as_there_is_room() -> None:
    page = '<div class="drawing"><svg class="weave" viewBox="0 0 400 {}"><text class="mono">a&nbsp;b</text></svg></div>'
    tall, flat = (dressed(page.format(height)) for height in (1180, 100))
    assert '<svg style="width: 200.0px; height: 590.0px"' in tall
    assert '<svg style="width: 378.0px; height: 94.5px"' in flat
    assert "Noto Sans Mono" in flat and "a\u00a0b" in flat and "class=" not in flat.partition("<svg")[2]
