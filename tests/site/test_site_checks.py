"""Each check of the finished site is seen to fail: on a site of two books, with one thing broken in it."""
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from press.language import LANGUAGES
from tests.site.checks import language, markup, whole
from tests.support.site.pages import Check, Site, complaints
from tests.translations.messages import Message

ADDRESS = "https://example.org/book/"
TEXTS = {
    "en": {
        "title": "Waiting", "description": "A page that tells how a program waits for many clients at once.",
        "text": "All sockets wait in one call. Nobody asks them one by one.", "search": "Search",
        "note": "The loop is in asyncio", "lost": "There is no such page",
    },
    "pl": {
        "title": "Czekanie", "description": "Strona o tym, jak program czeka na wielu klientów naraz.",
        "text": "Wszystkie gniazda czekają w jednym wywołaniu. Nikt nie pyta ich po kolei.", "search": "Szukaj",
        "note": "Pętla jest w asyncio", "lost": "Nie ma takiej strony",
    },
}
PAGE = """\
<!doctype html>
<html lang="{code}">
<head>
<meta charset="utf-8">
<meta name="description" content="{description}">
<link rel="canonical" href="{address}{code}/{name}.html">
<link rel="alternate" hreflang="en" href="{address}en/{name}.html">
<link rel="alternate" hreflang="pl" href="{address}pl/{name}.html">
<link rel="alternate" hreflang="x-default" href="{address}en/{name}.html">
<link rel="stylesheet" href="../book.css?v=1">
<title>{title} · Ghetto asyncio</title>
</head>
<body>
<nav class="languages" aria-label="English, Polski">
<a href="../{other}/{name}.html" lang="{other}" hreflang="{other}">{other}</a>
</nav>
<article>
<h1 id="waiting">{title}</h1>
<p>{text}</p>
<div class="questions"><ul><li><p><a href="#poll">{title}?</a></p></li></ul></div>
<section id="poll"><h2>{title}</h2><a class="up" href="#poll">{title}?</a></section>
<p>{note} (<a href="https://example.org/">PEP 380</a>), <a href="index.html#waiting">1.1</a>.</p>
<form><input id="words" aria-label="{search}"><button>{search}</button></form>
<svg role="img" aria-labelledby="drawn"><title id="drawn">{title}</title></svg>
</article>
</body>
</html>
"""
AROUND = """\
<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Ghetto asyncio</title>{base}</head>
<body>
<main>
<a href="en/index.html" lang="en">{en}</a>
<a href="pl/index.html" lang="pl">{pl}</a>
</main>
</body>
</html>
"""
SITEMAP = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
URL = "<url><loc>{}</loc>" + "".join(f'<xhtml:link rel="alternate" hreflang="{tag}" href="x"/>' for tag in TEXTS)
NAMES = ("index", "search", "waiting")


def tiny_site(root: Path) -> Site:
    """Write a site with nothing wrong in it."""
    files = {"book.css": "p { background: url(dot.svg) }\n", "dot.svg": "<svg/>"}
    for code, texts in TEXTS.items():
        other = "pl" if code == "en" else "en"
        for name in NAMES:
            files[f"{code}/{name}.html"] = PAGE.format(code=code, other=other, name=name, address=ADDRESS, **texts)
    files["index.html"] = AROUND.format(base="", en="English", pl="Polski")
    lost = {code: f"<strong>{texts['lost']}</strong>" for code, texts in TEXTS.items()}
    files["404.html"] = AROUND.format(base='<base href="/book/">', **lost)
    pages = [f"{ADDRESS}{code}/{name}.html" for code in TEXTS for name in NAMES if name != "search"]
    files["sitemap.xml"] = SITEMAP + "\n".join(URL.format(page) + "</url>" for page in pages) + "</urlset>"
    for path, text in files.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text, "utf-8")
    return Site(root, ADDRESS, tuple(TEXTS))


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return tiny_site(tmp_path)


CHECKS = (markup.it_is_html, *markup.CHECKS, *language.CHECKS, *language.TRANSLATED)


def found(site: Site, check: Check) -> list[str]:
    """Run a check over the pages that it is for."""
    if check in language.TRANSLATED:
        return complaints([page for page in site.everything if page.language != "en"], check)
    return complaints(site.of_books if check in language.CHECKS else site.everything, check)


