"""Pack Python for the readers' pages: Pyodide, the standard library, the listings and their runner.

usage: python -m press.commands.python_in_page NODE_MODULES HTML

NODE_MODULES is where npm has put pyodide, HTML the folder of the site: python.html is written there, and the folder
run. The bytes come as scripts, since nothing else can be loaded from the disk: they are in UTF-16, which takes little
more room than the bytes themselves. In them are files that gzip has packed, so that they are small on any host.
"""
from __future__ import annotations

import codecs
import gzip
import json
import struct
import subprocess
import sys
import zlib
from collections.abc import Iterator
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

import press
import whoruns.page
from press.catalogue import ROOT
from press.theme.headers import policy

SCRIPTS = Path(press.__file__).parent / "playground/scripts"
PART = 375_000
"""Bytes in one script, an even number: some dozen scripts, so that one sees how far it is."""
SIGN = 0xE000
ESCAPED = {letter: f"{chr(SIGN)}{chr(letter ^ 0x8000)}" for letter in (*b'\n\r"\\', *range(0xD800, SIGN + 1))}
"""Letters that cannot stand in a text of UTF-16 or of JavaScript, and their substitutes (``frame.js``)."""
BOOK = ("ghetto_asyncio/**/*.py", "listings/**/*.pycon", "listings/**/*.run.py", "listings/**/*.run.json")
PRESS = ("*.py", "languages/*.toml", "playground/*.py", "figures/*.py", "listing/*.py")
FOLDERS = ("recorder", "story", "drawing", "page", "formats", "memory")
TOOL = ("*.py", "locale/*.po", *(f"{folder}/*.py" for folder in FOLDERS))
LEFT_OUT = (
    r"(_pyrepl|ctypes|curses|dbm|email|ensurepip|html|http|idlelib|lib2to3|multiprocessing|pydoc_data|sqlite3|tkinter|venv"
    r"|wsgiref|xml/dom|xml/sax|xmlrpc|zoneinfo)/"
    r"|(_pydatetime|_pydecimal|_pyio|ftplib|imaplib|mailbox|mimetypes|nntplib|pickletools|poplib|smtplib|tarfile|turtle"
    r"|urllib/request|urllib/robotparser|logging/config|logging/handlers|webbrowser|zipapp)\.py"
    r"|encodings/(cp(?!437)|iso|mac|koi|big5|euc|gb|hz|johab|shift|kz|palm|ptcp|tis|hp|uu|rot|quopri).*"
)
"""Modules of the standard library without use in a page: they need a terminal, a server or another process."""


def book() -> bytes:
    """Return the texts of the listings, of the press and of whoruns, by name, as JSON."""
    paths = [path for pattern in BOOK for path in ROOT.glob(pattern)]
    for folder, patterns in (("press", PRESS), ("whoruns", TOOL)):
        paths += [path for pattern in patterns for path in (ROOT / folder).glob(pattern)]
    return json.dumps({path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in sorted(paths)}).encode()


def files(pyodide: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each file, as the worker unpacks it."""
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        yield name, (pyodide / name).read_bytes()
    info = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))["info"]
    yield "lock.json", json.dumps({"info": info, "packages": {}}).encode()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "book"
        path.write_bytes(book())
        subprocess.run(["node", SCRIPTS.with_name("compile.mjs"), pyodide, path, LEFT_OUT], check=True)
        yield "python_stdlib.zip", path.with_suffix(".zip").read_bytes()
        yield "book", path.read_bytes()


def script(number: int, part: bytes) -> bytes:
    """Return a script that hands these bytes to the frame: its first bytes say UTF-16, whatever a server says."""
    letters = "".join(map(chr, struct.unpack(f"<{len(part) // 2}H", part))).translate(ESCAPED)
    return codecs.BOM_UTF16_LE + f'bookPart({number}, "{letters}");\n'.encode("utf-16-le")


def write(pyodide: Path, html: Path) -> int:
    """Write the frame and its scripts; return how many bytes a reader loads."""
    packed = {name: gzip.compress(data, 9, mtime=0) for name, data in files(pyodide)}
    whole = b"".join(packed.values())
    whole += bytes(len(whole) % 2)
    parts = [whole[start : start + PART] for start in range(0, len(whole), PART)]
    folder = html / "run"
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("part-*.js"):
        path.unlink()
    for number, part in enumerate(parts):
        (folder / f"part-{number}.js").write_bytes(script(number, part))
    worker = (SCRIPTS / "worker.js").read_text("utf-8")
    (folder / "worker.js").write_text(f"window.bookWorker = {json.dumps(worker)};\n", "utf-8")
    for path in (*SCRIPTS.iterdir(), Path(whoruns.page.__file__).parent / "static/figure.js"):
        if path.name not in ("worker.js", "python.html"):
            (folder / path.name).write_bytes(path.read_bytes())
    version = f"{zlib.crc32(whole + worker.encode() + (SCRIPTS / 'frame.js').read_bytes()):x}"
    places, start = {}, 0
    for name, data in packed.items():
        places[name] = {"from": start, "size": len(data), "each": PART}
        start += len(data)
    told = {
        "policy": policy("/python.html"), "version": version, "parts": str(len(parts)), "places": json.dumps(places),
    }
    frame = (SCRIPTS / "python.html").read_text("utf-8")
    (html / "python.html").write_text(frame.format(**{name: escape(text) for name, text in told.items()}), "utf-8")
    return len(whole)


if __name__ == "__main__":
    modules, site = map(Path, sys.argv[1:])
    print(f"Python for the pages: {write(modules / 'pyodide', site) / 1e6:.2f} MB")
