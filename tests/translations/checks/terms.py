"""The words of the field are those of the glossary, and none that it bans."""
from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.translations.messages import Message, prose, without_titles

DATA = tomllib.loads(Path(__file__).parents[1].joinpath("terms.toml").read_text("utf-8"))


def uses_the_terms(message: Message) -> Iterator[str]:
    """Where the English has a term, the translation has its rendering."""
    if message.of_code:
        return  # there is little room, and the page beside it says the rest
    english, text = without_titles(message)
    for term in DATA["term"]:
        found = re.search(rf"(?i)\b(?:{term['english']})\b", english)
        if found and not re.search(f"(?i){term[message.language]}", text):
            wanted = term[message.language].replace("|", ", ")
            yield (
                f"the English has {found[0]!r}; the translation needs one of these stems "
                f"(tests/translations/terms.toml): {wanted}"
            )


def avoids_what_is_banned(message: Message) -> Iterator[str]:
    """No rendering that the glossary calls an error."""
    for banned in DATA["banned"][message.language]:
        if found := re.search(banned, prose(message.text)):
            yield f"{found[0]!r} is not how we say it"


CHECKS = (uses_the_terms, avoids_what_is_banned)