def test_a_good_site_passes(site: Site) -> None:
    assert {check.__name__: said for check in CHECKS if (said := found(site, check))} == {}
    assert {check.__name__: said for check in whole.CHECKS if (said := list(check(site)))} == {}


TEXT = TEXTS["pl"]["text"]
ENGLISH = TEXTS["en"]["text"]
SPOILT: dict[Check, list[tuple[str, str, str, str]]] = {
    markup.it_is_html: [
        ("a tag is not closed", "<h1 id", "<div><h1 id", "line 25: '</article>' stands where an HTML parser reads '</"),
        ("a character that nobody knows", TEXT, f"{TEXT}&nonsense;", "&nonsense; is no character"),
    ],
    markup.links_lead_somewhere: [
        ("a link leads to no file", "index.html#", "nowhere.html#", "there is no nowhere.html"),
        ("a link leads out of the site", "index.html#", "../../x.html#", "no x.html"),
        ("a link leads to no id", "html#waiting", "html#wait", "no wait in index.html"),
        ("a link leads to no line", "html#waiting", "html#turns.pair.12", "index.html shows no turns.pair"),
        ("an address of the site leads nowhere", "g/\">PEP", "g/book/x\">PEP", "there is no x"),
        ("a link is a script", "index.html#", "javascript:x#", "is no address"),
    ],
    markup.ids_are_unique: [
        ("an id is there twice", "<p>", '<p id="words">', "words is there 2 times"),
    ],
    markup.everything_has_a_name: [
        ("a field has no name", ' aria-label="Szukaj"', "", "<input id=\"words\"> has no"),
        ("a drawing names a title that is not there", 'y="drawn"', 'y="drew"', "names drew"),
    ],
    markup.it_loads_only_its_own: [
        ("an inline style", "<p>", '<p style="x">', "an inline style: <p style"),
        ("a style element", "<title>", "<style>p{}</style><title>", "an inline <style>"),
        ("a handler", "<button>", '<button onclick="x">', "an inline script: <button"),
        ("an inline script", "<p>", "<script>x</script><p>", "an inline script"),
        ("a script of another host", "<p>", '<script src="//a.b/c"></script><p>', "//a.b/c"),
    ],
    markup.opening_questions_lead_to_their_answers: [
        ("a question is no link", '<a href="#poll">Czekanie?</a>', "Czekanie?", "Czekanie? leads to nothing"),
        ("a question leads to what is no section", '"#poll"', '"#words"', "leads to #words"),
        ("a question leads elsewhere beside its answer", 'up" href="#poll', 'up" href="#words', "lead elsewhere"),
        ("another question is answered", "?</a></sec", " i?</a></sec", "Czekanie? is answered as Czekanie i?"),
    ],
    language.it_says_its_language: [
        ("another language", '<html lang="pl">', '<html lang="en">', "its lang is en"),
        ("an alternate is missing", 'rel="alternate" hreflang="en"', "", "its alternates"),
        ("another canonical address", 'l" href="https:', 'l" href="http:', "canonical"),
    ],
    language.it_has_a_description: [
        ("no description", 'name="description"', 'name="x"', "docs/waiting.md"),
        ("a short description", TEXTS["pl"]["description"], "Strona.", "of 7 characters"),
    ],
    language.the_switcher_leads_to_the_same_page: [
        ("the switcher leads to the start", "../en/waiting", "../en/index", "en/i"),
        (
            "the switcher lacks a language",
            '<a href="../en/waiting.html" lang="en" hreflang="en">en</a>', "", "leads to []",
        ),
        ("the switcher does not say the language", ' lang="en" h', " h", "None"),
    ],
    language.anchors_are_those_of_the_english_page: [
        ("an anchor is translated", 'h1 id="waiting', 'h1 id="cz', "cz, wait"),
    ],
    language.it_is_in_its_script: [
        ("a full-width comma", "wywołaniu.", "wywołaniu，", "'，' is not written in pl"),
        ("a full-width comma in a name that is heard", 'l="Szukaj', 'l="Szukaj，', "'，'"),
    ],
    language.nothing_is_left_in_english: [
        ("a paragraph in English", TEXT, ENGLISH, "All sockets wait"),
        ("a text that ends in a name", "Pętla jest w", "The loop is in", "loop is in"),
        ("a name that is heard in English", 'l="Szukaj', 'l="Search', "Search"),
        ("a description in English", TEXTS["pl"]["description"], TEXTS["en"]["description"], "A page that"),
        ("a drawing in English", TEXT, f'{TEXT}<svg class="notranslate"><desc>{ENGLISH}</desc></svg>', "All sockets"),
    ],
}


