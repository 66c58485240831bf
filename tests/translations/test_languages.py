"""A language is one file, press/languages/pl.toml: it is whole, and everything else follows it."""
from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from press.catalogue import ROOT
from press.language import FOLDER, LANGUAGES, MOST_BEHIND, SOURCE, TRANSLATIONS, LanguageError, load
from tests.support.tiny.book import TinyBook
from tests.translations.messages import LOCALE
from whoruns.tests.complaints import none


def test_the_catalogues_are_those_of_the_languages() -> None:
    folders = {path.name for path in LOCALE.iterdir()}
    assert folders == set(TRANSLATIONS), "locale/ and press/languages/ differ; make update fills a folder"


def polish_file(folder: Path) -> str:
    """Return the file of a language, as it is when nothing is behind."""
    return re.sub(r"(?m)^(?:behind|begun) = .*$", "behind = []", (folder / "pl.toml").read_text("utf-8"))


def test_every_expression_is_one() -> None:
    for language in LANGUAGES.values():
        tables = (language.terms, language.rejected, language.typography)
        expressions = [*(each for table in tables for each in table.values()), *language.banned, language.unbroken]
        for expression in [*expressions, f"[{language.letters}]", f"[{language.foreign}]"]:
            try:
                re.compile(expression)
            except re.error as error:
                raise AssertionError(f"{language.path}: {expression!r}: {error}") from error


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('name = "Polski"\n', "", "pl.toml: there is no name; press/language.py says what it is"),
        ('quotes = "', 'quote = "', "pl.toml: there is no quotes"),
        ("behind = []", "behnid = []", "pl.toml: nobody asks for behnid; press/language.py has the keys: name, date"),
        ('quotes = "„”"', "quotes = 2", "pl.toml: quotes = 2 is no str"),
        ('quotes = "„”"', 'quotes = "„"', "pl.toml: quotes: '„' are not two signs"),
        ("behind = []", 'behind = "turns"', "pl.toml: behind = 'turns' is no tuple[str, ...]"),
        ("behind = []", "behind = [1]", "pl.toml: behind = [1] is no tuple[str, ...]"),
        ("behind = []", 'begun = "yes"', "pl.toml: begun = 'yes' is no bool"),
        ("\nthread = 'wąt(ek|k)'", "", "pl.toml: terms: 'thread' is missing; write the stems of what Polski says"),
        ("\nthread = 'wąt(ek|k)'", "\nthread = 2", "pl.toml: terms = "),
        ("\n[rejected]\n", "\nthreat = 'x'\n[rejected]\n", "pl.toml: terms: English has no term 'threat'"),
        ("\n[rejected]\n", "\n[rejected]\nsoccer = 'x'\n", "pl.toml: rejected: English has no term 'soccer'"),
        ('term = "round"', 'term = "stop"', "pl.toml: exceptions: English has no term 'stop'"),
        ('reason = "a flag', 'because = "a flag', "pl.toml: exceptions: each has a term, a message and a reason"),
        ("behind = []", "behind = [", "(at line 4, column "),
        ("behind = []", f"behind = {list('abcde')}", f"pl.toml: behind: 5 pages, {MOST_BEHIND} are allowed"),
        ("behind = []", 'begun = true\nbehind = ["index"]', "pl.toml: behind: all pages of a language that is begun"),
    ],
)
def test_what_is_wrong_in_a_file_is_named(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    folder = shutil.copytree(FOLDER, tmp_path / "languages")
    text = polish_file(folder)
    assert old in text
    (folder / "pl.toml").write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(LanguageError, match=r"^press/languages/\w+\.toml: ") as raised:
        load(folder)
    assert complaint in str(raised.value)


def test_a_new_language_is_a_file_and_a_folder(
    tiny_book: TinyBook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is the one that CONTRIBUTING.md tells to begin with."""
    folder = shutil.copytree(FOLDER, tmp_path / "languages")
    (text,) = re.findall(r"(?s)```toml\n(name = .*?)```", (ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    (folder / "de.toml").write_text(text, "utf-8")
    languages = load(folder)
    assert list(languages) == sorted(languages, key=lambda code: (code != SOURCE, code))
    assert languages["de"].is_behind("index")
    for code, language in languages.items():
        monkeypatch.setitem(LANGUAGES, code, language)
    tiny_book.translate({"A page": "Eine Seite", "a comment": "eine Anmerkung"}, "de")
    built = tiny_book.build("de", offered="en de")
    assert built.status == 0, built.said
    page = LexborHTMLParser(tiny_book.html("de"))
    assert [each.attributes["lang"] for each in page.css("html")] == ["de"]
    assert [each.text() for each in page.css("nav.languages > *")] == ["English", "Deutsch"]
    assert [each.text() for each in page.css("[lang=en]:not(a)")] == ["Counting"]
    for selector, words in {"h1": "Eine Seite", ".module": "# eine Anmerkung", "p.behind": "in English"}.items():
        (found,) = page.css(selector)
        assert words in found.text()


def test_a_stemmer_that_is_not_there_is_named(tiny_book: TinyBook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LANGUAGES, "pl", replace(LANGUAGES["pl"], stemmer="polsh"))
    known = "press/languages/pl.toml: nobody knows the stemmer 'polsh'; there are: polish, arabic"
    tiny_book.refused(known, language="pl")


CODES = "|".join(form for code in TRANSLATIONS for form in (code, LANGUAGES[code].tag, code.partition("_")[0]))
FOLDERS = [ROOT / "press", ROOT / "whoruns", ROOT / "bench", ROOT / "tests/support", *(ROOT / "tests").rglob("checks")]
FILES = [path for folder in FOLDERS for path in sorted(folder.rglob("*")) if path.suffix in (".py", ".js", ".html")]
CODE = [path for path in FILES if ROOT / "whoruns/tests" not in path.parents]
CODE += [ROOT / "conf.py", ROOT / "conftest.py"]
EXAMPLES = ROOT / "tests/support/tiny"
"""Books and sites that tests spoil; one of their languages has to be another than English."""


def named(path: Path) -> Iterator[str]:
    """Yield where a file names a language that is no source of the book."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        for found in re.findall(rf"""(["'])({CODES})\1""", line):
            yield f"{path}:{number}: {found[1]!r}: what a language is like stands in press/languages"


def test_no_code_names_a_language() -> None:
    assert len(CODE) > 100
    none(found for path in CODE if EXAMPLES not in path.parents for found in named(path))


def test_a_language_in_the_code_is_found(tmp_path: Path) -> None:
    (tmp_path / "page.py").write_text('x == "zh_CN"\nx in (\'pl\', \'ru\')\nx == "en"\n', "utf-8")
    lines = [said.removeprefix(f"{tmp_path}/page.py:").split(":")[0] for said in named(tmp_path / "page.py")]
    assert lines == ["1", "2", "2"]
