"""The start page and the page for lost links speak with the words of the books."""
from __future__ import annotations

from gettext import translation

import pytest

from conf import locale_dirs
from press.commands.start_page import words
from tests.support.site.pages import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_start_page_says_what_the_book_says(language: str) -> None:
    said = words(language)
    sentence = f"**{words('en')['subtitle']}.**"
    assert said["subtitle"] in translation("index", locale_dirs[0], [language], fallback=True).gettext(sentence)
    assert all(said.values())
    assert (said == words("en")) == (language == "en")
