"""What pages of Sphinx need for figures of runs: a style sheet and a script, that stay apart from those of a theme."""
from __future__ import annotations

import re
from pathlib import Path

from whoruns.page.page import HERE, STATIC, as_json, panel
from whoruns.wording import speaking

STYLE, SCRIPT = "whoruns.css", "whoruns.js"
STYLES = (HERE / "variables.css", STATIC / "figures.css", STATIC / "panel.css", HERE / "code.css", HERE / "guest.css")
SCRIPTS = (STATIC / "panel.js", HERE / "ground.js", HERE / "guest.js")


def style() -> str:
    """Return the style sheet: its rules hold inside of ``.whoruns``, and nowhere else on a page."""
    rules = "\n".join(path.read_text("utf-8") for path in STYLES)
    return ".whoruns {\n%s\n}\n" % re.sub(r"(?m)^body \{", "& {", rules)  # noqa: UP031 - it has braces


def script(language: str) -> str:
    """Return the script, with the words of the panel in a language."""
    with speaking(language):
        return "\n".join([f"window.bookPanel = {as_json(panel())};", *(path.read_text("utf-8") for path in SCRIPTS)])


def write(folder: Path, language: str) -> None:
    """Write both into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / STYLE).write_text(style(), "utf-8")
    (folder / SCRIPT).write_text(script(language), "utf-8")
