"""A chapter comes back to the reader's own code and to the questions it began with, and has one exercise at most."""
from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from press.catalogue import ROOT
from press.contents import chapters
from tests.support.fences import everywhere, fences

MEANWHILE, NOW, ANSWERS = "Meanwhile, in your code", "What we have now", "Can you answer them now?"


def problems(page: str, text: str) -> Iterator[str]:
    """Yield what is wrong with the form of a chapter, and what to do."""
    path, found = f"docs/{page}.md", list(everywhere(fences(text)))
    for title in (MEANWHILE, NOW):
        if (times := len(re.findall(rf"^## {title}$", text, re.MULTILINE))) != 1:
            yield f"{path}:1: {times} sections {title!r}: one is needed"
    boxes = "".join(fence.content for fence in found if fence.options.get("class") == "questions")
    asked = re.findall(r"^- (.+)$", boxes, re.MULTILINE)
    if not asked:
        yield f"{path}:1: no question: begin with an {{admonition}} of the class questions, with a line - for each"
    end = re.search(rf"^## {NOW}\n((?:(?!## ).*\n?)*)", text, re.MULTILINE)
    folds = [fence for fence in fences(end[1] if end else "") if fence.argument == ANSWERS]
    answered = [each for fold in folds for each in re.findall(r"^(?:- )?\*\*(.+?)\*\* \S", fold.content, re.MULTILINE)]
    if not folds:
        yield f"{path}:1: at the end of {NOW!r}, {{folded}} {ANSWERS}: each question in bold, and its answer"
    elif asked != answered:
        line = text[: text.index(ANSWERS)].count("\n") + 1
        differ = [each for each in (*asked, *answered) if (each in asked) != (each in answered)] or ["the order"]
        yield f"{path}:{line}: not asked and answered in the same words: {' · '.join(differ)}"
    for fence in [fence for fence in found if fence.kind == "{solution}"][1:]:
        yield f"{path}:{fence.line}: a chapter has one exercise: move this one to docs/workshop"


def test_a_chapter_has_its_form() -> None:
    texts = {page: (ROOT / "docs" / f"{page}.md").read_text("utf-8") for page in chapters(ROOT)}
    found = [said for page, text in texts.items() for said in problems(page, text)]
    assert not found, "\n" + "\n".join(found)


GOOD = f"""# A

```{{admonition}} Questions
:class: questions

- What is `x`?
- Why? And who?
```

## {MEANWHILE}

## {NOW}

```{{folded}} {ANSWERS}
**What is `x`?** A letter.

**Why? And who?** Because.
```

## Exercise

````{{solution}}
```{{listing}} a.b
```
````
"""


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (f"## {MEANWHILE}\n", "", "docs/a.md:1: 0 sections 'Meanwhile, in your code': one is needed"),
        ("## Exercise", f"## {MEANWHILE}", "docs/a.md:1: 2 sections 'Meanwhile, in your code': one is needed"),
        ("- What is `x`?\n- Why? And who?\n", "", "docs/a.md:1: no question"),
        (f"{{folded}} {ANSWERS}", "{folded} Answers", "docs/a.md:1: at the end of 'What we have now', {folded}"),
        ("**Why? And who?** Because.", "**Why?** Because.", "same words: Why? And who? · Why?"),
        ("**Why? And who?** Because.", "", "docs/a.md:14: not asked and answered in the same words: Why? And who?"),
        ("**Why? And who?** Because.", "**Why? And who?**", ":14: not asked and answered in the same words: Why?"),
        ("- What is `x`?\n- Why? And who?\n", "- Why? And who?\n- What is `x`?\n", "the same words: the order"),
        ("````{solution}\n", "````{solution}\n````\n\n````{solution}\n", "docs/a.md:25: a chapter has one exercise"),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, complaint: str) -> None:
    assert list(problems("a", GOOD)) == []
    assert old in GOOD
    assert complaint in "\n".join(problems("a", GOOD.replace(old, new)))
