"""What makes the build quicker still does, whatever Sphinx and MyST have changed."""
from __future__ import annotations

from collections import Counter
from unittest.mock import patch

import pytest
from markdown_it import MarkdownIt
from sphinx.environment import BuildEnvironment

from tests.support.tiny.book import PAGE, TinyBook

TIMES = 9
WORDS = {f"Word {number}.": f"Słowo {number}." for number in range(TIMES)}


@pytest.fixture
def counted(tiny_book: TinyBook) -> Counter[str]:
    """Count what is done for a page that refers to a number, and has a sentence, many times."""
    tiny_book.page("# Start\n\n```{toctree}\none\ntwo\n```\n")
    tiny_book.page("# One\n\n" + "".join(f"{word}\n\n{{numref}}`part.count`\n\n" for word in WORDS), "one")
    tiny_book.page(PAGE, "two")
    tiny_book.translate(WORDS, page="one")
    counts: Counter[str] = Counter()
    read, make = BuildEnvironment.get_doctree, MarkdownIt.__init__

    def get_doctree(self: BuildEnvironment, docname: str) -> object:
        counts[docname] += 1
        return read(self, docname)

    def init(self: MarkdownIt, *arguments: object, **named: object) -> None:
        counts["parsers"] += 1
        make(self, *arguments, **named)  # type: ignore[arg-type]

    with patch.object(BuildEnvironment, "get_doctree", get_doctree), patch.object(MarkdownIt, "__init__", init):
        assert tiny_book.build("pl").status == 0
    assert tiny_book.html("pl", "one").count("Słowo") == tiny_book.html("pl", "one").count("Listing 1") == TIMES
    return counts


def test_a_page_is_read_once_for_all_that_refer_to_its_numbers(counted: Counter[str]) -> None:
    assert counted["two"] <= counted["one"] + 1


def test_one_parser_is_made_for_all_messages_of_a_catalogue(counted: Counter[str]) -> None:
    assert counted["parsers"] < TIMES


def test_a_translated_page_is_kept_without_the_documents_of_its_messages(tiny_book: TinyBook) -> None:
    tiny_book.page("# Start\n\n" + "\n\n".join(WORDS))
    tiny_book.translate(WORDS)
    english, polish = (
        next((tiny_book.root / f"doctrees/{language}").rglob("index.doctree")).stat().st_size
        for language in ("en", "pl") if tiny_book.build(language).status == 0
    )
    assert polish < 2 * english
