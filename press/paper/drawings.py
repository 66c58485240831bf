"""Write into each drawing how it looks: WeasyPrint does not let the style sheets of a page into its drawings.

What `figures.css` says of an element becomes its attributes, in the colours of a light page.
"""
from __future__ import annotations

import re
from collections.abc import Iterable
from copy import deepcopy
from pathlib import Path

import cssselect2
import tinycss2

from press.paper.book import PaperError
from press.run.svg import WIDTH

SHEET = Path(__file__).parents[1] / "site/static/figures.css"
SANS = "Noto Sans, Noto Sans CJK SC, Noto Sans Symbols2"
MONO = "Noto Sans Mono, Noto Sans Mono CJK SC, Noto Sans Symbols2"
THEME = {
    "--font-stack": SANS, "--font-stack--monospace": MONO,
    "--color-foreground-primary": "#000000", "--color-foreground-secondary": "#4a4a4a",
    "--color-foreground-muted": "#6b6f76", "--color-background-primary": "#ffffff",
    "--color-background-secondary": "#f8f9fb", "--color-background-border": "#d0d3d8",
    "--color-code-background": "#f2f2f2", "--book-new": "#1a7f37",
}
"""What the theme and `book.css` say for the whole page."""
WIDEST, TALLEST = 378, 590
"""CSS pixels: how large a drawing may be, so that its question and its caption have room on the page, too."""
ROOM = {"max-width", "min-width", "width", "display"}
"""What the sheet says of the room that a whole drawing takes; here that is the paper's."""

Rule = tuple[dict[str, str], dict[str, str]]
"""What is declared for an element: properties, and variables."""


class SheetError(PaperError):
    """A value in the style sheet that nobody here can read, and what to do about it."""


def matcher(sheet: str) -> cssselect2.Matcher:
    """Return what finds the rules of a sheet for an element; those of a screen or of printing are left out."""
    found = cssselect2.Matcher()
    for rule in tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True):
        if rule.type == "qualified-rule":
            declared = {
                each.name: tinycss2.serialize(each.value).strip()
                for each in tinycss2.parse_blocks_contents(rule.content)
                if each.type == "declaration"
            }
            variables = {name: value for name, value in declared.items() if name.startswith("--")}
            rest = {name: value for name, value in declared.items() if name not in variables}
            for selector in cssselect2.compile_selector_list(rule.prelude):
                if selector.pseudo_element is None:
                    found.add_selector(selector, (rest, variables))
    return found


def plain(value: str, variables: dict[str, str]) -> str:
    """Return a value without variables, dark colours and mixtures; raise SheetError if it cannot be had."""
    while name := re.search(r"var\((--[\w-]+)\)", value):
        if name[1] not in variables:
            raise SheetError(f"{SHEET.name}: nobody says what {name[1]} is; THEME in press/paper/drawings.py should")
        value = value.replace(name[0], variables[name[1]])
    value = re.sub(r"light-dark\(([^,()]+),[^()]+\)", r"\1", value)
    value = re.sub(r"color-mix\(in srgb, (#\w+) (\d+)%, (#\w+|transparent)\)", mixed, value)
    if "(" in value:
        raise SheetError(f"{SHEET.name}: press/paper/drawings.py can't read {value}; teach it, or say it otherwise")
    return value


def mixed(mix: re.Match[str]) -> str:
    """Return the colour that is so many percent of the first, the rest of the second."""
    share = int(mix[2]) / 100
    if mix[3] == "transparent":
        return f"{mix[1]}{round(share * 255):02x}"
    first, second = (bytes.fromhex(colour[1:]) for colour in (mix[1], mix[3]))
    return "#" + bytes(round(a * share + b * (1 - share)) for a, b in zip(first, second)).hex()


def dress(element: cssselect2.ElementWrapper, rules: cssselect2.Matcher, around: dict[str, str]) -> dict[str, str]:
    """Write what the sheet says of an element into its attributes; return the variables inside it."""
    matched: list[Rule] = [found[-1] for found in rules.match(element)]
    variables = dict(around)
    for _properties, own in matched:
        variables |= own
    node = element.etree_element
    whole = element.local_name == "svg"
    for properties, _own in matched:
        for name, value in properties.items():
            if not (whole and name in ROOM):
                node.set(name, plain(value, variables).removesuffix("px"))
    return variables


def dress_all(elements: Iterable[cssselect2.ElementWrapper], rules: cssselect2.Matcher, around: dict[str, str]) -> None:
    """Dress elements and all that is in them."""
    for element in elements:
        variables = dress(element, rules, around)
        dress_all(list(element.iter_children()), rules, variables)
        node = element.etree_element
        node[:] = [part for child in node for part in layers(child)]


def layers(node: object) -> Iterable[object]:
    """Return an element as it is drawn: a text whose outline lies below it has that first, as another one."""
    if node.attrib.get("paint-order") != "stroke":  # type: ignore[attr-defined]
        return [node]
    below, above = deepcopy(node), deepcopy(node)
    below.set("fill", "none")  # type: ignore[attr-defined]
    above.set("stroke", "none")  # type: ignore[attr-defined]
    return [below, above]


def dress_drawings(root: cssselect2.ElementWrapper) -> None:
    """Dress all drawings of a document, and give each its size."""
    rules = matcher(SHEET.read_text("utf-8"))
    body = root.query("body")
    page = THEME | {name: value for found in rules.match(body) for name, value in found[-1][1].items()}
    for drawing in list(root.query_all(".drawing > svg")):
        dress_all([drawing], rules, page)
        node = drawing.etree_element
        height = float(node.get("viewBox").split()[3])
        scale = min(WIDEST / WIDTH, TALLEST / height)
        node.set("style", f"width: {WIDTH * scale:.1f}px; height: {height * scale:.1f}px")
