"""Links to the repository, from one setting that may be empty: then there is none.

A page writes ``[Clone the repository](repository:)``, or ``repository:issues`` for a place in it. At its foot it leads
to its own source, and to a report that says already which page it is about.
"""
from __future__ import annotations

import re
from html import escape
from typing import Any
from urllib.parse import quote

from docutils import nodes
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError
from sphinx.locale import _
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.typing import ExtensionMetadata

from press.language import LANGUAGES, SOURCE

SCHEME = "repository:"
PLACES = {"file": {"path"}, "issue": {"title", "body"}}
"""The kinds of addresses in ``book_forge``, and the placeholders of each."""
FILE = re.compile(r'<span class="file notranslate">((?:ghetto_asyncio|listings)/[\w./]+)</span>')
"""The name of a file above its code."""


class LinkRepository(SphinxPostTransform):
    """Give the links their addresses, or leave their words alone."""

    default_priority = 900

    def run(self, **kwargs: Any) -> None:
        """Go through the links of a page."""
        for link in list(self.document.findall(nodes.reference)):
            if link.get("refuri", "").startswith(SCHEME):
                repository = self.config.book_repository
                link["refuri"] = f"{repository}/{link['refuri'].removeprefix(SCHEME)}".rstrip("/")
                if not repository:
                    link.replace_self(nodes.inline("", "", *link.children, classes=link["classes"]))


def check_settings(app: Sphinx, config: Config) -> None:
    """Take a slash from the end of the address; raise ConfigError if the forge's addresses cannot be made."""
    config.book_repository = config.book_repository.rstrip("/")
    for place, names in PLACES.items():
        pattern = str(config.book_forge.get(place, ""))
        if set(re.findall(r"\{(.*?)\}", pattern)) != names:
            needed = " and ".join(f"{{{name}}}" for name in sorted(names))
            raise ConfigError(f"conf.py: book_forge[{place!r}] is {pattern!r}: write {needed} where they belong in it")


def address(config: Config, place: str, **parts: str) -> str:
    """Return the forge's address of a file, or of a new issue."""
    quoted = {name: quote(part, safe="/") for name, part in parts.items()}
    return str(config.book_repository + config.book_forge[place].format(**quoted))


def report(config: Config, page: str, title: str) -> str:
    """Return the address that begins a report; the page's address comes last, and book.js adds the section to it."""
    language = LANGUAGES[config.language]
    about = f"{config.project} {config.version} · {language.name}\n{config.html_baseurl}{page}.html"
    asked = _("What is wrong here, and what would be right?")
    return address(config, "issue", title=f"{title} ({language.tag})", body=f"{asked}\n\n\n{about}")


def add_context(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Tell the templates where the repository is, and in it the page; lead from each listing to its file."""
    config = app.config
    context["repository"] = config.book_repository
    if not config.book_repository:
        return
    context["report"] = report(config, page, Markup(context.get("title", "")).striptags())
    if doctree is not None:
        context["source"] = address(config, "file", path=f"docs/{page}.md")
        if config.language != SOURCE:
            context["translation"] = address(config, "file", path=f"locale/{config.language}/LC_MESSAGES/{page}.po")
        link = f'<a class="file notranslate" href="{escape(address(config, "file", path="FILE"))}">FILE</a>'
        context["body"] = FILE.sub(lambda found: link.replace("FILE", found[1]), context["body"])
        words, href = _("Report a mistake here"), escape(context["report"])
        context["toc"] += f'<ul><li><a class="report reference" href="{href}">{words}</a></li></ul>'


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the settings, the transform and the hooks."""
    app.add_config_value("book_repository", "", "html", str)
    app.add_config_value("book_forge", {}, "html", dict)
    app.add_post_transform(LinkRepository)
    app.connect("config-inited", check_settings)
    app.connect("html-page-context", add_context)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
