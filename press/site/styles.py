"""Furo's style sheet, mended, and without what no page of this book has."""
from __future__ import annotations

import re
from pathlib import Path

import furo
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.errors import ThemeError
from sphinx.util.typing import ExtensionMetadata

from press.site.furo import mend

DROPPED = """
    admonition-todo announcement announcement-content attention attribution back-to-top caution centered
    citation classifier danger deprecated domainindex-jumpbox domainindex-section edit-this-page epigraph eqno
    field-list fn-backref footnote footnote-reference genindex-jumpbox genindex-section guilabel highlight-link
    highlighttable hint hll icons important line-block linenodiv linenos literal literal-block math math-wrapper
    only-dark only-light option-list problematic property pull-quote rubric seealso show-back-to-top sidebar
    sidebar-logo sidebar-logo-container sidebar-title sig sig-inline sig-name sig-param sig-paren sig-prename
    this-will-duplicate-information-and-it-is-still-useful-here tip toc-backref topic topic-title versionadded
    versionchanged versionmodified versionremoved view-this-page viewcode-back viewcode-link visually-hidden
    warning
""".split()
"""Classes that no page has; a test looks whether that still holds."""


def needed(selector: str) -> set[str]:
    """Return the classes without which the selector finds nothing."""
    return set(re.findall(r"\.([\w-]+)", re.sub(r":(?:not|is|where)\([^()]*\)", "", selector)))


def prune(css: str, names: list[str]) -> str:
    """Take the rules for the classes out; raise ThemeError for a class that no rule is for."""
    found: set[str] = set()

    def shorten(rule: re.Match[str]) -> str:
        kept = []
        for selector in re.split(r",(?![^(]*\))", rule[1]):
            dropped = needed(selector).intersection(names)
            found.update(dropped)
            if not dropped:
                kept.append(selector)
        return f"{','.join(kept)}{{{rule[2]}}}" if kept else ""

    css = re.sub(r"([^{}]+)\{([^{}]*)\}", shorten, css)
    if missing := sorted(set(names) - found):
        raise ThemeError(f"furo.css has no rule for {', '.join(missing)}: take them out of press/site/styles.py")
    return re.sub(r"@[^{};]+\{\s*\}", "", css)


def forget_variables(css: str, others: str) -> str:
    """Take out the variables that neither this nor another style sheet asks for."""
    used = set(re.findall(r"var\((--[\w-]+)", css + others))
    shorter = re.sub(r"(?<=[{;])(--[\w-]+):[^;{}]*;?", lambda said: said[0] if said[1] in used else "", css)
    return shorter if shorter == css else forget_variables(shorter, others)


def publish(app: Sphinx) -> None:
    """Let the style sheet be published in place of Furo's."""
    if not isinstance(app.builder, StandaloneHTMLBuilder):
        return
    sheets = [path for folder in app.config.html_static_path for path in Path(folder).glob("*.css")]
    ours = "".join(path.read_text("utf-8") for path in sheets)
    original = (Path(furo.THEME_PATH) / "static/styles/furo.css").read_text("utf-8")
    path = app.doctreedir / "furo/styles/furo.css"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(forget_variables(prune(mend("styles", original), DROPPED), ours), "utf-8")
    app.config.html_static_path.append(str(path.parents[1]))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hook."""
    app.connect("builder-inited", publish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
