"""Put the site of one language into a zip, to be unpacked anywhere and read from the disk.

usage: python -m press.commands.zip_site FOLDER ZIP

FOLDER is the finished site, such as _build/html/pl. Links out of it, to other languages or to the start page,
lead to the published book. Python, which lies beside FOLDER, comes along if the pages load it. All is in one folder,
and index.html in it leads to the front page: there it is alone, so readers find it.
"""
from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import urljoin

from conf import book_url, project
from press.language import LANGUAGES
from press.take.packing import pack

LEFT_OUT = (".buildinfo", "objects.inv")
"""Files that only Sphinx reads."""
PYTHON = ("python.html", "run/*")
"""Files that run listings in a page: all books share them, so they lie beside the books."""
UPWARDS = re.compile(r'\b(href|src)="(\.\./[^"]*)"')
START = """\
<!doctype html>
<html lang="{tag}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="0; url={code}/index.html">
<title>{title}</title>
<p><a href="{code}/index.html">{title}</a></p>
</html>
"""
"""The page at which one begins."""


def files(folder: Path, url: str) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the content of each file; `url` is where the folder is published."""
    code = folder.name
    own = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    texts = {path: path.read_text("utf-8") for path in own if path.suffix == ".html"}
    runs = any("../run/" in text for text in texts.values())
    python = sorted(path for pattern in PYTHON for path in folder.parent.glob(pattern)) if runs else []
    home = f"ghetto-asyncio-{code}"
    yield f"{home}/index.html", START.format(code=code, tag=LANGUAGES[code].tag, title=project).encode()
    for path in [*own, *python]:
        name = path.relative_to(folder.parent).as_posix()
        if path in texts:
            yield f"{home}/{name}", closed(texts[path], name.removeprefix(f"{code}/"), url).encode()
        elif path.name not in LEFT_OUT:
            yield f"{home}/{name}", path.read_bytes()


def closed(text: str, name: str, url: str) -> str:
    """Return a page that leads to no file outside its folder, but for those of Python."""

    def address(found: re.Match[str]) -> str:
        inside = re.match(r"(?!\.\.)|\.\./run/", normpath(join(dirname(name), found[2])))
        return found[0] if inside else f'{found[1]}="{urljoin(url + name, found[2])}"'

    return UPWARDS.sub(address, text)


if __name__ == "__main__":
    site, archive = map(Path, sys.argv[1:])
    pack(archive, files(site, f"{book_url}{site.name}/"))
