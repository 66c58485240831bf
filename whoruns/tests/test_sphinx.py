"""The directive of Sphinx: programs on pages of others, in all kinds of books; what goes wrong is a warning."""
from __future__ import annotations

import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

pytest.importorskip("myst_parser", reason="neither Sphinx nor MyST is here")

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from whoruns.doors import kept, static

TEA = """import asyncio
async def tea(name, kettle):
    async with kettle:
        await asyncio.sleep(helper.SECONDS)
import helper
asyncio.run(tea("Ann", asyncio.Lock()))
"""
PAGE = """# Tea

```{whoruns} examples/tea.py
:caption: Ann has *tea*.
:name: ann
:show: name
```

```{whoruns} examples/tea.py
```

{ref}`ann`
"""
FAULTS = """# Faults

```{whoruns} examples/nowhere.py
```

```{whoruns}
import asyncio
async def main():
    await asyncio.sleep(1)
    raise ValueError("no tea")
asyncio.run(main())
```

```{whoruns}
:fails:
import asyncio
asyncio.run(asyncio.Event().wait())
```

```{whoruns} examples/tea.py
:fails:
```

```{whoruns}
```
"""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """The folder of a book, with a program."""
    (tmp_path / "examples").mkdir()
    (tmp_path / "conf.py").write_text("extensions = ['myst_parser', 'whoruns.sphinx']\nhtml_theme = 'basic'\n")
    (tmp_path / "examples/tea.py").write_text(TEA)
    (tmp_path / "examples/helper.py").write_text("SECONDS = 3\n")
    (tmp_path / "index.md").write_text(PAGE)
    (tmp_path / "plain.md").write_text("---\norphan: true\n---\n# Plain\n")
    return tmp_path


def build(book: Path, builder: str = "html", **conf: object) -> tuple[Path, str]:
    """Build a book; return where it is, and the warnings."""
    warnings = io.StringIO()
    out = book.parent / f"{book.name}-{builder}"
    with patch_docutils(book), docutils_namespace():
        app = Sphinx(book, book, out, book.parent / f"{book.name}-doctrees", builder, conf, None, warnings)
        app.build()
    return out, re.sub("\x1b[^m]*m", "", warnings.getvalue()).replace(f"{book}/", "")


def test_a_page_shows_a_program_and_notices_when_it_changes(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, warnings = build(book, language="pl")
    assert not warnings
    page = (out / "index.html").read_text("utf-8")
    assert "<summary>To samo" in page and 'href="#ann"><span class="std std-ref">Ann has tea.' in page
    assert page.count("<figure") == page.count("</figure>") == 2 and page.count("<figcaption>") == 1
    assert page.count("</figcaption>") == 1 and len(set(re.findall('id="(run-[^"]*)"', page))) == 4
    sources = re.findall('data-src="([^"?]*)', page)
    first, second = (json.loads((out / each).read_text("utf-8")[len("bookRun(") : -3]) for each in sources)
    assert first["run"] != second["run"] and len(first["lines"]["tea.py"]) == 6
    assert "whoruns.js?v=" in page and "whoruns" not in (out / "plain.html").read_text("utf-8")
    made = kept.made
    monkeypatch.setattr(kept, "made", None)  # nothing runs again
    (book / "index.md").write_text(PAGE + "\nA line more.\n")
    assert build(book, language="pl")[1] == "" and "A line more" in (out / "index.html").read_text("utf-8")
    monkeypatch.setattr(kept, "made", made)
    (book / "examples/helper.py").write_text("SECONDS = 55\n")
    build(book, language="pl")
    assert "sleep(55)" in (out / "index.html").read_text("utf-8")


def test_what_is_wrong_is_a_warning(book: Path) -> None:
    (book / "index.md").write_text(FAULTS)
    out, warnings = build(book)
    assert warnings.splitlines() == [
        "index.md:3: WARNING: examples/nowhere.py cannot be read from examples: No such file or directory [whoruns]",
        "index.md:6: WARNING: index.py:4: ValueError: no tea",
        "If that is what the page is to show, say so with :fails: [whoruns]",
        "index.md:20: WARNING: tea.py ends well: take :fails: away [whoruns]",
        "index.md:24: WARNING: name a program, or write one into the directive: one of both [whoruns]",
    ]
    page = (out / "index.html").read_text("utf-8")
    assert "It ended at line 4: ValueError: no tea" in page and page.count("<svg") == 3
    assert page.index("Event") < page.index("It would wait for ever here")


def test_other_books_have_an_image_or_a_table(book: Path) -> None:
    out, warnings = build(book, "epub", version="1", epub_copyright="-")
    drawing = ET.parse(out / "_static/whoruns/index-1.svg").getroot()
    assert not warnings and drawing.findtext("{*}title") == "Timeline of tea.py"
    assert "<script" not in (out / "index.xhtml").read_text("utf-8")
    text = (build(book, "text")[0] / "index.txt").read_text("utf-8")
    assert "Ann has *tea*.\n~~~" in text.replace("^", "~").replace("=", "~") and text.count("asks for sleep(3)") == 2


def test_its_style_stays_inside() -> None:
    """All rules stand in one, that of figures."""
    style = re.sub(r"(?s)/\*.*?\*/", "", static.style()).strip()
    depth = [0]
    for sign in re.findall("[{}]", style):
        depth.append(depth[-1] + (1 if sign == "{" else -1))
    assert style.startswith(".whoruns {") and depth[-1] == 0 and 0 not in depth[1:-1]
    assert not re.search(r"\bbody\b|\bhtml\b|:root", style)
