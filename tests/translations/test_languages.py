"""A language is listed once, in press/site/languages.py; everything else follows it."""
from __future__ import annotations

from press.site.languages import TRANSLATIONS
from tests.translations.messages import LOCALE


def test_the_catalogues_are_those_of_the_languages() -> None:
    folders = {path.name for path in LOCALE.iterdir()}
    assert folders == set(TRANSLATIONS), "locale/ and LANGUAGES in press/site/languages.py differ"
