"""Make the pictures that links to the book show. They are committed, so that no build needs Chromium for them.

usage: python -m press.commands.preview HTML LANGUAGE... (make preview calls it)

HTML is the folder that holds the finished books of these languages. Each picture knows which document it shows, so
that a test sees when that has changed.
"""
from __future__ import annotations

import hashlib
import io
import struct
import sys
import zlib
from pathlib import Path
from shutil import which

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from conf import ROOT, project, templates_path
from press.language import LANGUAGES
from press.links.preview import FOLDER, HEIGHT, WIDTH, drawing, subtitle
from press.take.drawings import alone


def document(html: Path, language: str) -> str:
    """Return the picture of a language, as HTML: title, sentence, and the drawing of the front page."""
    svg, _caption = drawing((html / language / "index.html").read_text("utf-8"))
    template = Environment(loader=FileSystemLoader(templates_path), autoescape=True).get_template("preview.html")
    return template.render(
        tag=LANGUAGES[language].tag, width=WIDTH, height=HEIGHT, title=project, sentence=subtitle(ROOT, language),
        drawing=Markup(alone(svg.replace("&nbsp;", "\u00a0"))),
    )


def mark(shown: str) -> bytes:
    """Return the digest of a picture's document: a chunk of text, as PNG has it."""
    chunk = b"tEXtSource\0" + hashlib.sha256(shown.encode()).hexdigest().encode()
    return struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))


def photograph(html: Path, languages: list[str]) -> None:
    """Write the pictures."""
    from PIL import Image
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=which("chromium-headless-shell") or which("chromium"))
        page = chromium.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for language in languages:
            shown, light = document(html, language), io.BytesIO()
            page.set_content(shown)
            Image.open(io.BytesIO(page.screenshot())).quantize(256).save(light, "PNG", optimize=True)
            size, rest = light.getvalue()[:33], light.getvalue()[33:]  # the first chunk of a PNG says how large it is
            (FOLDER / f"{language}.png").write_bytes(size + mark(shown) + rest)


if __name__ == "__main__":
    photograph(Path(sys.argv[1]), sys.argv[2:])
