"""Stems of words, the same in Python, for the index, and in JavaScript, for the query.

Most languages have Snowball's, which comes with Sphinx in JavaScript. Polish has a table of its own, and Russian an
exception: Snowball takes the "ов" of "вызов" (call), a core word of this book, for an ending.
"""
from __future__ import annotations

import functools
import importlib
import re
from dataclasses import dataclass

import snowballstemmer
from sphinx.errors import ExtensionError
from sphinx.search import _MINIFIED_JS_PATH as SCRIPTS
from sphinx.search import languages as OF_SPHINX

from press.language import Language
from press.search import polish
from press.search.words import Stem

CALL = "^((?:об|вы|от|по)?зов).*"
RUSSIAN = f'stemmer = ((russian) => (word) => russian(word.replace(/{CALL}/, "$1у")))(stemmer);'


@dataclass(frozen=True)
class Stems:
    """The stemmer of a language, and its stopwords."""

    stem: Stem
    script: str
    """JavaScript that defines two functions, `stemmer` and `english`."""
    stopwords: frozenset[str]


def stems_of(language: Language) -> Stems:
    """Return the stemmer of a language; raise ExtensionError if it is unknown."""
    name = language.stemmer
    if name == "polish":
        stem, own, stopwords = polish.stem, polish.JAVASCRIPT, polish.STOPWORDS
    elif name in snowballstemmer.algorithms() and (SCRIPTS / f"{name}-stemmer.js").exists():
        snowball = snowballstemmer.stemmer(name).stemWord
        stem, own, stopwords = snowball, snowball_script(name, "stemmer"), stopwords_of(name)
    else:
        known = ", ".join(sorted(path.name.removesuffix("-stemmer.js") for path in SCRIPTS.glob("[!b]*-stemmer.js")))
        raise ExtensionError(f"{language.path}: nobody knows the stemmer {name!r}; there are: polish, {known}")
    if name == "russian":
        stem, own = (lambda word: snowball(re.sub(CALL, r"\1у", word))), f"{own}\n{RUSSIAN}"
    base = (SCRIPTS / "base-stemmer.js").read_text("utf-8")
    script = "\n".join(("let BaseStemmer, stemmer, english;", base, snowball_script("english", "english"), own))
    return Stems(functools.lru_cache(None)(stem), script, stopwords)


def snowball_script(name: str, function: str) -> str:
    """Return JavaScript that defines a function by a stemmer of Snowball."""
    text = (SCRIPTS / f"{name}-stemmer.js").read_text("utf-8")
    # Sphinx's is older than the one in Python, and takes the end of "interval" for an ending.
    text = text.replace('["gener",-1,-1],["later"', '["gener",-1,-1],["inter",-1,-1],["later"')
    return f"{text}\n{function} = ((snowball) => (word) => snowball.stemWord(word))(new {name.title()}Stemmer());"


def stopwords_of(name: str) -> frozenset[str]:
    """Return the words that say nothing, as Sphinx has them for the language of this stemmer."""
    for known in OF_SPHINX.values():
        path = known if isinstance(known, str) else f"{known.__module__}.{known.__name__}"
        module, _, found = path.rpartition(".")
        if found == f"Search{name.title()}":
            return frozenset(getattr(importlib.import_module(module), found).stopwords)
    return frozenset()
