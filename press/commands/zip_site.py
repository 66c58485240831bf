"""Put the site of one language into a zip, to be unpacked anywhere and read from the disk.

usage: python -m press.commands.zip_site FOLDER ZIP

FOLDER is the finished site, such as _build/html/pl. What leads out of it, to other languages or to the start page,
leads to the published book. Python for its pages, if it lies beside FOLDER, comes along.
"""
from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import urljoin

from conf import book_url
from press.take.packing import pack

LEFT_OUT = (".buildinfo", "objects.inv")
"""What only Sphinx reads."""
PYTHON = ("python.html", "run/*")
"""What runs listings in a page: all books share it, so it lies beside them."""
UPWARDS = re.compile(r'\b(href|src)="(\.\./[^"]*)"')


def files(folder: Path, url: str) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the content of each file; `url` is where the folder is published."""
    for path in sorted([*folder.rglob("*"), *(path for pattern in PYTHON for path in folder.parent.glob(pattern))]):
        name = path.relative_to(folder.parent).as_posix()
        inside = name.removeprefix(f"{folder.name}/")
        if path.suffix == ".html":
            yield name, closed(path.read_text("utf-8"), inside, url).encode()
        elif path.is_file() and inside not in LEFT_OUT:
            yield name, path.read_bytes()


def closed(text: str, name: str, url: str) -> str:
    """Return a page that leads to no file outside its folder, but for those of Python."""

    def address(found: re.Match[str]) -> str:
        inside = re.match(r"(?!\.\.)|\.\./run/", normpath(join(dirname(name), found[2])))
        return found[0] if inside else f'{found[1]}="{urljoin(url + name, found[2])}"'

    return UPWARDS.sub(address, text)


if __name__ == "__main__":
    site, archive = map(Path, sys.argv[1:])
    pack(archive, files(site, f"{book_url}{site.name}/"))
