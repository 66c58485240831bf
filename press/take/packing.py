"""Archives that are the same bytes whenever they are made of the same files."""
from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The first moment that a zip can name."""


def pack(path: Path, files: Iterable[tuple[str, bytes]], stored: str = "") -> None:
    """Write the files, given with their names and in this order, into an archive; `stored`: one not compressed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with ZipFile(path, "w") as archive:
        for name, content in files:
            info = ZipInfo(name, LONG_AGO)
            info.create_system, info.external_attr = 3, 0o644 << 16
            archive.writestr(info, content, ZIP_STORED if name == stored else ZIP_DEFLATED, 9)
