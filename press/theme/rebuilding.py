"""Which pages are built anew though their text has not changed, and which are kept."""
from __future__ import annotations

import logging
import re
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

from sphinx.application import ENV_PICKLE_FILENAME, Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.logging import NAMESPACE, WarningLogRecordTranslator
from sphinx.util.typing import ExtensionMetadata

import press
from press.language import LANGUAGES

FOR_CHECKS: dict[str, Any] = {
    "terms": {}, "rejected": {}, "exceptions": (), "banned": (), "typography": {}, "synonyms": {},
}
"""Keys in the file of a language that no page is made of: they may change, and the pages stay. (The search's index,
which has the synonyms, is made in each build.)"""

APART = ("press/commands", "whoruns/recorder", "whoruns/tests")
"""Folders that no page is built with."""


def rewrite_if_titles_changed(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """The sidebar of every page shows the titles, so all pages are written when one of them changes."""
    titles = {page: title.astext() for page, title in env.titles.items()}
    before, env.__dict__["book_titles"] = env.__dict__.get("book_titles"), titles
    return [] if titles == before else list(env.found_docs)


class Complaints(logging.Handler):
    """Collects where the warnings and errors of a build are."""

    def __init__(self, app: Sphinx) -> None:
        super().__init__(logging.WARNING)
        self.addFilter(WarningLogRecordTranslator(app))
        self.places: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the place of a complaint, a path and a line."""
        self.places.add(getattr(record, "location", None) or "")

    def read_again(self, app: Sphinx, error: Exception | None) -> None:
        """Let the next build read the pages with complaints again, or all if one is about no page."""
        for place in self.places:
            found = re.match(rf"{re.escape(str(app.srcdir))}/(.+?)\.md\b|.*/LC_MESSAGES/(.+?)\.po\b", place)
            page = f"{found[1] or found[2]}.doctree" if found else ""
            (app.doctreedir / (page or ENV_PICKLE_FILENAME)).unlink(missing_ok=True)


def listen(app: Sphinx) -> None:
    """Collect the complaints of this build."""
    complaints = Complaints(app)
    logging.getLogger(NAMESPACE).addHandler(complaints)  # Sphinx drops all handlers when a build begins
    app.connect("build-finished", complaints.read_again)


def version(code: Path, root: Path) -> int:
    """Return a number of the press and of whoruns in a folder, and of the words of the site: with it, all changes."""
    kinds = ("press/**/*.py", "press/links/*.toml", "whoruns/**/*.py")
    files = sorted(path for kind in kinds for path in code.glob(kind))
    ours = [path for path in files if not path.relative_to(code).as_posix().startswith(APART)]
    words = sorted([*root.glob("locale/*/LC_MESSAGES/sphinx.po"), *code.glob("whoruns/locale/*.po")])
    languages = [replace(language, **FOR_CHECKS) for language in LANGUAGES.values()]
    return zlib.crc32(b"".join(path.read_bytes() for path in ours + words) + repr(languages).encode())


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks and the version."""
    app.connect("builder-inited", listen)
    app.connect("env-updated", rewrite_if_titles_changed)
    number = version(Path(press.__file__).parents[1], Path(app.confdir))
    return {"env_version": number, "parallel_read_safe": True, "parallel_write_safe": True}
