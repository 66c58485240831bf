"""The book for paper: links lead to their places in one document, and what is lost on the way is told.

The whole books are checked by `make pdf` itself.
"""
from __future__ import annotations

import re
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from press.take.checks import lost_from, squeeze, wrong_fonts
from press.take.packing import pack
from press.take.paper import Book, PaperError, assemble, first

NAV = """<nav><h1>Chapters</h1><ol><li><a href="index.xhtml">Book</a></li><li><a href="preface.xhtml">Preface</a></li>
<li><span>The first part</span><ol><li><a href="loop/turns.xhtml">1. Turns</a><ol>
<li><a href="loop/turns.xhtml#one">1.1. One</a></li></ol></li></ol></li></ol></nav>"""
OPF = "<dc:language>en</dc:language><dc:creator>Ann</dc:creator><dc:description>Everything</dc:description>"
INDEX = """<article><section id="book"><h1>Book</h1><p><strong>About it.</strong></p>
<div class="index-of"><a class="reference internal" href="loop/turns.xhtml#one">Listing 1.1</a></div>
<p>See <a class="reference" href="loop/turns.xhtml#turns"><span class="std std-ref">Turns</span></a>, or chapter
<a class="reference internal" href="loop/turns.xhtml#turns"><span class="std std-numref">1</span></a>, or
<a class="line reference" href="loop/turns.xhtml#turns-pair">a line</a>.</p>
</section></article>
"""
PREFACE = '<article><section id="preface"><h1>Preface</h1><div class="toctree-wrapper">All</div></section></article>'
TURNS = """<article><section id="turns"><h1><span class="section-number">1. </span>Turns</h1>
<section id="one"><h2><span class="section-number">1.1. </span>One</h2>
<div class="code" id="turns-pair"><div class="code-bar"><span class="file">a.py</span></div>
<pre>shown = 1
<span class="new">new = 3
</span></pre></div>
<p class="fold" id="fold-1"><a href="#folded-1">The answer ↓</a></p></section>
<div class="puzzle" id="p"><p class="ask">Which?</p><pre><span class="asked">Which?
</span>x</pre></div><img src="../drawings/a.svg"/>
<p class="fold same" id="fold-2"><a href="#folded-2">The same as a table ↓</a></p>
<h2 class="rubric">Answers and more</h2>
<div><h3 class="rubric" id="folded-1">The answer</h3><p>Forty-two, see <a href="#one">above</a> and
<a href="https://peps.python.org/pep-0492/">PEP 492</a>.</p><p class="fold"><a href="#fold-1">↑ One</a></p></div>
<div class="same"><h3 class="rubric" id="folded-2">The same as a table</h3></div></section></article>
"""
FILES = {
    "nav.xhtml": NAV, "content.opf": OPF, "index.xhtml": INDEX, "preface.xhtml": PREFACE, "loop/turns.xhtml": TURNS,
}


def made(folder: Path, **changed: str) -> LexborHTMLParser:
    """Return the document of an epub."""
    texts = FILES | {f"{name}.xhtml": text for name, text in changed.items()}
    pack(folder / "en.epub", [(name, text.encode()) for name, text in texts.items()])
    return LexborHTMLParser(assemble(Book(folder / "en.epub"), "first", lambda text: text))


def test_links_lead_to_places_in_the_document(tmp_path: Path) -> None:
    document = made(tmp_path)
    places = {each.attributes["id"] for each in document.css("[id]")}
    targets = [str(each.attributes["href"]) for each in document.css("a[href^='#']")]
    assert len(targets) > 6 and {target[1:] for target in targets} <= places
    paged = [each.text() for each in document.css("a.far")]
    assert paged == ["Listing 1.1", "Turns", "a line", "The answer ↓", "↑ One"], "a page, but not for a number"
    assert [each.text() for each in document.css(".address")] == ["https://peps.python.org/pep-0492/"]
    assert [each.text() for each in document.css(".contents a")] == ["Book", "Preface", "1. Turns", "1.1. One"]
    assert first(document, "[id=preface]").text(strip=True) == "Preface", "and nothing that only a site has"
    assert first(document, "img").attributes["src"] == "drawings/a.svg"
    assert first(document, ".part").text() == first(document, "h1[data-part]:has(span)").attributes["data-part"]


def test_a_table_that_says_the_same_as_a_drawing_is_left_out(tmp_path: Path) -> None:
    assert squeeze(first(made(tmp_path), "[id='loop/turns']").text()) == squeeze(
        "1. Turns 1.1. One a.py shown = 1 new = 3 The answer ↓ Which? x Answers and more "
        "The answer Forty-two, see above and PEP 492 https://peps.python.org/pep-0492/. ↑ One"
    )


@pytest.mark.parametrize(("text", "complaint"), [
    ('<article><a href="gone.xhtml#x">', "preface.xhtml: gone.xhtml#x leads to no page that docs/index.md names"),
    ("<main>", "A page has no article where one was; see what stands there now, and mend press/take"),
])
def test_a_page_that_cannot_be_set_is_told(text: str, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(PaperError, match=re.escape(complaint)):
        made(tmp_path, preface=text)


def test_an_epub_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(PaperError, match="is not there; run make epub"):
        Book(tmp_path / "en.epub")


def article(text: str) -> LexborNode:
    """Return the article of a page."""
    return first(LexborHTMLParser(text), "article")


def test_what_the_pdf_lacks_is_told() -> None:
    told = squeeze("1. Turns 1.1. One a.py shown = 1\n9. https://a.org/\n⋯ new = 3 x Answers and more")
    assert list(lost_from(told, article(TURNS))) == []
    another = f"shown=1{'x' * 4000}"
    assert list(lost_from(another + told, article(TURNS))) == [], "another listing begins in the same way"
    assert list(lost_from(told.replace("One", "0ne"), article(TURNS))) == ["'1.1. One'"]
    (lost,) = lost_from(told.replace("new=3", "new=4"), article(TURNS))
    assert lost.startswith("code as it is here: 'shown = 1")
    turned = squeeze("1. Turns 1.1. One new = 3 shown = 1 x Answers and more")
    assert list(lost_from(turned, article(TURNS))) == [lost]


def test_a_font_that_is_not_ours_or_not_embedded_is_told() -> None:
    table = "name type encoding emb sub uni object ID\n----\n{} CID TrueType Identity-H {} yes yes 118 0\n"
    assert list(wrong_fonts(table.format("SDIUIR+Noto-Sans-Bold", "yes"))) == []
    (complaint,) = wrong_fonts(table.format("UWGIWA+DejaVu-Sans-Bold", "yes"))
    assert complaint.startswith("DejaVu-Sans-Bold is there, because a character is in none of our fonts: add one")
    assert list(wrong_fonts(table.format("Noto-Serif", "no"))) == ["Noto-Serif is not embedded"]
