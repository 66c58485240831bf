"""A translation is complete, except for the pages that its language says are behind; and these are behind."""
from __future__ import annotations

from collections.abc import Iterator

from press.language import LANGUAGES, TRANSLATIONS
from tests.translations.messages import Message


def unfinished(messages: list[Message]) -> Iterator[str]:
    """Yield what is missing, and may not be."""
    for message in messages:
        if message.missing and not message.excused:
            what = "fuzzy: read it again and take the mark away" if message.fuzzy else "not translated"
            behind = f"or write {message.page!r} under behind in {LANGUAGES[message.language].path}"
            yield message.problem(f"{what}; {behind} (CONTRIBUTING.md, A translation that is behind)")


def no_longer_behind(messages: list[Message]) -> Iterator[str]:
    """Yield what is said to be behind and is not."""
    for language in (LANGUAGES[code] for code in TRANSLATIONS):
        catalogues = {message.page: message for message in messages if message.language == language.code}
        missing = {message.page for message in messages if message.language == language.code and message.missing}
        for page in language.behind:
            if page not in catalogues or page == "sphinx":
                yield f"{language.path}: behind: there is no page {page!r}; take it out"
            elif page not in missing:
                yield f"{language.path}: behind: all of {page!r} is translated; take it out"
        if language.begun and catalogues and not missing:
            yield f"{language.path}: begun: all is translated; take it out, and the book is offered"
