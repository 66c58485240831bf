"""How a listing looks in HTML: its file's name, its lines, and what can be hidden.

All lines of a module are always there, each in a span. Without JavaScript, a check box shows the
new lines alone, or, when the page shows a part, the whole; copying takes what is shown.
"""
from __future__ import annotations

from html import escape

from docutils import nodes
from sphinx.locale import _
from sphinx.writers.html5 import HTML5Translator


def visit_listing_code(self: HTML5Translator, node: nodes.literal_block) -> None:
    """Write the block and skip its children."""
    highlighted = self.highlighter.highlight_block(
        node.astext(), node["language"], location=node, nowrap=True, force=False
    )
    new: list[int] = node.get("new", [])
    part: list[int] = node.get("part", [])
    lines = highlighted.rstrip("\n").split("\n")
    whole = not part or len(part) == len(lines)
    if node["kind"] != "session":  # of which nothing is hidden or marked
        numbers = range(1, len(lines) + 1)
        classes = ["line" + " new" * (n in new) + " rest" * (not whole and n not in part) for n in numbers]
        highlighted = "".join(f'<span class="{name}">{line}\n</span>' for name, line in zip(classes, lines))
    toggle = ""
    if new:
        toggle = switch("only-new", _("only what is new"))
    if not whole:
        toggle += switch("whole", _("the whole file"))
    self.body.append(
        f'<div class="code {node["kind"]}" data-listing="{node["listing"]}">'
        f'<div class="code-bar"><span class="file notranslate">{escape(node["file"])}</span>{toggle}</div>'
        f'<div class="highlight-{node["language"]} notranslate"><div class="highlight">'
        f"<pre>{highlighted}</pre></div></div></div>\n"
    )
    raise nodes.SkipNode


def switch(name: str, label: str) -> str:
    """Give a check box that a style sheet can act upon."""
    return f'<label><input type="checkbox" class="{name}" autocomplete="off"> {escape(label)}</label>'
