"""The order of the book is read from its tables of contents."""
from __future__ import annotations

from pathlib import Path

from press.catalogue import ROOT
from press.contents import chapters, pages

INDEX = """\
# A book

```{toctree}
preface
```

```{toctree}
:numbered:
:caption: Part one

one/first
one/second
```

```{toctree}
:caption: Part two
:numbered:

two/third
```

```{toctree}
glossary
```
"""


def test_every_page_has_its_place() -> None:
    there = [path.relative_to(ROOT / "docs").with_suffix("").as_posix() for path in (ROOT / "docs").rglob("*.md")]
    assert sorted(pages(ROOT)) == sorted(there)


def test_a_new_part_has_chapters(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text(INDEX)
    assert chapters(tmp_path) == ["one/first", "one/second", "two/third"]
    assert pages(tmp_path) == ["index", "preface", *chapters(tmp_path), "glossary"]
