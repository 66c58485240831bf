"""Full-text search for languages that Sphinx does not know, or not well enough; the file of a language names its class.

Sphinx 9.0 has no Polish, its Chinese defines no stemmer that its own script could find and
needs a large dictionary to split words, and its Russian cuts a core word of this book in two.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.search import _MINIFIED_JS_PATH, SearchLanguage
from sphinx.search.en import SearchEnglish
from sphinx.search.ru import SearchRussian
from sphinx.util.typing import ExtensionMetadata

from press.language import LANGUAGES
from press.site import polish

HAN = "\u3400-\u4dbf\u4e00-\u9fff"


class Polish(SearchLanguage):
    """Stems by the table of polish."""

    language_name = "Polish"
    stopwords = polish.STOPWORDS
    js_stemmer_code = polish.JAVASCRIPT

    def stem(self, word: str) -> str:
        return polish.stem(word)


class Russian(SearchRussian):
    """Keeps the "ов" of "вызов" (call), which Snowball takes for an ending."""

    js_stemmer_rawcode = ""
    root: ClassVar[str] = "^((?:об|вы|от|по)?зов).*"

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        scripts = [(_MINIFIED_JS_PATH / f"{name}-stemmer.js").read_text("utf-8") for name in ("base", "russian")]
        self.js_stemmer_code = "\n".join(scripts) + (
            "\nwindow.Stemmer = function () {\n  const snowball = new RussianStemmer();\n"
            f'  this.stemWord = (word) => snowball.stemWord(word.replace(/{self.root}/, "$1у"));\n}};\n'
        )

    def stem(self, word: str) -> str:
        return super().stem(re.sub(self.root, r"\1у", word.lower()))


class Chinese(SearchEnglish):
    """Every two neighbouring characters are a word; Latin words are stemmed as English ones."""

    language_name = "English"
    js_splitter_code = f"""
function splitQuery(query) {{
  return (query.match(/[{HAN}]+|[\\p{{L}}\\p{{N}}_]+?(?=[{HAN}]|[^\\p{{L}}\\p{{N}}_]|$)/gu) ?? []).flatMap((run) =>
    /[{HAN}]/.test(run) && run.length > 1 ? [...run].slice(1).map((char, i) => run[i] + char) : [run]);
}}
"""

    def split(self, input: str) -> list[str]:
        return list(self._split(input))

    def _split(self, text: str) -> Iterator[str]:
        for run in re.findall(f"[{HAN}]+|[^\\W{HAN}]+", text):
            if re.match(f"[{HAN}]", run):
                yield from (first + second for first, second in pairwise(run))
                yield from run
            else:
                yield run

    def stem(self, word: str) -> str:
        return word if re.match(f"[{HAN}]", word) else super().stem(word)


SEARCHES = {each.__name__: each for each in (Polish, Russian, Chinese)}


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the search of each language that names one; raise ExtensionError if there is none of that name."""
    for language in LANGUAGES.values():
        if language.search and language.search not in SEARCHES:
            known = f"press/site/search.py has {', '.join(SEARCHES)}"
            raise ExtensionError(f"{language.path}: there is no search {language.search!r}; {known}")
        if language.search:
            app.add_search_language(type(language.search, (SEARCHES[language.search],), {"lang": language.code}))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
