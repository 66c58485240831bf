"""Scripts that a browser loads when a reader needs them: their code and style are in the folder later.

Each is a function. Here it gets its style sheet and its data of the book, as a script that works from disk, too.
"""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

FOLDER = Path(__file__).with_suffix("")


def written(data: Any) -> str:
    """Return data as JavaScript writes them."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def called(name: str, *arguments: Any) -> str:
    """Return a script in which the function of this name is called with its style sheet and the arguments."""
    code, style = ((FOLDER / f"{name}.{kind}").read_text("utf-8") for kind in ("js", "css"))
    return f"(() => {{\n{code}\n{name}({', '.join(map(written, (style, *arguments)))});\n}})();\n"


def publish(app: Sphinx, name: str, text: str) -> None:
    """Write a file beside those that all pages load, if it has changed."""
    path = Path(app.outdir) / "_static" / name
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")
