"""Merge the extracted texts into the catalogues.

usage: python -m press.commands.update POT [same]

POT is the folder that the gettext builder has filled. sphinx-intl merges; here, unlike in its
command, a message names its files without lines, which move with every edit,
lines are not wrapped, messages that no page has any more are removed, and a message that another
page has already has its translation from there. With `same`, a sentence that is mended but means
the same keeps its translation.
"""
from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from difflib import SequenceMatcher
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from sphinx_intl.catalog import update_with_fuzzy

from conf import locale_dirs, project, version
from press.catalogue import ROOT
from press.language import TRANSLATIONS
from press.translation.extraction import tool
from press.translation.po_syntax import check_syntax
from whoruns.wording import LOCALE

ALIKE = 0.9
"""The share of a mended sentence that has to stay the same."""
WORDS = (
    "no not never none nobody nothing nowhere neither nor without cannot "
    "one two three four five six seven eight nine ten first second third once twice"
)
KEPT = re.compile(
    r"(?i)`[^`]*`|\{\w+\}|%\(?\w+|\]\([^)]*\)|\w+://\S+|\d+|n['’]t\b|\b(?:" + WORDS.replace(" ", "|") + r")\b"
)
"""The parts of a mended sentence that have to stay: code, placeholders, links, numbers and negations."""


def read(path: Path) -> Catalog:
    """Return the catalogue in a file, which is read once; sphinx-intl reads it twice, first for its encoding."""
    with path.open("rb") as file:
        return read_po(file)


def read_template(path: Path) -> Catalog:
    """Return the messages that Sphinx has extracted from a page."""
    source = read(path)
    for message in source:
        message.locations = [(name.removeprefix("../../"), line) for name, line in message.locations]
    return source


def says_the_same(old: str, new: str) -> bool:
    """May a sentence that was mended keep its translation?"""
    return KEPT.findall(old) == KEPT.findall(new) and SequenceMatcher(None, old, new, False).ratio() >= ALIKE


def merge(source: Catalog, path: Path, language: str, known: Mapping[str, str], same: bool = False) -> bytes:
    """Return the text of the new catalogue; where nothing is new, it is the one it has.

    An untranslated message gets its translation from `known`, if it is there; with `same`, one that says_the_same()
    keeps the one it has. New messages are taken out of `source` as they are: it serves for one language.
    """
    catalogue = read(path) if path.exists() else Catalog(revision_date=source.creation_date, version=version)
    catalogue.locale = language
    catalogue.header_comment = f"# {'whoruns' if path.parent == LOCALE else project}: {path.stem}"
    catalogue.project = project
    catalogue.msgid_bugs_address = "see CONTRIBUTING.md"
    catalogue.last_translator = catalogue.language_team = f"the translators of {project}"
    catalogue.fuzzy = False
    date = catalogue.creation_date if path.exists() else source.creation_date
    right = {message.id for message in catalogue if not message.fuzzy}
    update_with_fuzzy(catalogue, source)
    for message in catalogue:
        for old in message.previous_id if same else ():
            if old in right and old not in catalogue and says_the_same(old, str(message.id)):
                message.flags.discard("fuzzy")
        if (message.fuzzy or not message.string) and (text := known.get(str(message.id))):
            message.string = text
            message.flags.discard("fuzzy")
    catalogue.creation_date = date
    output = BytesIO()
    write_po(output, catalogue, width=0, ignore_obsolete=True, include_lineno=False)
    return output.getvalue()


def translated(folder: Path) -> dict[str, str]:
    """Return the translations in the catalogues of a folder; raise ValueError, with file and line, if one is broken."""
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("*.po")):
        check_syntax(path)
        messages = (message for message in read(path) if message.id and message.string and not message.fuzzy)
        found |= {str(message.id): str(message.string) for message in messages}
    return found


def main(pot: Path, same: bool = False) -> None:
    """Merge every template into the catalogues of all languages; remove those without a page."""
    templates = {path.relative_to(pot).with_suffix(".po"): path for path in sorted(pot.rglob("*.pot"))}
    if not templates:
        raise ValueError(f"{pot} has no templates, so every catalogue would be removed: 'make update' fills it first.")
    for language in TRANSLATIONS:
        folder = Path(locale_dirs[0]) / language / "LC_MESSAGES"
        known = translated(folder)
        pages = {folder / name: read_template(template) for name, template in templates.items()}
        for path, template in {**pages, LOCALE / f"{language}.po": tool()}.items():
            if (text := merge(template, path, language, known, same)) != (path.exists() and path.read_bytes()):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text)
                print(f"changed: {path.relative_to(ROOT)}")
        for path in folder.rglob("*.po"):
            if path.relative_to(folder) not in templates:
                path.unlink()
                path.with_suffix(".mo").unlink(missing_ok=True)  # Sphinx would go on using it
                print(f"removed, its page is gone: {path.relative_to(ROOT)}")


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), "same" in sys.argv[2:])
    except ValueError as error:
        sys.exit(f"{error}\nNothing was written to this catalogue. Mend it and run make update again.")
