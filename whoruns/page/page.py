"""One HTML file of a recording: timeline, table, stepper, output and program. It needs nothing but itself.

The drawing, the panel and their style sheets are those of the book. The page allows itself its own script and style,
by their hashes, and nothing else.
"""
from __future__ import annotations

import base64
import hashlib
import json
import platform
import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from whoruns.page.colours import coloured
from whoruns.page.drawn import Figure
from whoruns.page.sheet import sheet
from whoruns.source import Text
from whoruns.story.overview import Overview
from whoruns.wording import _, speaking

HERE = Path(__file__).parent
STATIC = HERE / "static"
STYLES = (HERE / "variables.css", HERE / "page.css", STATIC / "figures.css", STATIC / "panel.css", HERE / "code.css")
SCRIPTS = (
    STATIC / "panel.js", STATIC / "figure.js",
    *(HERE / name for name in ("page.js", "sheet.js", "ground.js", "framed.js")),
)
LARGE_STYLE, LARGE_SCRIPT = STATIC / "large.css", STATIC / "large.js"
"""For a drawing that is larger than a window."""
MARKS = (b'<meta name="generator" content="whoruns">', b'<meta name="generator" content="Ghetto asyncio">')
"""Marks of such a file: the present one, and the old one."""


def page(
    title: str, texts: Sequence[Text], figure: Figure, output: Sequence[str], error: Mapping[str, Any] | None,
    cannot: Sequence[str], language: str, command: str = "", real: bool = False, overview: Overview | None = None,
) -> str:
    """Return the text of the page, in a language; the sentences of `cannot` are in it already.

    `title`: the name of the program's file; `texts`: that file, and others of which lines were run; `error`: the one
    that ended the program, with ``words``, ``file`` and ``line``, from 1; `command`: how the page was made;
    `real`: the program ran in real time; `overview`: the data of a large drawing.
    """
    with speaking(language):
        styles, scripts, parts = [*STYLES], [*SCRIPTS], {"bookPanel": panel()}
        data: dict[str, Any] = {name: part for name, part in figure.items() if name not in ("svg", "sheet")}
        if overview:
            styles, scripts = [*styles, LARGE_STYLE], [LARGE_SCRIPT, *scripts]
            parts["bookWays"], data["overview"] = filled("large.html"), overview
        style = "\n".join(path.read_text("utf-8") for path in styles)
        words_first = (f"window.{name} = {as_json(html)};" for name, html in parts.items())
        script = "\n".join([*words_first, *(path.read_text("utf-8") for path in scripts)])
        how = _("Recorded by running it with Python {version}. Where it would wait, the clock jumps on.")
        if real:
            how = _("Recorded by running it with Python {version}, in real time.")
        first, *others = (program(text, error) for text in texts)
        drawing, key = sheet(figure)
        words = {
            "tag": tag(language), "title": escape(title), "how": escape(how.format(version=version())),
            "command": f'<p class="command notranslate"><code>{escape(command)}</code></p>' if command else "",
            "said": said(error, cannot), "svg": drawing, "key": key, "same": escape(_("The same as a table")),
            "caption": escape(_("Point at a row, or step with the arrow keys: the panel shows which lines run there.")),
            "output_head": escape(_("Output")), "output": escape("\n".join(output) or "–"),
            "program_head": escape(_("The program")), "program": first,
            "others": "\n".join(
                f'<details><summary class="notranslate">{escape(text.name)}</summary>{code}</details>'
                for text, code in zip(texts[1:], others)
            ),
            "data": as_json(data),
        }
    template = (HERE / "page.html").read_text("utf-8")
    return template.format(
        **words, style=style, script=script, style_hash=hashed(style), script_hash=hashed(script)
    )


def program(text: Text, error: Mapping[str, Any] | None) -> str:
    """Return a file as HTML, in which the line is marked that has ended the program."""
    wrong = error["line"] if error and error["file"] == text.name else 0
    code = numbered(coloured(text.text), wrong)
    return f'<div class="highlight notranslate"><pre>{code}</pre></div>'


def said(error: Mapping[str, Any] | None, cannot: Sequence[str]) -> str:
    """Return the words above the drawing: how the program ended, and the gaps of the figure. Long ones are folded."""
    told = "\n".join(f'<p class="trouble">{escape(each)}</p>' for each in [*ended(error), *cannot])
    words = escape(_("Show all"))
    button = f'<button type="button" aria-expanded="false" hidden>{words}</button>'
    return f'<div class="said">\n{told}\n</div>\n{button}' if told else ""


def ended(error: Mapping[str, Any] | None) -> list[str]:
    """Return how a program ended, if that was by an error."""
    if not error:
        return []
    at = _("It ended at line {line}: {words}") if error["line"] else _("It ended: {words}")
    return [at.format(line=error["line"], words=error["words"])]


def numbered(lines: Sequence[str], wrong: int) -> str:
    """Return lines of code that count themselves, with the one that is wrong marked."""
    return "\n".join(
        f"<i></i><mark>{line}</mark>" if number == wrong else f"<i></i>{line}" for number, line in enumerate(lines, 1)
    )


def panel() -> str:
    """Return the HTML of the panel."""
    return filled("panel.html")


def filled(name: str) -> str:
    """Return the HTML of a template in the language that is spoken, as Sphinx makes it."""
    template = (HERE / name).read_text("utf-8")
    template = re.sub(r"(?s)\{#-.*?-?#\}\n?", "", template).rstrip("\n")
    translated = _  # these words are extracted from the template
    return re.sub(r'\{\{ _\("(.*?)"\) \}\}', lambda found: escape(translated(found[1])), template)


def tag(language: str) -> str:
    """Return a language as HTML names it."""
    return language.replace("_", "-")


def as_json(value: object) -> str:
    """Return JSON that can stand in a script: no text in it can end that."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")


def hashed(text: str) -> str:
    """Return a content policy's name of a script or a style sheet."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def version() -> str:
    """Return which Python this is."""
    return platform.python_version()
