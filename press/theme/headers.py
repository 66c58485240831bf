"""The headers that servers send with the site, as ``press/deploy/_headers`` has them, and those in a page's head.

A host that sends no headers of ours, such as GitHub Pages, leaves the content policy to the page.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

FILE = Path(__file__).parents[1] / "deploy/_headers"
POLICY = "Content-Security-Policy"


def rules(text: str) -> Iterator[tuple[re.Pattern[str], str, str]]:
    """Yield (paths, header, value) from the text of such a file."""
    paths = re.compile("(?!)")
    for line in text.splitlines():
        if line.startswith("/"):
            paths = re.compile(re.sub(r":\w+", "[^/]+", line.strip()).replace("*", ".*"))
        elif line.startswith(" "):
            name, _colon, value = line.strip().partition(": ")
            yield paths, name, value


def headers(path: str, text: str = "") -> dict[str, str]:
    """Return the headers of a path of the site, such as /en/index.html."""
    return {name: value for paths, name, value in rules(text or FILE.read_text("utf-8")) if paths.fullmatch(path)}


def policy(path: str = "/", lost: bool = False) -> str:
    """Return the content policy that a page can have in its head: frame-ancestors works in a header only.

    The page for lost links (404.html) has a script in it, which no other page is allowed.
    """
    said = re.sub(r";? frame-ancestors [^;]*", "", headers(path)[POLICY])
    return said if lost else re.sub(r"; script-src [^;]*'sha256-[^;]*", "", said)


def add_context(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Tell the templates the policy."""
    context["policy"] = app.config.book_policy


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the setting, which `make live` empties: it puts a script into pages, which the policy would refuse."""
    app.add_config_value("book_policy", policy(), "html", str)
    app.connect("html-page-context", add_context)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
