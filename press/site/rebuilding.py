"""When a page is built anew though its own text has not changed."""
from __future__ import annotations

import zlib
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata

import press


def rewrite_if_titles_changed(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """The sidebar of every page shows the titles, so all pages are written when one of them changes."""
    titles = {page: title.astext() for page, title in env.titles.items()}
    before, env.__dict__["book_titles"] = env.__dict__.get("book_titles"), titles
    return [] if titles == before else list(env.found_docs)


def version(root: Path) -> int:
    """Return a number that changes with the press and with the words of the site: then all pages are built anew."""
    folder = Path(press.__file__).parent
    ours = sorted([*folder.rglob("*.py"), *folder.rglob("*.toml")])
    words = sorted(root.glob("locale/*/LC_MESSAGES/sphinx.po"))
    return zlib.crc32(b"".join(path.read_bytes() for path in ours + words))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hook and the version."""
    app.connect("env-updated", rewrite_if_titles_changed)
    return {"env_version": version(Path(app.confdir)), "parallel_read_safe": True, "parallel_write_safe": True}
