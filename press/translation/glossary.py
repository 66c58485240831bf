"""The glossary: an alphabetical index at its top, and in a translated book the English term beside each of its own.

    ```{terms}
    ```

leaves the index of all terms of the page: a line for each letter, in the order of the language. Chinese terms stand in
the order of their pinyin.
"""
from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any
from unicodedata import normalize

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from press.language import LANGUAGES


class term_index(nodes.General, nodes.Element):
    """Where the index is to stand."""


class TermsDirective(SphinxDirective):
    """Ask for the index."""

    def run(self) -> list[nodes.Node]:
        return [term_index()]


def terms(document: nodes.document) -> Iterator[nodes.term]:
    """Yield the terms of the glossaries on a page."""
    for glossary in document.findall(addnodes.glossary):
        yield from glossary.findall(nodes.term)


def word(text: str, language: str) -> str:
    """Return the word by which a term is looked up, in small letters; of a Chinese one, its syllables in Latin ones."""
    if LANGUAGES[language].pinyin:
        from pypinyin import lazy_pinyin  # only one book in four needs it

        text = " ".join(lazy_pinyin(text))
    return text.lower()


def order(word: str) -> list[tuple[str, str]]:
    """Return a key that sorts as dictionaries do: ś after all s, ł after all l."""
    letters = [normalize("NFD", letter) for letter in word.replace("ł", "l\u0335")]
    return [(letter[0], letter[1:]) for letter in letters]


class RememberTerms(SphinxTransform):
    """Before translation (20): note the English name of each term."""

    default_priority = 19

    def apply(self, **kwargs: Any) -> None:
        for term in terms(self.document):
            term["english"] = term.astext()


class WriteIndex(SphinxTransform):
    """After it: a line of links for each letter."""

    default_priority = 21

    def apply(self, **kwargs: Any) -> None:
        for place in list(self.document.findall(term_index)):
            found = [(word(term.astext(), self.config.language), term) for term in terms(self.document)]
            found.sort(key=lambda each: order(each[0]))
            lines = [
                self.line(letter, [term for _, term in those])
                for letter, those in groupby(found, lambda each: each[0][0].upper())
            ]
            place.replace_self(nodes.container("", *lines, classes=["terms"]))

    def line(self, letter: str, those: list[nodes.term]) -> nodes.paragraph:
        """Return a letter, and links to the terms that begin with it."""
        line = nodes.paragraph("", "", nodes.strong("", letter), translatable=False)
        for number, term in enumerate(those):
            link = nodes.reference("", term.astext(), refid=term["ids"][0], internal=True)
            line += [nodes.Text(" · " if number else " "), link]
        return line


class AddEnglishTerms(SphinxTransform):
    """Last: put the English term behind one that has another name."""

    default_priority = 22

    def apply(self, **kwargs: Any) -> None:
        for term in terms(self.document):
            english = term.attributes.pop("english")
            if term.astext() != english:
                # docutils makes lang="en" of this class
                term += [nodes.Text(" "), nodes.inline("", english, classes=["english", "language-en"])]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive and the transforms."""
    app.add_directive("terms", TermsDirective)
    app.add_node(term_index)
    app.add_transform(RememberTerms)
    app.add_transform(WriteIndex)
    app.add_transform(AddEnglishTerms)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
