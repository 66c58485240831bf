"""What MyST and Sphinx lose on the way to gettext and back is given back or reported."""
from __future__ import annotations

import pytest
from selectolax.lexbor import LexborHTMLParser

from tests.support.tiny.book import TinyBook

EVERYTHING = """\
---
myst:
  html_meta:
    description: what-the-description-says
---

# the-title

a-paragraph with **strong-words** and [a-link](https://example.org/ "a-link-title").

- a-list-item
- another-item

term-of-a-list
: its-definition

> a-quotation

| a-column | another-column |
| --- | --- |
| a-cell | another-cell |

```{table} a-table-caption
| inner-column |
| --- |
| inner-cell |
```

```{note}
| noted-column |
| --- |
| noted-cell |
```

```{admonition} an-admonition-title
its-text
```

![an-alternative-text](picture.svg)

```{figure} picture.svg
:alt: the-alternative-text-of-a-figure

a-figure-caption

a-legend
```

```{listing} part.count
:caption: a-listing-caption
```

````{solution}
a-solution
````

```{folded} a-title-of-a-box
what-is-folded
```

```{glossary}
a-glossary-term
  what-it-means
```

```{rubric} a-rubric
```

a-note[^1]

[^1]: its-footnote
"""

PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'


def texts(po: str) -> list[str]:
    return [line[7:-1] for line in po.splitlines() if line.startswith('msgid "') and line != 'msgid ""']


def test_all_text_is_extracted_and_comes_back(tiny_book: TinyBook) -> None:
    tiny_book.write("docs/picture.svg", PICTURE)
    tiny_book.page(EVERYTHING)
    assert tiny_book.build(builder="gettext").status == 0
    pot = (tiny_book.root / "gettext/en/index.pot").read_text("utf-8")
    found = texts(pot)
    for word in [word for word in EVERYTHING.split() if word.count("-") and word[0].isalpha() and word[-1].isalpha()]:
        assert any(word.strip("[]*():\"") in text for text in found), f"{word} is not extracted"
    tiny_book.translate({text: text.replace("-", "+") for text in found})
    done = tiny_book.build("pl")
    assert done.status == 0, done.said
    html = tiny_book.html("pl")
    shown = LexborHTMLParser(html).text()
    shown = shown.replace("a+glossary+term a-glossary-term", "a+glossary+term")  # the English one, beside it
    left = [text for text in found if "-" in text and text in shown]
    assert not left, f"not translated: {left}"
    for attribute in ("the+alternative+text+of+a+figure", "an+alternative+text", "what+the+description+says"):
        assert attribute in html


@pytest.mark.parametrize("text", ["1. raz", "- raz", "# raz", "> raz", "+ raz"])
def test_a_translation_that_sphinx_would_drop_is_reported(tiny_book: TinyBook, text: str) -> None:
    tiny_book.page("# A page\n\nSome text.\n")
    path = tiny_book.translate({"A page": "Strona", "Some text.": text})
    line = path.read_text("utf-8").splitlines().index('msgid "Some text."') + 1
    tiny_book.refused(f"locale/pl/LC_MESSAGES/index.po:{line}", "does not read as one paragraph", language="pl")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("Bez odsyłacza.", "inconsistent"),
        ("Do {ref}`nowhere`.", "nowhere"),
        ("Do {rfe}`target`.", "rfe"),
        ("Do {term}`celu <nothing>`.", "nothing"),
    ],
)
def test_a_reference_that_is_lost_is_reported(tiny_book: TinyBook, text: str, complaint: str) -> None:
    tiny_book.page("(target)=\n# A page\n\nTo {ref}`target`.\n")
    tiny_book.translate({"To {ref}`target`.": text})
    tiny_book.refused("docs/index.md:4", complaint, language="pl")


def test_a_description_is_html(tiny_book: TinyBook) -> None:
    tiny_book.write("docs/picture.svg", PICTURE)
    tiny_book.page(EVERYTHING)
    tiny_book.translate({"what-the-description-says": "opis"})
    assert tiny_book.build("pl").status == 0
    (meta,) = LexborHTMLParser(tiny_book.html("pl")).css("meta[name=description]")
    assert meta.attributes == {"name": "description", "content": "opis"}
