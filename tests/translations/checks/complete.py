"""A translation is complete, except for the pages that its language says are behind; and these are behind."""
from __future__ import annotations

from collections.abc import Iterator

from press import contents
from press.catalogue import ROOT
from press.language import LANGUAGES, Language
from tests.translations.messages import Message


def unfinished(messages: list[Message]) -> Iterator[str]:
    """Yield what is missing, and may not be."""
    for message in messages:
        if message.missing and not message.excused:
            what = "fuzzy: read it again and take the mark away" if message.fuzzy else "not translated"
            language = LANGUAGES[message.language]
            behind = f"or write {message.page!r} under behind in {language.path}"
            if language.begun:
                behind = f"or leave whole empty in {language.path}, until a part and the words of all pages are"
            yield message.problem(f"{what}; {behind} (CONTRIBUTING.md, A translation that is behind)")


def no_longer_behind(language: Language, messages: list[Message]) -> Iterator[str]:
    """Yield what a language says to be behind and is not; the messages are all of that language."""
    missing = {message.page for message in messages if message.missing}
    for page in language.behind:
        if page == "sphinx" or page not in {message.page for message in messages}:
            yield f"{language.path}: behind: there is no page {page!r}; take it out"
        elif page not in missing:
            yield f"{language.path}: behind: all of {page!r} is translated; take it out"
    parts = {pages[0].partition("/")[0] for _name, pages in contents.parts(ROOT)} if language.begun else set()
    there = {message.page.partition("/")[0] for message in messages}
    lacking = {page.partition("/")[0] for page in missing}
    for part in sorted((parts & there) - lacking - set(language.whole)):
        yield f"{language.path}: whole: all of {part!r} is translated; add it, and readers are led to it"
    for part in sorted(set(language.whole) - parts):
        yield f"{language.path}: whole: there is no part {part!r}; there are: {', '.join(sorted(parts))}"
    if language.begun and not missing:
        yield f"{language.path}: begun: all is translated; take it out, and the book is offered"
