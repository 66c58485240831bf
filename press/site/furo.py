"""What every page gets beside its text: languages, addresses, and fewer obstacles."""
from __future__ import annotations

import re
import zlib
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata


def set_base_url(app: Sphinx, config: Config) -> None:
    """Each language has its folder below the address of the book."""
    config.html_baseurl = f"{config.book_url}{config.language}/"


def rewrite_if_titles_changed(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """The sidebar of every page shows the titles, so all pages are written when one of them changes."""
    titles = {page: title.astext() for page, title in env.titles.items()}
    before, env.__dict__["book_titles"] = env.__dict__.get("book_titles"), titles
    return [] if titles == before else list(env.found_docs)


def leave_parents_alone(app: Sphinx, env: BuildEnvironment) -> None:
    """Sphinx would write the page that lists a changed page as well, whatever has changed.

    The environment has been stored by now, so it forgets this for the present build only.
    """
    env.files_to_rebuild.clear()


def add_context(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Tell the templates which languages there are, and mend what Furo leaves open."""
    context["languages"] = app.config.book_languages
    context["offered"] = app.config.book_offered
    context["book_url"] = app.config.book_url
    if tree := context.get("furo_navigation_tree"):
        context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')
    if body := context.get("body"):
        # a wide block scrolls, so the keyboard must be able to reach it
        context["body"] = body.replace("<pre>", '<pre tabindex="0">').replace(
            'role="heading">', 'role="heading" aria-level="2">'
        )


def drop_data_addresses(app: Sphinx, error: Exception | None) -> None:
    """Take Furo's icons out of its style sheets: a strict content policy refuses data: addresses.

    book.css has icons of its own. To override Furo's there is not enough: a browser may apply
    one style sheet before it has the next.
    """
    for path in (Path(app.outdir) / "_static").rglob("*.css"):
        text = path.read_text("utf-8")
        path.write_text(re.sub(r"""url\((['"])data:.*?\1\)""", "none", text), "utf-8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the settings and the hooks."""
    app.add_config_value("book_languages", {}, "html", dict)
    app.add_config_value("book_offered", [], "html", list)
    app.add_config_value("book_url", "", "html", str)
    app.connect("config-inited", set_base_url)
    app.connect("env-updated", rewrite_if_titles_changed)
    app.connect("env-check-consistency", leave_parents_alone)
    app.connect("html-page-context", add_context, priority=900)  # after Furo (500)
    app.connect("build-finished", drop_data_addresses)
    return {"env_version": version(), "parallel_read_safe": True, "parallel_write_safe": True}


def version() -> int:
    """Give a number that changes with our extensions and the words of the site: then all pages are built anew."""
    here = Path(__file__)
    files = sorted([*here.parent.glob("*.py"), *here.parents[2].glob("locale/*/LC_MESSAGES/sphinx.po")])
    return zlib.crc32(b"".join(path.read_bytes() for path in files))
