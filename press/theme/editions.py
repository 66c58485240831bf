"""The editions of ``docs/changes.md``, from which the footer has version and date.

A section of that page is an entry. Below its title, ``{edition} 2.0 2026-11-23`` says its version and its date.
The newest entry stands first.
"""
from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from babel.dates import format_date
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.locale import _
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from press.language import LANGUAGES

log = logging.getLogger(__name__)

PAGE = "changes"


class Edition(NamedTuple):
    """A version of the book, and the day from which readers have it."""

    version: str
    day: date

    @property
    def anchor(self) -> str:
        """The id of its entry, which stays when the title is changed."""
        return f"version-{self.version.replace('.', '-')}"

    def says(self, language: str) -> str:
        """Return version and date as its readers write them."""
        day = format_date(self.day, LANGUAGES[language].date, locale=language).replace(" ", "\u00a0")
        return _("Version {version}, {date}").format(version=self.version, date=day)


def parse(version: str, day: str) -> Edition:
    """Return an edition; raise ValueError, with the fault, if these are no version and no date."""
    if not re.fullmatch(r"\d+\.\d+", version):
        raise ValueError(f"{version} is no version: write two numbers, such as 2.0")
    try:
        return Edition(version, date.fromisoformat(day))
    except ValueError:
        raise ValueError(f"{day} is no date: write it as 2026-11-23") from None


def newest(root: Path) -> Edition | None:
    """Return the first edition that the page names, or None if there is none."""
    path = root / f"docs/{PAGE}.md"
    found = re.search(r"\{edition\} (\S+) (\S+)", path.read_text("utf-8")) if path.exists() else None
    return parse(found[1], found[2]) if found else None


class EditionDirective(SphinxDirective):
    """Say which version an entry is about, and since when readers have it."""

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        try:
            edition = parse(*self.arguments)
        except ValueError as error:
            log.error("%s", error, location=self.get_location(), type="edition")
            return []
        above = self.env.current_document.get("book_edition")
        if above and (numbers(above) <= numbers(edition) or above.day < edition.day):
            log.error(
                "%s stands below %s: the newest entry comes first", edition.version, above.version,
                location=self.get_location(), type="edition",
            )
        self.env.current_document["book_edition"] = edition
        said = edition.says(self.config.language)
        line = nodes.paragraph("", said, classes=["edition", "since"], ids=[edition.anchor], translatable=False)
        self.set_source_info(line)
        return [line]


def numbers(edition: Edition) -> list[int]:
    """Return the numbers of its version."""
    return [int(number) for number in edition.version.split(".")]


def set_edition(app: Sphinx, config: Config) -> None:
    """Take the newest edition for the footers; the page reports a fault in it."""
    try:
        found = newest(Path(config.book_root))
    except ValueError:
        found = None
    config.book_edition = list(map(str, found)) if found else []


def add_context(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Tell the templates the newest edition."""
    if app.builder.name == "html" and app.config.book_edition:
        context["edition"] = parse(*app.config.book_edition).says(app.config.language)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive, the setting and the hooks."""
    app.add_directive("edition", EditionDirective)
    app.add_config_value("book_edition", [], "html", list)
    app.connect("config-inited", set_edition)
    app.connect("html-page-context", add_context)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
