"""A sentence that was mended keeps its translations, if it says what it said and somebody says so."""
from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from press.commands.update import merge

OLD = "The loop doesn't wait for `ann`, and it goes on with the other two tasks, see [chapter 3](three.md)."


def merged(old: str, new: str, folder: Path, flag: str = "", same: bool = True, also: str = "") -> str:
    """Return the catalogue of a page that said the old sentence and says the new one."""
    path, source = folder / "page.po", Catalog()
    path.write_text(f'{flag}msgid "{old}"\nmsgstr "To samo."\n', "utf-8")
    for sentence in filter(None, (new, also)):
        source.add(sentence)
    return merge(source, path, "pl", {}, same).decode().partition("\n\n")[2]


@pytest.mark.parametrize(
    ("right", "typed"),
    [
        ("The loop", "Teh loop"), (", and it goes on", "; it goes on"), ("the other two", "the the other two"),
        ("wait for", "await"),
    ],
)
def test_a_typo_is_one_file(right: str, typed: str, tmp_path: Path) -> None:
    found = merged(OLD.replace(right, typed), OLD, tmp_path)
    assert "fuzzy" not in found and 'msgstr "To samo."' in found


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("doesn't wait", "does wait"), ("two tasks", "three tasks"), ("`ann`", "`bob`"), ("chapter 3", "chapter 4"),
        ("(three.md)", "(four.md)"), ("goes on with", "never goes on with"),
        ("goes on with the other two tasks", "ends, and who had wanted two of the others"),
    ],
)
def test_what_says_something_else_is_read_again(old: str, new: str, tmp_path: Path) -> None:
    assert old in OLD and "fuzzy" in merged(OLD, OLD.replace(old, new), tmp_path)


def test_nobody_knows_what_nobody_says(tmp_path: Path) -> None:
    """Whoever mends it says so; what was fuzzy stays so; and a sentence beside the old one is a new one."""
    new = OLD.replace("The loop", "A loop")
    assert "fuzzy" in merged(OLD, new, tmp_path, same=False)
    assert "fuzzy" in merged(OLD, new, tmp_path, flag="#, fuzzy\n")
    assert "fuzzy" in merged(OLD, new, tmp_path, also=OLD)
