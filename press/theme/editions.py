"""What has changed for readers: ``docs/changes.md``, from which the footer has version and date, and readers a feed.

A section of that page is an entry. Below its title, ``{edition} 2.0 2026-11-23`` says its version and its date.
The newest entry stands first.
"""
from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

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
FEED = "changes.xml"
ATOM = "{http://www.w3.org/2005/Atom}"


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
    """Return an edition; raise ValueError, with what is wrong, if these are no version and no date."""
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
        line["edition"] = edition
        self.set_source_info(line)
        return [line]


def numbers(edition: Edition) -> list[int]:
    """Return the numbers of its version."""
    return [int(number) for number in edition.version.split(".")]


def set_edition(app: Sphinx, config: Config) -> None:
    """Take the newest edition for the footers; the page says what is wrong with it."""
    try:
        found = newest(Path(config.book_root))
    except ValueError:
        found = None
    config.book_edition = list(map(str, found)) if found else []


def title_of(section: nodes.Element) -> str:
    """Return the title of a page or a section."""
    return next(section.findall(nodes.title)).astext()


def entries(page: nodes.document) -> list[tuple[Edition, str, list[nodes.Node]]]:
    """Return the editions of the page, with their titles and what is told of them."""
    found = []
    for line in page.findall(nodes.paragraph):
        if "edition" in line and (section := line.parent) is not None:
            told = [child for child in section.children if not isinstance(child, nodes.title) and child is not line]
            found.append((line["edition"], title_of(section), told))
    return found


def feed(app: Sphinx, page: nodes.document) -> ET.ElementTree[ET.Element]:
    """Return the page as an Atom feed (RFC 4287), in which all addresses are absolute."""
    ET.register_namespace("", ATOM[1:-1])
    language, base = LANGUAGES[app.config.language], app.config.html_baseurl
    address = f"{base}{PAGE}.html"

    def add(parent: ET.Element, tag: str, text: str = "", **attributes: str) -> ET.Element:
        element = ET.SubElement(parent, ATOM + tag, attributes)
        element.text = text or None
        return element

    root = ET.Element(f"{ATOM}feed", {"{http://www.w3.org/XML/1998/namespace}lang": language.tag})
    found = entries(page)
    add(root, "id", address)
    add(root, "title", f"{title_of(page)} · {app.config.project}")
    add(root, "updated", f"{max(edition.day for edition, *_rest in found)}T00:00:00Z")
    add(add(root, "author"), "name", _("the authors of Ghetto asyncio"))
    add(root, "link", rel="self", type="application/atom+xml", href=base + FEED)
    add(root, "link", rel="alternate", type="text/html", hreflang=language.tag, href=address)
    for edition, title, told in found:
        place = f"{address}#{edition.anchor}"
        entry = add(root, "entry")
        add(entry, "id", place)
        add(entry, "title", f"{edition.version} · {title}")
        add(entry, "updated", f"{edition.day}T00:00:00Z")
        add(entry, "link", rel="alternate", type="text/html", hreflang=language.tag, href=place)
        html = "".join(app.builder.render_partial(node.deepcopy())["fragment"] for node in told)  # type: ignore[attr-defined]
        content = add(entry, "content", html, type="html")
        content.set("{http://www.w3.org/XML/1998/namespace}base", address)
    return ET.ElementTree(root)


def add_context(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Tell the templates the newest edition and where the feed is; write it when its page is written."""
    if app.builder.name != "html" or not app.config.book_edition:
        return
    context["edition"], context["feed"] = parse(*app.config.book_edition).says(app.config.language), FEED
    if page == PAGE and doctree is not None:
        feed(app, doctree).write(Path(app.outdir) / FEED, encoding="utf-8", xml_declaration=True)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive, the setting and the hooks."""
    app.add_directive("edition", EditionDirective)
    app.add_config_value("book_edition", [], "html", list)
    app.connect("config-inited", set_edition)
    app.connect("html-page-context", add_context)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
