"""What MyST and Sphinx lose on the way to gettext and back is given back or reported."""
from __future__ import annotations

import re

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
    assert "the+alternative+text+of+a+figure" in html and "an+alternative+text" in html
    (meta,) = LexborHTMLParser(html).css("meta[name=description]")
    assert meta.attributes == {"name": "description", "content": "what+the+description+says"}


def test_what_sphinx_would_drop_or_lose_is_reported(tiny_book: TinyBook) -> None:
    blocks = {f"Text {text[0]}.": text for text in ("1. raz", "- raz", "# raz", "> raz", "+ raz")}
    lost = {
        "inconsistent": "Bez odsyłacza.", "nowhere": "Do {ref}`nowhere`.", "rfe": "Do {rfe}`target`.",
        "nothing": "Do {term}`celu <nothing>`.",
    }
    references = {f"{number} leads to {{ref}}`target`.": text for number, text in enumerate(lost.values())}
    tiny_book.page("(target)=\n# A page\n\n" + "\n\n".join([*blocks, *references]) + "\n")
    lines = tiny_book.translate({"A page": "Strona", **blocks, **references}).read_text("utf-8").splitlines()
    places = [f"docs/index.md:{4 + 2 * number}:" for number in range(len(blocks), len(blocks) + len(lost))]
    said = tiny_book.refused(*lost, *places, language="pl")
    for text in blocks:
        where = f"locale/pl/LC_MESSAGES/index.po:{lines.index(f'msgid {chr(34)}{text}{chr(34)}') + 1}: "
        assert re.search(where + ".*does not read as one paragraph", said), said
