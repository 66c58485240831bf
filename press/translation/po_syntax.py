"""Broken catalogues are refused before Sphinx reads the half of them.

Babel, and so Sphinx, takes the part that it understands and passes over the rest; polib, too, takes a
text without its closing quote.
"""
from __future__ import annotations

import re
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ExtensionError
from sphinx.util.typing import ExtensionMetadata

TEXT = r'"(?:[^"\\]|\\.)*"'
LINE = re.compile(rf"(?:#.*|(?:(?:msgctxt|msgid|msgid_plural|msgstr|msgstr\[\d\]) )?{TEXT})?\s*")
MESSAGE = re.compile(rf"^msgid ({TEXT}(?:\n{TEXT})*)\nmsgstr {TEXT}", re.MULTILINE)


def check_syntax(path: Path) -> None:
    """Raise ValueError, with file and line, if this is no catalogue or a message is there twice."""
    data = path.read_bytes()
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}:{data[: error.start].count(10) + 1}: this is no UTF-8") from error
    for number, line in enumerate(text.split("\n"), 1):
        if not LINE.fullmatch(line):
            raise ValueError(f"{path}:{number}: this is no line of a catalogue; look at its quotes: {line[:60]}")
    seen: dict[str, int] = {}
    for message in MESSAGE.finditer(text):
        english = "".join(part[1:-1] for part in message[1].split("\n"))
        first = seen.setdefault(english, message.start())
        if first != message.start():
            number, before = (text.count("\n", 0, start) + 1 for start in (message.start(), first))
            raise ValueError(f"{path}:{number}: this message is there twice, first in line {before}; delete one")
    if len(seen) != len(re.findall(r"^msgid ", text, re.MULTILINE)):
        raise ValueError(f"{path}:1: there is a msgid without its msgstr")


def check_catalogues(app: Sphinx, config: Config) -> None:
    """Check the catalogues of this language that have changed since Sphinx compiled them."""
    for path in sorted(Path(config.locale_dirs[0]).glob(f"{config.language}/LC_MESSAGES/**/*.po")):
        compiled = path.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < path.stat().st_mtime:
            try:
                check_syntax(path)
            except ValueError as error:
                raise ExtensionError(str(error)) from error


def setup(app: Sphinx) -> ExtensionMetadata:
    """Check before anything is read."""
    app.connect("config-inited", check_catalogues)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
