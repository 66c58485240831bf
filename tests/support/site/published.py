"""The code blocks of the finished pages, as a reader sees them."""
from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from selectolax.lexbor import LexborNode

from press.catalogue import ROOT, UNSHOWN, every
from press.conversation.script import TERMINALS, Conversation
from tests.support.site.pages import SITE, Site


@dataclass(frozen=True)
class Block:
    """A block of code on a page.

    `kind` is module, piece, session, stepped (a module in a stepper), doctest, output, quoted (lines of another
    program), flat (a class made from several listings), conversation, or illustration; `name` is the listing's, the
    object's, the conversation's, or the illustration's, or nothing. `gone` are lines of the listing `against` that are
    shown as gone from this one. Of a module that the page has shown before, there may be a piece.
    """

    page: str
    kind: str
    name: str
    text: str
    against: str = ""
    gone: tuple[str, ...] = ()


def blocks(language: str, site: Site = SITE) -> list[Block]:
    """Return all code blocks of a book, page by page."""
    return [
        _conversation(page.name, element) if element.tag == "table" else _block(page.name, element)
        for page in site.pages(language).values()
        for element in page.article.css("pre, table.talk")
    ]


def _block(page: str, pre: LexborNode) -> Block:
    frames = [(frame.attributes, (frame.attributes.get("class") or "").split()) for frame in _above(pre)]
    gone = tuple(str(line.attributes["data-line"] or "") for line in pre.css(".gone"))
    text = pre.text()
    for attributes, classes in frames:
        if "code" in classes:
            known = ("piece", "module", "session", "stepped", "quoted", "flat", "doctest")
            kind = next(kind for kind in known if kind in classes)
            if kind == "flat":
                return Block(page, kind, f"{attributes['data-object']} {attributes['data-keep'] or ''}".strip(), text)
            if kind == "doctest":
                return Block(page, kind, "", text)
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


def _conversation(page: str, table: LexborNode) -> Block:
    """Read the lines of the terminals, row by row."""
    acts: list[list[tuple[str, str, str]]] = []
    for row in table.css("tbody tr"):
        acts.append([])
        for cell in row.css("td"):
            who = next(name for name in TERMINALS if name.lower() in str(cell.attributes["class"]).split())
            for line in cell.css("div"):
                parts = [part for part in line.iter() if part.tag in ("kbd", "samp")]
                if line.css("div.silence"):
                    acts[-1].append((who, ":", "…"))
                if len(parts) == 2 and parts[1].tag == "kbd":  # the prompt came with what was before
                    acts[-2].append((who, ":", parts.pop(0).text()))
                for part in parts:
                    sign = ":" if part.tag == "samp" else "$" if line.css("span.gp") else ">"
                    acts[-1].append((who, sign, part.text()))
    return Block(page, "conversation", str(table.attributes["data-talk"]), in_rows(acts))


def in_rows(acts: list[list[tuple[str, str, str]]]) -> str:
    """Return the lines, act by act, in each act terminal by terminal: so a page shows them."""
    return "".join(
        f"{who}{sign} {text}\n"
        for act in acts
        for who, sign, text in sorted(act, key=lambda line: (line[1] == ":", TERMINALS.index(line[0])))
    )


def as_shown(conversation: Conversation) -> str:
    """Return the lines of a conversation as they are read from a page."""
    acts = [(act.done, *act.shown) for act in conversation.acts]
    return in_rows([[(line.who, line.sign, line.text) for line in act] for act in acts])


def _above(element: LexborNode) -> Iterator[LexborNode]:
    """Yield the <div>s around an element, from within."""
    above = element.parent
    while above is not None:
        if above.tag == "div":
            yield above
        above = above.parent


def write_tree(found: list[Block], root: Path) -> None:
    """Write the code of the pages into a folder, as a package and its sessions, ready to be run.

    Only files that no page shows come from the repository: the __init__.py files, and those beside the book.
    """
    modules = {block.name for block in found if block.kind in ("module", "stepped")}
    beside = [each.module for each in every(ROOT) if each.name.startswith(UNSHOWN) and each.name not in modules]
    for path in [*(ROOT / "ghetto_asyncio").rglob("__init__.py"), *beside]:
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
