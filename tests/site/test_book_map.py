"""The map of the book shows what the listings are built from: the lines as they are drawn, against the modules."""
from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from press.catalogue import PACKAGE, ROOT, BookError
from press.contents import chapters
from press.map.built_from import LOOPS, built_from
from tests.support.fences import everywhere, fences
from tests.support.site.pages import LANGUAGES, pages
from whoruns.tests.complaints import none

PAGE = (ROOT / "docs/map.md").read_text("utf-8")
ENDS = next(fence.argument for fence in fences(PAGE) if fence.kind == "{map}").split()


def names_in(code: CodeType) -> set[str]:
    """Return the names that a function uses, with those of the functions in it."""
    inner = [names_in(each) for each in code.co_consts if isinstance(each, CodeType)]
    return set(code.co_names).union(*inner)


def listing(value: Any) -> str:
    """Return the listing that something comes from, if it comes from one."""
    module = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None) or ""
    return module.removeprefix(f"{PACKAGE}.") if module.startswith(f"{PACKAGE}.") else ""


def used_by(name: str) -> set[str]:
    """Return the listings whose things a listing's classes and functions have or name, as Python has them."""
    module = importlib.import_module(f"{PACKAGE}.{name}")
    things = [value for value in vars(module).values() if listing(value) == name and not isinstance(value, ModuleType)]
    parts = [part for thing in things for part in (thing, *getattr(thing, "__bases__", ()), *vars(thing).values())]
    codes = [code for part in parts if (code := getattr(part, "__code__", None))]
    named = [vars(module).get(each) for code in codes for each in names_in(code)]
    return {listing(value) for value in (*parts, *named)} - {"", name}


def shown() -> tuple[set[str], set[tuple[str, str]]]:
    """Return what the chapters show and is right, and which listing they compare with which."""
    texts = [(ROOT / f"docs/{page}.md").read_text("utf-8") for page in chapters(ROOT)]
    found = [fence for text in texts for fence in everywhere(fences(text)) if fence.kind == "{listing}"]
    right = [fence for fence in found if not re.search(r"_bug$|\.solutions\.", fence.argument)]
    compared = {(each.options.get(way, ""), each.argument) for each in right for way in ("since", "against")}
    return {each.argument for each in right}, compared


def drawn(tree: LexborHTMLParser) -> tuple[dict[float, str], set[tuple[str, str]]]:
    """Return the boxes, by the middle of their height, and the lines from box to box."""
    boxes = {}
    for link in tree.css("svg.map a"):
        rect, name = link.css_first("rect"), link.css("text")[1].text()
        assert rect
        boxes[float(str(rect.attributes["y"])) + float(str(rect.attributes["height"])) / 2] = name
        assert (link.attributes["href"] or "").partition("#")[2].startswith(re.sub(r"[._]", "-", name))
    way = re.compile(r"M\S+ ([\d.]+)[HV].*?V?([\d.]+)(?:q0 (\d+) \S+ \S+H\S+)?")
    ends = [way.fullmatch(str(path.attributes["d"])) for path in tree.css("svg.map path:not(.tick)")]
    lines = [(float(end[1]), float(end[2]) + float(end[3] or 0)) for end in ends if end]
    return boxes, {(boxes.get(first, "nothing"), boxes.get(last, "nothing")) for first, last in lines}


def above(name: str, ways: set[tuple[str, str]]) -> set[str]:
    """Return all from which ways lead to a name."""
    return set().union(*({first} | above(first, ways) for first, last in ways if last == name))


def problems(html: str) -> Iterator[str]:
    """Say where the drawing, the list and the code differ."""
    tree = LexborHTMLParser(html)
    boxes, lines = drawn(tree)
    known, compared = shown()
    really, left = set[tuple[str, str]](), list(ENDS)
    while left:
        name = left.pop()
        new = {(each, name) for each in used_by(name) | {a for a, b in compared if b == name} if each in known} - really
        really |= new
        left += [first for first, _last in new]
    modules = {each: vars(importlib.import_module(f"{PACKAGE}.{each}")) for way in really for each in way}
    for name in modules.keys() - set(boxes.values()):
        if any(listing(modules[name].get(each)) == name for each in LOOPS):
            yield f"{name} is missing"
    for name in boxes.values():
        true, seen = above(name, really) & set(boxes.values()), above(name, lines)
        yield from (f"{name} is built from {each}, and no line says so" for each in true - seen)
        yield from (f"{name} isn’t built from {each}, and a line says so" for each in seen - true)
        if sum(first == name for first, _last in really) < 2 and not LOOPS & modules[name].keys():
            yield f"one listing alone uses {name}"
    numbers = {name.text(): number.text() for number, name in (link.css("text") for link in tree.css("svg.map a"))}
    told = set()
    for item in tree.css("figure.map li li li"):
        here, *others = [link.text().partition(". ")[0] for link in item.css("a")]
        told |= {(other, here) for other in others}
    if told != {(numbers.get(first), numbers.get(last)) for first, last in lines}:
        yield "the list does not say what the drawing shows"


def test_the_map_is_what_the_code_is() -> None:
    none(f"{language}: {said}" for language in LANGUAGES for said in problems(pages(language)["map"].text))


def test_a_wrong_map_is_found() -> None:
    text = pages("en")["map"].text
    for old, new, complaint in (
        (r'<path class="grew c3"[^>]*/>', "", "is built from"),
        (r'(<path class="loop" d="M\S+) [\d.]+', r"\1 31.5", "isn’t built from"),
        (r"<a href=\"callbacks/time.html#clocks-loop\">.*?</a>", "", "clocks.loop is missing"),
        (r"(?s)<p>It grew from.*?</p>", "", "the list does not say what the drawing shows"),
    ):
        assert re.search(old, text)
        assert complaint in "\n".join(problems(re.sub(old, new, text, count=1)))


def test_what_the_map_cannot_show_is_said(tmp_path: Path) -> None:
    for name, text in {
        "docs/index.md": "```{toctree}\n:numbered:\n:caption: Part\n\none\n```\n",
        "docs/one.md": "```{listing} a.part\n:lines: 1-2\n```\n",
        "ghetto_asyncio/a/part.py": "class Loop:\n    pass\n", "ghetto_asyncio/a/unseen.py": "class Loop:\n    pass\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    for end, complaint in (
        ("a.fourth", "there is no listing 'a.fourth'"),
        ("a.unseen", "no chapter shows a.unseen, so the map can't end there"),
        ("a.part", "to a.part, of which pages show parts: give one of them ':name: a.part'"),
    ):
        with pytest.raises(BookError, match=re.escape(complaint)):
            built_from([end], tmp_path)
