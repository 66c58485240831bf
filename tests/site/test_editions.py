"""Version and date of the newest changes are the same in the footer, the settings and the package."""
from __future__ import annotations

import tomllib
from datetime import date

import pytest
from babel.dates import format_date

import conf
from press.catalogue import ROOT
from press.language import LANGUAGES as KNOWN
from press.theme.editions import Edition, newest
from tests.support.site.pages import LANGUAGES, SITE
from tests.support.tiny.book import TinyBook

NEWEST = newest(ROOT) or Edition("", date.min)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_page_says_version_and_date(language: str) -> None:
    day = format_date(NEWEST.day, KNOWN[language].date, locale=language).replace(" ", "\u00a0")
    for page in SITE.pages(language).values():
        (said,) = [link.text() for link in page.css(".colophon a:first-child")]
        assert NEWEST.version in said and day in said, page


def test_there_is_one_version() -> None:
    package = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert conf.version == package == NEWEST.version, "the newest entry of docs/changes.md, conf.py and pyproject.toml"


def test_a_wrong_edition_is_refused(tiny_book: TinyBook) -> None:
    lines = ("2.0 2026-11-23", "2 2026-11-23", "1.2 23.11.2026", "2.1 2026-11-23", "1.0 2026-11-24")
    tiny_book.page("# A page\n\n" + "".join(f"```{{edition}} {line}\n```\n" for line in lines))
    tiny_book.refused(
        "docs/index.md:5: ERROR: 2 is no version: write two numbers, such as 2.0",
        "docs/index.md:7: ERROR: 23.11.2026 is no date: write it as 2026-11-23",
        "docs/index.md:9: ERROR: 2.1 stands below 2.0: the newest entry comes first",
        "docs/index.md:11: ERROR: 1.0 stands below 2.1: the newest entry comes first",
    )
