"""How a listing looks in HTML: its file's name, its lines, and what can be hidden.

All lines of a module are always there, but for a piece of one that the page has shown before. Without
JavaScript, a check box shows the new lines alone, or, when the page shows a part, the whole; copying takes
what is shown. So a new line has an element (``new``), and so have the lines between the new ones (``old``);
where nothing is new and nothing hidden, none has.
"""
from __future__ import annotations

from html import escape

from docutils import nodes
from sphinx.locale import _
from sphinx.writers.html5 import HTML5Translator

LONG = 30
"""Lines of a listing that does not stay on one sheet of paper."""


def visit_listing_code(self: HTML5Translator, node: nodes.literal_block) -> None:
    """Write the block and skip its children."""
    highlighted = self.highlighter.highlight_block(
        node.astext(), node["language"], location=node, nowrap=True, force=False
    )
    new: list[int] = node.get("new", [])
    part: list[int] = node.get("part", [])
    lines = [f"{line}\n" for line in highlighted.rstrip("\n").split("\n")]
    whole = not part or len(part) == len(lines)
    piece = node.get("piece", False)
    if piece:
        highlighted = pieces(lines, set(new), part, node.get("gone", {}))
    elif new or not whole:
        rest = set() if whole else set(range(1, len(lines) + 1)).difference(part)
        highlighted = divided(lines, set(new), rest, node.get("gone", {}))
    toggle, against = "", ""
    if "against" in node:
        against = f' data-against="{node["against"]}"'
    elif new and not piece:
        toggle = switch("only-new", _("only what is new"))
    if not whole and not piece:
        toggle += switch("whole", _("the whole file"))
    kind = node["kind"] + (" piece" if piece else " long" if len(lines) >= LONG else "")
    self.body.append(
        f'<div class="code {kind}" data-listing="{node["listing"]}"{against}>'
        f'<div class="code-bar"><span class="file notranslate">{escape(node["file"])}</span>{toggle}</div>'
        f'<div class="highlight-{node["language"]} notranslate"><div class="highlight">'
        f"<pre>{highlighted}</pre></div></div></div>\n"
    )
    raise nodes.SkipNode


def write_program(self: HTML5Translator, node: nodes.literal_block, kind: str, name: str = "") -> None:
    """Write lines that belong to an object, and perhaps its name above them, and skip the children."""
    lines = self.highlighter.highlight_block(node.astext(), "python", location=node, nowrap=True, force=True)
    bar = f'<div class="code-bar"><span class="file notranslate">{escape(name)}</span></div>' if name else ""
    keep = f' data-keep="{node["keep"]}"' if "keep" in node else ""
    self.body.append(
        f'<div class="code {kind}" data-object="{node["object"]}"{keep}>{bar}'
        f'<div class="highlight-python notranslate"><div class="highlight"><pre>{lines}</pre></div></div></div>\n'
    )
    raise nodes.SkipNode


def struck(lines: list[str]) -> str:
    """Return lines that are gone, each in an element that is no part of the code."""
    return "".join(f"<del>{escape(line)}\n</del>" for line in lines)


def pieces(lines: list[str], new: set[int], part: list[int], gone: dict[int, list[str]]) -> str:
    """Return these lines alone, with those that are new marked, and a gap where lines are left out."""
    found, before = "", part[0] - 1
    for number in part:
        found += '<span class="gap"></span>' * (number > before + 1)
        found += struck(gone.get(number, []))
        found += f'<span class="new">{lines[number - 1]}</span>' if number in new else lines[number - 1]
        before = number
    return found + struck(gone.get(before + 1, []))


def divided(lines: list[str], new: set[int], rest: set[int], gone: dict[int, list[str]]) -> str:
    """Put each new line, and each row of others, into an element that can be marked or hidden.

    A line that is gone since another listing stands before the one that has taken its place.
    """
    found = ""
    kinds = [("new" if number in new else "old") + " rest" * (number in rest) for number in range(1, len(lines) + 1)]
    for number, (kind, line) in enumerate(zip(kinds, lines)):
        taken = struck(gone.get(number + 1, []))
        begins = number == 0 or kind != kinds[number - 1] or kind.startswith("new") or taken
        found += ("</span>" * (number > 0) + taken + f'<span class="{kind}">') * bool(begins) + line
    return found + "</span>" + struck(gone.get(len(lines) + 1, []))


def switch(name: str, label: str) -> str:
    """Return a check box that a style sheet can act upon."""
    return f'<label><input type="checkbox" class="{name}" autocomplete="off"> {escape(label)}</label>'
