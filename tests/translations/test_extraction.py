"""Every word that a page shows comes to the translators: those of our code, and those of Sphinx and Furo."""
from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
import sphinx
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from press.language import TRANSLATIONS
from press.translation.extraction import OF_FURO, OF_SPHINX, PRESS, TOOL, words
from tests.translations.messages import LOCALE


def overlooked(folder: Path) -> Iterator[str]:
    """Yield where the code says words that Babel does not see, at least not with Python 3.11."""
    seen = {(path, text) for path, _line, text in words(folder)}
    for path in folder.rglob("*.py"):
        found = list(ast.walk(ast.parse(path.read_text("utf-8"))))
        hidden = [inner for node in found if isinstance(node, ast.JoinedStr) for inner in ast.walk(node)]
        for node in found:
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_"):
                continue
            if node in hidden or (path, getattr(node.args[0], "value", None)) not in seen:
                yield (
                    f"{path.relative_to(folder)}:{node.lineno}: Babel does not see _({ast.unparse(node.args[0])});"
                    " it takes one plain string, and not inside an f-string"
                )


@pytest.mark.parametrize("folder", [PRESS, TOOL], ids=["press", "whoruns"])
def test_no_words_of_the_code_are_overlooked(folder: Path) -> None:
    assert not list(overlooked(folder))


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ('print(_("Close"))', True),
        ('print(_("Close "\n"it"))', True),
        ("""print(f"<b>{_('Close')}</b>")""", False),
        ('print(_(f"Close {name}"))', False),
        ("print(_(name))", False),
    ],
)
def test_words_that_babel_does_not_see_are_named(line: str, seen: bool, tmp_path: Path) -> None:
    (tmp_path / "page.py").write_text(f"name = 'it'\n{line}\n", "utf-8")
    found = list(overlooked(tmp_path))
    assert not found if seen else found[0].startswith("page.py:2: Babel does not see _(")


THEIRS = Path(sphinx.__file__).parent / "locale"


def catalogue(path: Path) -> dict[str, str]:
    """Return {text: translation}."""
    with path.open("rb") as file:
        return {str(message.id): str(message.string) for message in read_po(file)}


def of_furo() -> set[str]:
    """Return what the templates of Furo say."""
    found = extract_from_dir(str(files("furo") / "theme"), [("**.html", "jinja2")])
    return {str(text) for _name, _line, text, *_rest in found}


def no_longer_said(listed: tuple[str, ...], said: set[str]) -> list[str]:
    """Return the words that are listed and that nobody says."""
    return [f"press/translation/extraction.py: nobody says {text!r} any more" for text in listed if text not in said]


def test_words_of_others_are_still_said() -> None:
    assert not no_longer_said(OF_SPHINX, set(catalogue(THEIRS / "sphinx.pot")))
    assert not no_longer_said(OF_FURO, of_furo())


def test_a_word_that_is_no_longer_said_is_named() -> None:
    (found,) = no_longer_said(("Next", "Go on"), of_furo())
    assert found.endswith("nobody says 'Go on' any more")


def test_words_of_sphinx_are_not_translated_twice() -> None:
    """A word is listed only where Sphinx's own translation is missing or other than ours."""
    needed: set[str] = set()
    for language in TRANSLATIONS:
        ours, theirs = (catalogue(folder / language / "LC_MESSAGES/sphinx.po") for folder in (LOCALE, THEIRS))
        needed |= {text for text in OF_SPHINX if ours[text] not in ("", theirs.get(text))}
    assert not set(OF_SPHINX) - needed