def test_english_may_be_left_by_a_page_that_is_behind(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = [
        Message(Path(f"locale/pl/LC_MESSAGES/{page}.po"), 1, text, "", "pl")
        for page, text in (("waiting", TEXTS["en"]["title"]), ("index", ENGLISH))
    ]
    monkeypatch.setitem(LANGUAGES, "pl", replace(LANGUAGES["pl"], behind=("waiting",)))
    monkeypatch.setattr(language, "excused", lambda code: language.left_behind(missing))
    path = site.root / "pl/index.html"  # also on another page than its own
    path.write_text(path.read_text("utf-8").replace("Czekanie</h1>", "Waiting</h1>"), "utf-8")
    assert found(site, language.nothing_is_left_in_english) == []
    site = Site(site.root, site.address, site.languages)
    path.write_text(path.read_text("utf-8").replace(TEXT, ENGLISH), "utf-8")
    (problem,) = found(site, language.nothing_is_left_in_english)
    assert "still in English: All sockets" in problem


def test_each_check_is_seen_to_fail() -> None:
    assert set(SPOILT) == set(CHECKS)
    assert set(SPOILT_SITES) == set(whole.CHECKS)


@pytest.mark.parametrize("check", SPOILT, ids=lambda check: check.__name__)
def test_a_spoilt_page_is_refused(site: Site, check: Check) -> None:
    path = site.root / "pl/waiting.html"
    text = path.read_text("utf-8")
    for what, old, new, complaint in SPOILT[check]:
        assert old in text, what
        path.write_text(text.replace(old, new, 1), "utf-8")
        problems = found(Site(site.root, site.address, site.languages), check)
        assert any(complaint in problem for problem in problems), (what, problems)
        assert all(problem.startswith("pl/waiting.html: ") for problem in problems)


SPOILT_SITES: dict[whole.SiteCheck, list[tuple[str, str, str, str, str]]] = {
    whole.all_books_have_the_same_pages: [
        ("a page less", "pl/waiting.html", "", "", "waiting is in one of the books"),
        ("a page more", "pl/more.html", "", "x", "more is in one of the books"),
    ],
    whole.the_sitemap_names_every_page: [
        ("a page is not in the sitemap", "sitemap.xml", "/pl/w", "/pl/x", "/pl/waiting"),
        ("a language is not in the sitemap", "sitemap.xml", 'g="pl"', 'g="x"', "not each"),
    ],
    whole.the_start_page_offers_every_book: [
        ("a book is not offered", "index.html", "pl/index", "en/index", "leads to"),
        ("a book is offered without its lang", "index.html", ' lang="pl"', "", "None"),
    ],
    whole.a_lost_link_is_answered: [
        ("a lost page without a base", "404.html", '<base href="/book/">', "", "its base"),
        ("a lost page without a language", "404.html", ' lang="pl"', "", "does not lead"),
        ("a lost page says it in one language", "404.html", TEXTS["pl"]["lost"], TEXTS["en"]["lost"], "does not say"),
    ],
    whole.style_sheets_stay_at_home: [
        ("a brace is missing", "book.css", "}", "", "a brace is missing"),
        ("a picture is missing", "book.css", "dot", "spot", "there is no spot.svg"),
        ("a font of another host", "book.css", "url(dot.svg)", "'//a.b'", "refuses //a"),
        ("an import", "book.css", "p {", "@import x; p {", "refuses @import"),
    ],
}


@pytest.mark.parametrize("check", SPOILT_SITES, ids=lambda check: check.__name__)
def test_a_spoilt_site_is_refused(site: Site, check: whole.SiteCheck) -> None:
    for what, name, old, new, complaint in SPOILT_SITES[check]:
        path = site.root / name
        text = path.read_text("utf-8") if path.exists() else ""
        assert old in text, what
        path.write_text(text.replace(old, new, 1) if old else new, "utf-8") if old or new else path.unlink()
        problems = list(check(Site(site.root, site.address, site.languages)))
        assert any(complaint in problem for problem in problems), (what, problems)
        path.write_text(text, "utf-8") if text else path.unlink()
