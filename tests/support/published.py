"""The code blocks of the finished pages, as a reader sees them."""
from __future__ import annotations

import functools
import json
import shutil
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from bs4 import BeautifulSoup, Tag

from press.catalogue import ROOT
from press.site import languages

HTML = ROOT / "_build/html"
LANGUAGES = tuple(languages.LANGUAGES)


@dataclass(frozen=True)
class Block:
    """A block of code on a page.

    `kind` is module, session, stepped (a module in a stepper), doctest, output, or illustration;
    `name` is the listing's, or the illustration's, or nothing.
    """

    page: str
    kind: str
    name: str
    text: str


@functools.cache
def soup(path: Path) -> BeautifulSoup:
    """Read a page as a browser does."""
    return BeautifulSoup(path.read_text("utf-8"), "html5lib")


def pages(language: str, html: Path = HTML) -> dict[str, Path]:
    """Give {name: path} of the pages of a book."""
    folder = html / language
    assert (folder / "index.html").is_file(), f"{folder} is not built: run make html"
    found = {path.relative_to(folder).with_suffix("").as_posix(): path for path in sorted(folder.rglob("*.html"))}
    return {name: path for name, path in found.items() if name not in languages.NOT_PAGES}


def blocks(language: str, html: Path = HTML) -> list[Block]:
    """Give all code blocks of a book, page by page."""
    found = []
    for name, path in pages(language, html).items():
        article = soup(path).article
        assert article is not None, f"{path} has no article"
        found += [_block(name, pre) for pre in article.find_all("pre")]
    return found


def _block(page: str, pre: Tag) -> Block:
    listing = pre.find_parent("div", class_="code")
    text = pre.get_text()
    if listing is not None:
        kind = next(kind for kind in ("module", "session", "stepped") if kind in listing["class"])
        return Block(page, kind, str(listing["data-listing"]), text)
    frame = pre.find_parent("div", class_="notranslate")
    classes = list(frame["class"]) if frame is not None else []
    if "highlight-pycon" in classes:
        return Block(page, "doctest", "", text)
    if "highlight-console" in classes:
        return Block(page, "output", "", text)
    name = str(frame.get("id", "")) if frame is not None else ""
    return Block(page, "illustration" if name else "unknown", name, text)


def census(found: list[Block]) -> dict[str, dict[str, int]]:
    """Count the blocks: {page: {kind: how many}}."""
    counts: dict[str, Counter[str]] = {}
    for block in found:
        counts.setdefault(block.page, Counter())[block.kind] += 1
    return {page: dict(count) for page, count in counts.items()}


def write_tree(found: list[Block], root: Path) -> None:
    """Write what the pages show into a folder, as a package and its sessions, ready to be run.

    Only the __init__.py files, which no page shows, come from the repository.
    """
    for path in (ROOT / "ghetto_asyncio").rglob("__init__.py"):
        target = root / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    for block in found:
        if block.kind in ("module", "session", "stepped"):
            stem = block.name.replace(".", "/")
            name = f"ghetto_asyncio/{stem}.py" if block.kind != "session" else f"listings/{stem}.pycon"
            target = root / name
            target.parent.mkdir(parents=True, exist_ok=True)
            assert not target.exists() or target.read_text("utf-8") == block.text, f"{name} is shown in two ways"
            target.write_text(block.text, "utf-8")
    shown = [vars(block) for block in found if block.kind in ("doctest", "output")]
    (root / "blocks.json").write_text(json.dumps(shown), "utf-8")
