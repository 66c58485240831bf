"""Links to the repository, from one setting that may be empty: then there is none.

A page writes ``[Clone the repository](repository:)``, or ``repository:issues`` for a place in it.
"""
from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.typing import ExtensionMetadata

SCHEME = "repository:"


class LinkRepository(SphinxPostTransform):
    """Give the links their addresses, or leave their words alone."""

    default_priority = 900

    def run(self, **kwargs: Any) -> None:
        """Go through the links of a page."""
        repository = self.config.book_repository.rstrip("/")
        for link in list(self.document.findall(nodes.reference)):
            if link.get("refuri", "").startswith(SCHEME):
                link["refuri"] = f"{repository}/{link['refuri'].removeprefix(SCHEME)}".rstrip("/")
                if not repository:
                    link.replace_self(link.children)


def add_context(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Tell the templates where the repository is."""
    context["repository"] = app.config.book_repository.rstrip("/")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the setting, the transform and the hook."""
    app.add_config_value("book_repository", "", "html", str)
    app.add_post_transform(LinkRepository)
    app.connect("html-page-context", add_context)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
