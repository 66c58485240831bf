"""What makes the build quicker still does, whatever Sphinx and MyST have changed."""
from __future__ import annotations

from collections import Counter
from inspect import getsource
from typing import Any
from unittest.mock import patch

import pytest
from docutils import nodes
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser
from sphinx.environment import BuildEnvironment
from sphinx.transforms import i18n
from sphinx.util.nodes import NodeMatcher, is_translatable

from conf import myst_enable_extensions
from press.theme import quicker
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


def test_the_contents_beside_a_page_are_made_without_its_sections(tiny_book: TinyBook) -> None:
    tiny_book.page(PAGE)
    with patch.object(quicker, "cut", wraps=quicker.cut) as cut:
        assert tiny_book.build("en").status == 0
    assert cut.called


def test_nodes_are_found_as_docutils_finds_them() -> None:
    page = nodes.section("", nodes.title("", "One"), nodes.paragraph("", "Two ", nodes.strong("", "three")))
    longer: Any = lambda node: len(node) > 1  # noqa: E731
    for kind in (None, nodes.Text, longer, NodeMatcher(nodes.strong, nodes.title), NodeMatcher()):
        assert [*quicker.findall(page, kind)] == [*quicker.elsewhere(page, kind)]
        assert [*quicker.findall(page[0], kind, siblings=True)] == [*quicker.elsewhere(page[0], kind, siblings=True)]


def test_a_message_is_plain_if_markdown_changes_nothing_in_it() -> None:
    signs = [chr(number) for number in range(32, 127)] + [*"…—«»„”“’。，、；：？！（）《》\u00a0"]
    forms = ("{0}", "A{0}", "{0}A", "A {0} a", "A{0}a", "A {0}a{0} a")
    messages = [form.format(sign) for sign in signs for form in forms]
    plain = [message for message in messages if quicker.PLAIN.fullmatch(message)]
    assert len(plain) > len(messages) / 3
    config = MdParserConfig(enable_extensions=set(myst_enable_extensions))
    markdown = create_md_parser(config, RendererHTML)
    assert [message for message in plain if markdown.render(message) != f"<p>{message}</p>\n"] == []


def test_sphinx_publishes_messages_and_writes_xml_where_both_are_replaced() -> None:
    assert "_publish_msgstr(" in getsource(i18n.Locale.apply)
    assert getsource(is_translatable).count("repr_domxml(node)") == getsource(is_translatable).count("logger.debug(")


def test_a_translated_page_is_kept_without_the_documents_of_its_messages(tiny_book: TinyBook) -> None:
    tiny_book.page("# Start\n\n" + "\n\n".join(WORDS))
    tiny_book.translate(WORDS)
    english, polish = (
        next((tiny_book.root / f"doctrees/{language}").rglob("index.doctree")).stat().st_size
        for language in ("en", "pl") if tiny_book.build(language).status == 0
    )
    assert polish < 2 * english
