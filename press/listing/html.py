"""How a listing looks in HTML: its file's name, its lines, and what can be hidden.

All lines of a module are always there. Without JavaScript, a check box shows the new lines
alone, or, when the page shows a part, the whole; copying takes the whole.
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
    spans = []
    for number, line in enumerate(lines, 1):
        classes = "line" + " new" * (number in new) + " rest" * (not whole and number not in part)
        spans.append(f'<span class="{classes}">{line}\n</span>')
    toggle = ""
    if new:
        toggle = switch("only-new", _("only what is new"))
    if not whole:
        toggle += switch("whole", _("the whole file"))
    self.body.append(
        f'<div class="code {node["kind"]}" data-listing="{node["listing"]}">'
        f'<div class="code-bar"><span class="file notranslate">{escape(node["file"])}</span>{toggle}</div>'
        f'<div class="highlight-{node["language"]} notranslate"><div class="highlight">'
        f'<pre>{"".join(spans)}</pre></div></div></div>\n'
    )
    raise nodes.SkipNode


def switch(name: str, label: str) -> str:
    """Give a check box that a style sheet can act upon."""
    return f'<label><input type="checkbox" class="{name}" autocomplete="off"> {escape(label)}</label>'
