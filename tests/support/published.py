"""The code blocks of the finished pages, as a reader sees them."""
from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from selectolax.lexbor import LexborNode

from press.catalogue import ROOT
from tests.support.pages import SITE, Site


@dataclass(frozen=True)
class Block:
    """A block of code on a page.

    `kind` is module, session, stepped (a module in a stepper), doctest, output, quoted (lines of another program),
    flat (a class made from several listings), or illustration; `name` is the listing's, or the illustration's, or
    the object's, or nothing. `gone` are lines of the listing `against` that are shown as gone from this one.
    """

    page: str
    kind: str
    name: str
    text: str
    against: str = ""
    gone: tuple[str, ...] = ()


def blocks(language: str, site: Site = SITE) -> list[Block]:
    """Return all code blocks of a book, page by page."""
    return [_block(page.name, pre) for page in site.pages(language).values() for pre in page.article.css("pre")]


def _block(page: str, pre: LexborNode) -> Block:
    frames = [(frame.attributes, (frame.attributes.get("class") or "").split()) for frame in _above(pre)]
    gone = tuple(line.text().rstrip("\n") for line in pre.css("del"))
    text = "".join(each.text() for each in pre.iter(include_text=True) if each.tag != "del") if gone else pre.text()
    for attributes, classes in frames:
        if "code" in classes:
            kind = next(kind for kind in ("module", "session", "stepped", "quoted", "flat") if kind in classes)
            if kind == "flat":
                return Block(page, kind, f"{attributes['data-object']} {attributes['data-keep'] or ''}".strip(), text)
            if kind == "quoted":
                return Block(page, kind, str(attributes["data-object"]), text)
            return Block(page, kind, str(attributes["data-listing"]), text, attributes.get("data-against") or "", gone)
    attributes, classes = next((frame for frame in frames if "notranslate" in frame[1]), ({}, []))
    if "highlight-pycon" in classes:
        return Block(page, "doctest", "", text)
    if "highlight-console" in classes:
        return Block(page, "output", "", text)
    name = attributes.get("id") or ""
    return Block(page, "illustration" if name else "unknown", name, text)


def _above(element: LexborNode) -> Iterator[LexborNode]:
    """Yield the <div>s around an element, from within."""
    above = element.parent
    while above is not None:
        if above.tag == "div":
            yield above
        above = above.parent


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
