"""The catalogues are complete, in step with the pages, and written as each language is written."""
from __future__ import annotations

import shutil
import warnings
from pathlib import Path

import pytest

from press.catalogue import ROOT
from press.commands import update
from press.commands.update import merge, read_template
from press.language import LANGUAGES, TRANSLATIONS
from press.translation.extraction import tool
from tests.support.tiny.book import build
from tests.translations.checks import CHECKS, complete
from tests.translations.messages import LOCALE, Check, Message, complaints, of
from whoruns.tests.complaints import none
from whoruns.wording import LOCALE as TOOL


@pytest.mark.parametrize("language", TRANSLATIONS)
@pytest.mark.parametrize("checks", CHECKS.values(), ids=CHECKS)
def test_every_translation_passes(checks: tuple[Check, ...], language: str) -> None:
    none(complaints(of(language), *checks))


def test_the_catalogues_are_in_step_with_the_pages() -> None:
    """The folders are those of `make update`, so only pages that have changed are read again."""
    templates = ROOT / "_build/gettext"
    shutil.rmtree(templates, ignore_errors=True)
    folders = ("-c", ROOT, "-d", ROOT / "_build/doctrees/gettext", ROOT / "docs", templates)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PendingDeprecationWarning)  # MyST calls what Sphinx will drop
        done = build("-q", "-W", "-b", "gettext", *map(str, folders))
    assert done.status == 0, done.said
    names = {path.relative_to(templates).with_suffix(".po") for path in templates.rglob("*.pot")}
    for language in TRANSLATIONS:
        folder = LOCALE / language / "LC_MESSAGES"
        assert {path.relative_to(folder) for path in folder.rglob("*.po")} == names
    stale = []
    for name in sorted(names):
        source = read_template((templates / name).with_suffix(".pot"))  # for all, since nothing may be new to any
        for language in TRANSLATIONS:
            path = LOCALE / language / "LC_MESSAGES" / name
            if path.read_bytes() != merge(source, path, language, {}):
                stale.append(f"{path.relative_to(ROOT)} is not up to date: make update, "
                             "or make update SAME=1 where each sentence says what it said")
    none(stale)


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_the_catalogues_of_whoruns_are_in_step_with_its_code(language: str) -> None:
    path = TOOL / f"{language}.po"
    assert path.read_bytes() == merge(tool(), path, language, {}), f"{path} is not up to date: run make update"


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_everything_is_translated_and_nothing_is_fuzzy_but_what_is_behind(language: str) -> None:
    none(complete.unfinished(of(language)))
    none(complete.no_longer_behind(LANGUAGES[language], of(language)))


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_message_has_one_translation(language: str) -> None:
    """The same words of code, captions and headings are the same in every chapter."""
    known: dict[str, Message] = {}
    problems = []
    for message in (message for message in of(language) if not message.excused):
        other = known.setdefault(message.english, message)
        if other.text != message.text:
            problems.append(message.problem(f"{other.path}:{other.line} has {other.text!r}"))
    none(problems)


def test_no_catalogue_is_removed_where_nothing_was_extracted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(update, "locale_dirs", [str(tmp_path)])
    kept = tmp_path / "pl/LC_MESSAGES/index.po"
    kept.parent.mkdir(parents=True)
    kept.write_text('msgid "Home"\nmsgstr "Strona"\n', "utf-8")
    with pytest.raises(ValueError, match="has no templates"):
        update.main(tmp_path / "--help")
    assert kept.exists()
