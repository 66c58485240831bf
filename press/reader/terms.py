"""The meanings of terms, for the links to them: terms.js shows them beside the word."""
from __future__ import annotations

import re
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util.typing import ExtensionMetadata

from press.reader.later import called, publish

GLOSSARY = "glossary"
ENTRY = re.compile(r'(?s)<dt id="(term-[^"]+)">(.*?)<a class="headerlink"[^>]*>(?=.*?<dd>(.*?)</dd>)')
"""A term and its meaning, which several terms may share."""
EXPLAINED = re.compile(r'(?s)<p class="explained">.*?</p>')
"""The sections that explain a term: a reader who sees its meaning beside a link is reading one."""


def meanings(html: str) -> dict[str, tuple[str, str]]:
    """Return {id: (term, meaning)} of a finished glossary, both as HTML, the term with its English name."""
    html = EXPLAINED.sub("", html)
    return {anchor: (term.strip(), meaning.strip()) for anchor, term, meaning in ENTRY.findall(html)}


def write(app: Sphinx, error: Exception | None) -> None:
    """Write the script with all meanings, in the language of the book."""
    path = Path(app.outdir) / f"{GLOSSARY}.html"
    if not error and app.builder.name == "html" and GLOSSARY in app.env.found_docs:
        publish(app, "terms.js", called("terms", meanings(path.read_text("utf-8")), _("Glossary")))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hook."""
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
