"""A language is listed once, in press/site/languages.py; everything else follows it."""
from __future__ import annotations

from gettext import translation

import pytest

from press.commands.start_page import words
from press.site.languages import TRANSLATIONS
from tests.translations.messages import LOCALE


def test_the_catalogues_are_those_of_the_languages() -> None:
    folders = {path.name for path in LOCALE.iterdir()}
    assert folders == set(TRANSLATIONS), "locale/ and LANGUAGES in press/site/languages.py differ"


@pytest.mark.parametrize("language", ["en", *TRANSLATIONS])
def test_the_start_page_says_what_the_book_says(language: str) -> None:
    said = words(language)
    sentence = f"**{words('en')['subtitle']}.**"
    assert said["subtitle"] in translation("index", LOCALE, [language], fallback=True).gettext(sentence)
    assert all(said.values())
    assert (said == words("en")) == (language == "en")
