"""The order of the book is read from its tables of contents."""
from __future__ import annotations

import re
from pathlib import Path

from press.catalogue import ROOT
from press.contents import chapters, numbers, pages
from tests.support.site.pages import SITE

OTHERS = ["three/rest", "three/more", "four/exercises"]
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
:numbered:
:name: appendix

three/rest
three/more
```

```{toctree}
:name: workshop
:numbered:

four/exercises
```

```{toctree}
glossary
```
"""


def test_every_page_has_its_place() -> None:
    there = [path.relative_to(ROOT / "docs").with_suffix("").as_posix() for path in (ROOT / "docs").rglob("*.md")]
    assert sorted(pages(ROOT)) == sorted(there)


def test_numbers_go_on_through_all_parts(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text(INDEX)
    assert chapters(tmp_path) == ["one/first", "one/second", "two/third"]
    assert pages(tmp_path) == ["index", "preface", *chapters(tmp_path), *OTHERS, "glossary"]
    assert numbers(tmp_path) == dict(zip([*chapters(tmp_path), *OTHERS], [1, 2, 3, "A", "B", "I"], strict=True))


def test_pages_figures_and_listings_have_these_numbers() -> None:
    for name, number in numbers(ROOT).items():
        page = SITE.pages("en")[name]
        title = page.article.css_first("h1")
        assert title is not None
        assert title.text().startswith(f"{number}. "), page
        for caption in page.css(".caption-number"):
            assert re.match(rf"(Listing|Fig\.|Table) {number}\.\d+ ", caption.text()), f"{page}: {caption.text()}"
