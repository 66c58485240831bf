"""A page may be behind in a language if its file says so: then, and only there, English may be left."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from press.commands import start_page
from press.language import LANGUAGES
from tests.support.tiny.book import TinyBook
from tests.translations.checks import CHECKS, complete
from tests.translations.messages import Message, complaints

Say = Callable[..., None]


@pytest.fixture
def polish(monkeypatch: pytest.MonkeyPatch) -> Say:
    """Let the file of a language say what is behind, and for a start that nothing is."""

    def say(**keys: Any) -> None:
        nothing: dict[str, Any] = {"begun": False, "whole": (), "behind": ()}
        monkeypatch.setitem(LANGUAGES, "pl", replace(LANGUAGES["pl"], **nothing | keys))

    say()
    return say


WORDS = {
    "The translation is not complete yet. What is missing is in English.": "Brakuje czegoś.",
    "Read it in English": "Czytaj po angielsku",
}
PAGE = "# A page\n\nOne.\n\nTwo.\n\n| | |\n| - | - |\n| Three | Four |\n"


@pytest.fixture
def book(tiny_book: TinyBook) -> TinyBook:
    """A book of which half is translated."""
    tiny_book.page(PAGE)
    tiny_book.translate({"A page": "Strona", "One.": "Raz.", "Three": "Trzy"})
    tiny_book.translate(WORDS, page="sphinx")
    return tiny_book


def test_a_line_on_top_says_so_and_leads_to_the_english_page(book: TinyBook, polish: Say) -> None:
    polish(behind=("index",))
    (page,) = book.made("pl", offered="en pl").select("article")
    (line,) = page.select("p.behind")
    assert line.get_text() == "Brakuje czegoś. Czytaj po angielsku"
    assert [link.attrs for link in line.select("a")] == [{"href": "../en/index.html", "hreflang": "en"}]
    assert [node.get_text() for node in page.select("section p, tbody td")] == ["Raz.", "Two.", "Trzy", "Four"]
    assert [node.get_text() for node in page.select("[lang=en]")] == ["Two.", "Four"], "what is in English says so"


def test_any_other_page_has_no_such_line(book: TinyBook, polish: Say) -> None:
    polish(behind=("another",))
    assert book.made("pl", offered="en pl").select("article p.behind, article [lang]") == []


def message(page: str, text: str = "", fuzzy: bool = False, english: str = "A task has 2 sockets.") -> Message:
    return Message(Path(f"locale/pl/LC_MESSAGES/{page}.po"), 7, english, text, "pl", fuzzy)


GOOD = "Zadanie ma 2 gniazda."


@pytest.mark.parametrize(
    ("missing", "complaint"),
    [
        (message("turns/talk"), "talk.po:7: not translated; or write 'turns/talk' under behind in press/lang"),
        (message("turns/talk", GOOD, fuzzy=True), "talk.po:7: fuzzy: read it again and take the mark away; or write"),
    ],
)
def test_what_is_missing_is_excused_on_a_page_that_is_behind_and_nowhere_else(
    missing: Message, complaint: str, polish: Say
) -> None:
    (found,) = complete.unfinished([missing, message("turns/talk", GOOD)])
    assert complaint in found
    polish(behind=("turns/talk",))
    assert not list(complete.unfinished([missing]))
    assert list(complete.unfinished([replace(missing, path=Path("locale/pl/LC_MESSAGES/index.po"))]))
    polish(begun=True)
    assert not list(complete.unfinished([replace(missing, path=Path("locale/pl/LC_MESSAGES/sphinx.po"))]))


def test_what_is_translated_is_checked_on_a_page_that_is_behind(polish: Say) -> None:
    polish(behind=("index",))
    checks = [check for group in CHECKS.values() for check in group]
    assert not complaints([message("index", GOOD), message("index"), message("index", "3", fuzzy=True)], *checks)
    assert complaints([message("index", GOOD.replace("2", "3"))], *checks)
    assert complaints([message("other", "3", fuzzy=True)], *checks)


def test_what_is_not_behind_is_not_listed(polish: Say) -> None:
    polish(behind=("index", "whole", "nothing", "sphinx"))
    messages = [message("index"), message("index", GOOD), message("whole", GOOD), message("sphinx")]
    assert list(complete.no_longer_behind(LANGUAGES["pl"], messages)) == [
        "press/languages/pl.toml: behind: all of 'whole' is translated; take it out",
        "press/languages/pl.toml: behind: there is no page 'nothing'; take it out",
        "press/languages/pl.toml: behind: there is no page 'sphinx'; take it out",
    ]
    polish(begun=True)
    assert not list(complete.no_longer_behind(LANGUAGES["pl"], [message("index"), message("whole", GOOD)]))
    (found,) = complete.no_longer_behind(LANGUAGES["pl"], [message("whole", GOOD)])
    assert found.startswith("press/languages/pl.toml: begun: all is translated")


def test_readers_are_led_to_the_whole_parts_of_a_language_that_is_begun(book: TinyBook, polish: Say) -> None:
    polish(begun=True, whole=("part",))
    book.page(f"{PAGE}\n```{{toctree}}\npart/one\n```\n")
    book.page("# One\n", "part/one")

    def offered(language: str, page: str) -> list[str]:
        return [each.text for each in book.made(language, page, offered="en pl").select("nav.languages a")]

    assert [offered("en", "index"), offered("en", "part/one")] == [[], ["Polski"]]
    assert [offered("pl", "index"), offered("pl", "part/one")] == [["English"], ["English"]]
    behind = [bool(book.made("pl", page, offered="en pl").select("p.behind")) for page in ("index", "part/one")]
    assert behind == [True, False]
    polish(begun=True)
    assert offered("en", "part/one") == []


def test_a_part_is_whole_when_all_of_it_is_translated(polish: Say) -> None:
    polish(begun=True, whole=("kernel", "lop"))
    messages = [message("loop/sockets", GOOD), message("index"), message("kernel/the-kernel")]
    assert list(complete.no_longer_behind(LANGUAGES["pl"], messages)) == [
        "press/languages/pl.toml: whole: all of 'loop' is translated; add it, and readers are led to it",
        "press/languages/pl.toml: whole: there is no part 'lop'; there are: asyncio, callbacks, kernel, loop, yours",
    ]
    (found,) = complete.unfinished(messages)
    assert "or leave whole empty in press/languages/pl.toml" in found
    assert list(complete.unfinished([message("sphinx")])), "its pages have these words, too"


def test_the_start_page_says_how_far_a_language_is(polish: Say) -> None:
    before = start_page.words("pl")["subtitle"]
    polish(begun=True, whole=("loop",))
    assert start_page.words("pl")["subtitle"] == f"{before} · Własna pętla"
