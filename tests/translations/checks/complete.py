"""A translation is complete, except for the pages that its language says are behind; and these are behind."""
from __future__ import annotations

from collections.abc import Iterator

from press.language import LANGUAGES, Language
from tests.translations.messages import Message


def unfinished(messages: list[Message]) -> Iterator[str]:
    """Yield what is missing, and may not be."""
    for message in messages:
        if message.missing and not message.excused:
            what = "fuzzy: read it again and take the mark away" if message.fuzzy else "not translated"
            behind = f"or write {message.page!r} under behind in {LANGUAGES[message.language].path}"
            yield message.problem(f"{what}; {behind} (CONTRIBUTING.md, A translation that is behind)")


def no_longer_behind(language: Language, messages: list[Message]) -> Iterator[str]:
    """Yield what a language says to be behind and is not; the messages are all of that language."""
    missing = {message.page for message in messages if message.missing}
    for page in language.behind:
        if page == "sphinx" or page not in {message.page for message in messages}:
            yield f"{language.path}: behind: there is no page {page!r}; take it out"
        elif page not in missing:
            yield f"{language.path}: behind: all of {page!r} is translated; take it out"
    if language.begun and not missing:
        yield f"{language.path}: begun: all is translated; take it out, and the book is offered"
