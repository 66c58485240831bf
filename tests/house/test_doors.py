"""README.md and CONTRIBUTING.md are short, lead to what is there, and know every folder and no command that is gone."""
from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from conf import book_url
from press.catalogue import ROOT
from whoruns.tests.complaints import none

LIMITS = {"README.md": 400, "CONTRIBUTING.md": 3000}
"""Words that a door may have."""
LINK = r"\]\((?!https?:)([^)#\s]*)(?:#([\w-]+))?\)"
"""A link: its file, and its place there."""


def anchors(text: str) -> set[str]:
    """Return the names of the headings, as a forge makes them."""
    return {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in re.findall(r"(?m)^#+ (.+)$", text)}


def wrong(door: str, text: str, makefile: str) -> Iterator[str]:
    """Yield what is wrong with a door, and what to do."""
    if (words := len(text.split())) > LIMITS[door]:
        yield f"{door}: {words} words, {LIMITS[door]} are allowed: say the rest where it is looked for"
    for file, place in re.findall(LINK, re.sub(r"(?s)(`+)(?!`).*?(?<!`)\1(?!`)", "", text)):
        path = ROOT / (file or door)
        if not path.exists():
            yield f"{door}: there is no {file}"
        elif place and place not in anchors(text if not file or file == door else path.read_text("utf-8")):
            yield f"{door}: {file or door} has no heading #{place}"
    for command in sorted(set(re.findall(r"(?m)(?:`|^)make ([a-z]+)", text))):
        if not re.search(rf"(?m)^{command}:", makefile):
            yield f"{door}: there is no command 'make {command}'"


def unnamed(readme: str) -> Iterator[str]:
    """Yield the folders at the top that the README does not name."""
    ignored = {line.strip("/") for line in (ROOT / ".gitignore").read_text("utf-8").splitlines()}
    for folder in sorted(path.name for path in ROOT.iterdir() if path.is_dir()):
        if folder[0] not in "._" and folder not in ignored and f"| `{folder}/` |" not in readme:
            yield f"README.md, 'What is where': say what {folder}/ is"


@pytest.mark.parametrize("door", LIMITS)
def test_a_door_leads_where_it_says(door: str) -> None:
    none(wrong(door, (ROOT / door).read_text("utf-8"), (ROOT / "Makefile").read_text("utf-8")))


def test_the_readme_says_where_the_book_is_and_what_each_folder_is() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    none(unnamed(text))
    assert f"<{book_url}>" in text, f"conf.py says that the book is at {book_url}"


def test_a_door_that_leads_nowhere_is_noticed() -> None:
    text = "[a](b.md) [c](CONTRIBUTING.md#d) `make nothing`" + " word" * 400
    found = list(wrong("README.md", text, "all:\n"))
    assert [said.partition(": ")[2].partition(":")[0] for said in found] == [
        "404 words, 400 are allowed", "there is no b.md", "CONTRIBUTING.md has no heading #d",
        "there is no command 'make nothing'",
    ]
    assert len(list(unnamed("| `docs/` |"))) > 5
