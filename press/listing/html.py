"""The HTML of a listing: its file's name, its lines, and those that can be hidden.

All lines of a module are always there, but for a piece of one that the page has shown before. Those beside the part
that the page shows (``rest``) are hidden, so that a page read as text has none twice; a line that is gone is an
attribute, for it is no text of the program. Without JavaScript, a check box shows the new lines alone, or, when the
page shows a part, the whole, and another one the imports (``plumbing.py``); both stand behind three dots at the end of
the bar. Copying takes the shown lines, and all imports. So a new line has an element (``new``), and so have the lines
between the new ones (``old``) and imports (``imports``); where nothing is new and nothing hidden, none has.

Each line of a module begins with an empty element (``i``), which the style sheet counts: so the line shows the number
that it has in its file, which is not selected, copied or read aloud. Of left-out lines there are these alone,
one (``b``) for ten.
"""
from __future__ import annotations

from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.locale import _
from sphinx.writers.html5 import HTML5Translator

from press.catalogue import Listing
from press.listing.in_browser import sentence
from press.listing.plumbing import Plumbing, around, docstring, plumbing

FOLDING = ("module", "session")
"""Kinds of blocks whose imports fold; the panel of a run counts the lines of others."""
LINE, TEN_LINES = "<i></i>", "<b></b>"
"""The start of a line that is counted, and the sign for ten that are left out."""
LONG = 30
"""Lines of a listing that does not stay on one sheet of paper."""


def visit_listing_code(self: HTML5Translator, node: nodes.literal_block) -> None:
    """Write the block and skip its children."""
    highlighted = self.highlighter.highlight_block(
        node.astext(), node["language"], location=node, nowrap=True, force=False
    )
    new: list[int] = node.get("new", [])
    part: list[int] = node.get("part", [])
    lines = lines_of(highlighted)
    if node["kind"] == "module":
        lines = [LINE + line for line in lines]
    whole = not part or len(part) == len(lines)
    piece = node.get("piece", False)
    folds = Plumbing()
    if piece:
        highlighted = pieces(lines, set(new), part, node.get("gone", {}))
    else:
        if node["kind"] in FOLDING and self.builder.name == "html":  # elsewhere nobody can unfold them
            fold = around if "puzzle" in node else plumbing
            folds = fold(node.astext(), node["language"])
        rest = set() if whole else set(range(1, len(lines) + 1)).difference(part)
        if rest & folds.lines:
            folds = Plumbing()  # they come with the whole file
        marks = bool(new) or not whole
        asked = docstring(node.astext()) if "puzzle" in node and node["kind"] == "module" else frozenset[int]()
        highlighted = divided(lines, kinds(len(lines), set(new), rest, folds, marks, asked), node.get("gone", {}))
    if self.builder.name == "epub":
        highlighted = highlighted.replace(' role="deletion"', "")  # which epubs do not know
    toggle, told = "", ""
    if self.config.book_run and self.builder.name == "html":
        if "browser" in node:
            told = f' data-no="{escape(sentence(node["browser"]))}"'
        elif runs(node, self.config.book_root):
            told = " data-try"
    if "against" in node:
        told += f' data-against="{node["against"]}"'
    elif new and not piece and self.builder.name == "html":
        toggle = switch("only-new", _("only what is new"))
    if not whole and not piece:
        toggle += switch("whole", _("the whole file"))
    toggle += switch_of(folds, _("the whole file") if "puzzle" in node else "")
    kind = node["kind"] + (" piece" if piece else " long" if len(lines) >= LONG else "")
    self.body.append(
        f'<div class="code {kind}" data-listing="{node["listing"]}"{told}>'
        f'<div class="code-bar"><span class="file notranslate">{escape(node["file"])}</span>{more(toggle)}</div>'
        f'<div class="highlight-{node["language"]} notranslate"><div class="highlight">'
        f"<pre>{highlighted}</pre></div></div></div>\n"
    )
    raise nodes.SkipNode


