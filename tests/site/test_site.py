"""The built site: links, languages, addresses, and nothing from elsewhere."""
from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import html5lib
import pytest
from bs4 import Tag
from bs4.element import NavigableString
from markdown_it import MarkdownIt

from conf import book_url
from press.catalogue import ROOT
from tests.support.published import HTML, LANGUAGES, pages, soup
from tests.translations.messages import read

TAGS = {language: language.replace("_", "-") for language in LANGUAGES}
PAGES = [(language, page) for language in LANGUAGES for page in pages(language)]
EVERY = [*PAGES, *((language, "search") for language in LANGUAGES)]
START = [HTML / "index.html", HTML / "404.html"]


def path_of(language: str, page: str) -> Path:
    return HTML / language / f"{page}.html"


def each(pairs: list[tuple[str, str]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("language", "page"), pairs, ids=["/".join(pair) for pair in pairs])


@each(EVERY)
def test_it_is_html(language: str, page: str) -> None:
    assert html_errors(path_of(language, page).read_text("utf-8")) == []


@pytest.mark.parametrize("path", START, ids=lambda path: path.name)
def test_the_start_pages_are_html(path: Path) -> None:
    assert html_errors(path.read_text("utf-8")) == []


def html_errors(text: str) -> list[str]:
    """Give what an HTML parser has to guess, and ids that are there twice."""
    parser = html5lib.HTMLParser()
    tree = parser.parse(text)
    lines = text.splitlines()
    found = [f"line {line}: {kind}: {lines[line - 1].strip()[:90]}" for (line, _), kind, _ in parser.errors]
    ids = [element.get("id") for element in tree.iter() if element.get("id")]
    return found + [f"id {name} is there twice" for name in {name for name in ids if ids.count(name) > 1}]


@each(EVERY)
def test_every_link_leads_somewhere(language: str, page: str) -> None:
    path = path_of(language, page)
    problems = [problem for link in soup(path).find_all(href=True) for problem in dead(path, str(link["href"]))]
    problems += [problem for link in soup(path).find_all(src=True) for problem in dead(path, str(link["src"]))]
    assert not problems, problems


@pytest.mark.parametrize("path", sorted((ROOT / "docs").rglob("*.md")), ids=lambda path: path.stem)
def test_a_page_holds_no_html(path: Path) -> None:
    assert raw_html(path.read_text("utf-8")) == []


def raw_html(text: str) -> list[str]:
    """Give the HTML of a page, and what would let some in."""
    tokens = [each for token in MarkdownIt("commonmark").parse(text) for each in [token, *(token.children or [])]]
    found = [token.content for token in tokens if token.type in ("html_block", "html_inline")]
    return found + re.findall(r"\{(?:raw|include|eval-rst)\}", text)


WITH_HTML = ["<!-- x -->", "a <b>c</b>", "<video src=x>", "```{raw} html\nx\n```", "<samp>\n3\n</samp>"]


@pytest.mark.parametrize("text", WITH_HTML)
def test_html_is_found(text: str) -> None:
    assert raw_html(f"{text}\n")
    assert not raw_html("A `<b>` and <https://example.org>, 1 < 2.")


def dead(path: Path, link: str) -> Iterator[str]:
    """Complain about a link inside the site that leads nowhere."""
    parts = urlsplit(link)
    if parts.scheme not in ("", "http", "https"):
        yield f"{link} is no address"
        return
    if parts.scheme or parts.netloc:
        if not link.startswith(book_url):
            return
        target = HTML / unquote(link.removeprefix(book_url))
    else:
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    target = target / "index.html" if target.is_dir() else target
    if not target.is_file():
        yield f"{link}: there is no {target}"
    elif parts.fragment and target.suffix == ".html" and parts.fragment not in ids(target):
        yield f"{link}: there is no {parts.fragment} in {target.name}"


@functools.cache
def ids(path: Path) -> frozenset[str]:
    return frozenset(str(element["id"]) for element in soup(path).find_all(id=True))


@each([pair for pair in PAGES if pair[0] != "en"])
def test_anchors_are_the_same_in_all_languages(language: str, page: str) -> None:
    assert ids(path_of(language, page)) == ids(path_of("en", page))


def test_pages_are_the_same_in_all_languages() -> None:
    assert all(list(pages(language)) == list(pages("en")) for language in LANGUAGES)


@each(PAGES)
def test_a_page_says_its_language_and_where_the_others_are(language: str, page: str) -> None:
    head = soup(path_of(language, page))
    assert head.html is not None
    assert head.html["lang"] == TAGS[language]
    links = {str(link["hreflang"]): str(link["href"]) for link in head.select("link[rel=alternate][hreflang]")}
    want = {TAGS[other]: f"{book_url}{other}/{page}.html" for other in LANGUAGES}
    assert links == want | {"x-default": f"{book_url}en/{page}.html"}
    (canonical,) = head.select("link[rel=canonical]")
    assert canonical["href"] == f"{book_url}{language}/{page}.html"
    descriptions = head.select("meta[name=description]")
    assert len(descriptions) == 1, f"docs/{page}.md has no description: copy the first lines of another page"
    (description,) = descriptions
    assert len(str(description["content"])) > (12 if language == "zh_CN" else 50)


@each(PAGES)
def test_the_switcher_leads_to_the_same_page(language: str, page: str) -> None:
    links = soup(path_of(language, page)).select("nav.languages a")
    assert {str(link["hreflang"]) for link in links} == {tag for code, tag in TAGS.items() if code != language}
    for link in links:
        assert (path_of(language, page).parent / str(link["href"])).resolve().stem == Path(page).name
        assert link["lang"] == link["hreflang"]


FILES = [*(path_of(*pair) for pair in EVERY), *START]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_nothing_comes_from_elsewhere_and_nothing_is_inline(path: Path) -> None:
    page = soup(path)
    for element in page.select("script, link[rel=stylesheet], link[rel~=icon], img, iframe, source, object"):
        address = str(element.get("src") or element.get("href") or element.get("data") or "")
        assert address, f"an inline {element.name}"
        assert not urlsplit(address).netloc, f"{element.name} from {address}"
    assert not page.find_all("style"), "styles belong into book.css: a strict content policy refuses them here"
    for element in page.find_all(True):
        for name in element.attrs:
            assert name != "style", f"an inline style: {str(element)[:120]}"
            assert not name.startswith("on"), f"an inline script: {str(element)[:120]}"


def test_no_style_sheet_asks_another_host() -> None:
    for path in HTML.rglob("*.css"):
        text = re.sub(r"(?s)/\*.*?\*/", "", path.read_text("utf-8"))
        assert text.count("{") == text.count("}"), f"{path}: a brace is missing"
        assert not re.search(r"(?i)@import|image-set|data:|//\w", text), f"{path}: a strict content policy refuses this"
        for address in re.findall(r"(?i)url\(\s*['\"]?([^'\")\s]+)", text):
            assert (path.parent / address).is_file(), f"{path}: there is no {address}"


NAMES = {
    "Ghetto asyncio", "Sphinx", "Furo", "@pradyunsg", "Python", "asyncio", "curio", "Trio", "English", "Polski",
    "Русский", "简体中文", "MIT", "PEP", "GIL", "Listing",
}
"""What is the same in all languages, and is no code."""


def words(path: Path) -> set[str]:
    """Give what a reader reads or hears on a page, code apart."""
    page, found = soup(path), set()
    for text in page.find_all(string=True):
        above = text.parent
        gloss = above is not None and above.name == "em" and len(text.split()) < 3  # трамплин (trampoline)
        if type(text) is NavigableString and above is not None and not in_code(above) and not gloss:
            found.add(" ".join(text.split()))
    for element in page.find_all(True):
        for name in ("title", "aria-label", "alt", "placeholder", "data-done", "content"):
            unread = in_code(element) or element.get("name") in ("viewport", "color-scheme", "robots")
            if element.has_attr(name) and not unread:
                found.add(" ".join(str(element[name]).split()))
    return {text for text in found if re.search(r"[A-Za-z]{2}", text)}


def in_code(element: Tag) -> bool:
    """Is this code, or a script, or said to be in another language?"""
    return any(
        above.name in ("pre", "code", "script", "style")
        or "notranslate" in (above.get("class") or ())
        or (above.has_attr("lang") and above.name != "html")
        for above in [element, *element.parents]
    )


@each([pair for pair in EVERY if pair[0] != "en"])
def test_nothing_english_is_left(language: str, page: str) -> None:
    left = words(path_of(language, page)) & words(path_of("en", page))
    same = {text for text in left if any(text in name or name in text for name in unchanged(language))}
    left = {text for text in left - same if strip_names(text)}
    assert not left, f"still in English: {sorted(left)}"


@functools.cache
def unchanged(language: str) -> frozenset[str]:
    """What the catalogues leave as it is; a check of theirs sees that it is names and titles only."""
    folder = ROOT / "locale" / language / "LC_MESSAGES"
    messages = [message for path in folder.rglob("*.po") for message in read(path, language)]
    same = [message.text for message in messages if message.text == message.english and len(message.text) > 3]
    titles = {title for message in messages for title in TITLE.findall(message.english) if title in message.text}
    return frozenset({re.sub(r"\[([^\]]*)\]\([^)]*\)|\*", r"\1", text) for text in same} | titles)


TITLE = re.compile(r"(?<=\[)[^\]]+(?=\]\(https?:)|(?<=\*)[A-Z][^*]+(?=\*)")
"""The text of a link to another site, which is the title of what is there, or a title in italics."""


def strip_names(text: str) -> str:
    """Take away the names; nothing is left of a text that is made of them."""
    if re.fullmatch(r"(?:[A-Z][\w.]*,? ?){2,}", text):
        return ""  # Sibsankar Haldar, Alex A. Aravind
    for name in sorted(NAMES, key=len, reverse=True):
        text = text.replace(name, "")
    return re.sub(r"[\W\d_]+", "", text)
