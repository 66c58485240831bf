"""Every word that our code puts on a page comes to the translators."""
from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from press.translation.extraction import PRESS, TOOL, words
from whoruns.tests.complaints import none


def overlooked(folder: Path) -> Iterator[str]:
    """Yield where the code says words that Babel does not see, at least not with Python 3.11."""
    seen = {(path, text) for path, _line, text in words(folder)}
    for path in folder.rglob("*.py"):
        found = list(ast.walk(ast.parse(path.read_text("utf-8"))))
        hidden = [inner for node in found if isinstance(node, ast.JoinedStr) for inner in ast.walk(node)]
        for node in found:
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_"):
                continue
            if node in hidden or (path, getattr(node.args[0], "value", None)) not in seen:
                yield (
                    f"{path.relative_to(folder)}:{node.lineno}: Babel does not see _({ast.unparse(node.args[0])});"
                    " it takes one plain string, and not inside an f-string"
                )


def test_no_words_of_the_code_are_overlooked() -> None:
    none(said for folder in (PRESS, TOOL) for said in overlooked(folder))


CODE = """\
print(_("Close"))
print(_("Close "
    "it"))
print(f"<b>{_('Close')}</b>")
print(_(f"Close {name}"))
print(_(name))
"""


def test_words_that_babel_does_not_see_are_named(tmp_path: Path) -> None:
    (tmp_path / "page.py").write_text(CODE, "utf-8")
    found = sorted(said.partition(" does not see ")[0] for said in overlooked(tmp_path))
    assert found == [f"page.py:{line}: Babel" for line in (4, 5, 6)]