def runs(node: nodes.Element, root: str) -> bool:
    """Say whether a block runs in a page: its listing has a session, or is an exercise, which has its solution's."""
    listing = Listing(node["listing"], Path(root))
    can = ".exercises." in listing.name or listing.session.is_file()
    return node["kind"] in FOLDING and "browser" not in node and can


def write_doctest(self: HTML5Translator, node: nodes.literal_block, folds: Plumbing) -> None:
    """Write a session that is no listing and has imports, and skip its children."""
    lines = lines_of(self.highlighter.highlight_block(node.astext(), "pycon", location=node, nowrap=True, force=False))
    highlighted = divided(lines, kinds(len(lines), set(), set(), folds, marks=False), {})
    self.body.append(
        f'<div class="code doctest"><div class="code-bar">{more(switch_of(folds))}</div>'
        f'<div class="highlight-pycon notranslate"><div class="highlight"><pre>{highlighted}</pre></div></div></div>\n'
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
    """Return lines that are gone, each in an element without text: no part of the code, a style sheet shows it."""
    return "".join(f'<span class="gone" role="deletion" data-line="{escape(line)}"></span>' for line in lines)


def pieces(lines: list[str], new: set[int], part: list[int], gone: dict[int, list[str]]) -> str:
    """Return these lines alone, with those that are new marked, and a gap where lines are left out."""
    found, before = "", 0
    for number in part:
        if number > before + 1:
            tens, ones = divmod(number - before - 1, 10)
            found += f'<span class="gap">{TEN_LINES * tens}{LINE * ones}</span>'
        found += struck(gone.get(number, []))
        found += f'<span class="new">{lines[number - 1]}</span>' if number in new else lines[number - 1]
        before = number
    return found + struck(gone.get(before + 1, []))


def lines_of(highlighted: str) -> list[str]:
    """Return the lines of code that is marked up, with their ends."""
    return [f"{line}\n" for line in highlighted.rstrip("\n").split("\n")]


def kinds(count: int, new: set[int], rest: set[int], folds: Plumbing, marks: bool,
          asked: frozenset[int] = frozenset()) -> list[str]:
    """Return the class of each line, or nothing; `marks`: lines that are not new have one, too.

    `asked` are the lines of a puzzle that stand above it already.
    """
    return [
        " ".join(
            word
            for word, so in (
                ("new", number in new), ("old", marks and number not in new), ("rest", number in rest),
                ("imports", number in folds.lines), ("asked", number in asked),
            )
            if so
        )
        for number in range(1, count + 1)
    ]


def divided(lines: list[str], kinds: list[str], gone: dict[int, list[str]]) -> str:
    """Put each new line, and each row of others that have a class, into an element that can be marked or hidden.

    A line that is gone since another listing stands before the one that has taken its place.
    """
    found = before = ""
    for number, (kind, line) in enumerate(zip(kinds, lines), 1):
        taken = struck(gone.get(number, []))
        if kind != before or kind.startswith("new") or taken:
            hidden = " hidden" * ("rest" in kind.split())
            found += "</span>" * bool(before) + taken + f'<span class="{kind}"{hidden}>' * bool(kind)
        found, before = found + line, kind
    return found + "</span>" * bool(before) + struck(gone.get(len(lines) + 1, []))


def switch_of(folds: Plumbing, label: str = "") -> str:
    """Return a check box for folded lines, if there are any; without a label it names and counts them."""
    label = label or (_("imports, closing: {count}") if folds.closing else _("imports: {count}"))
    return switch("imports", label.format(count=folds.statements)) if folds.statements else ""


def more(boxes: str) -> str:
    """Return the three dots at the end of a bar, behind which the check boxes stand, if there are any."""
    more = _("More")
    return f'<details class="more"><summary aria-label="{more}">⋯</summary>{boxes}</details>' if boxes else ""


def switch(name: str, label: str) -> str:
    """Return a check box that a style sheet can act upon."""
    return f'<label><input type="checkbox" class="{name}" autocomplete="off"> {escape(label)}</label>'
