"""A chapter begins with a puzzle, comes back to the reader's code and to its questions, and has one exercise."""
from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from myst_parser.slugs import docutils_slugify

from press.catalogue import ROOT
from press.contents import chapters, pages
from press.reader.questions import ANSWERS
from tests.support.fences import everywhere, fences
from whoruns.tests.complaints import none

MEANWHILE, NOW = "Meanwhile, in your code", "What we have now"
PLAIN = (NOW, "Exercise")
"""Headings that need no line that says what they are about."""
SHORT = 35
"""Words that the end of a chapter may have before its cards, beside a table."""


def anchors(text: str) -> list[str]:
    """Return the names that the sections of a page have in addresses: the label above a heading, or its words."""
    found = re.findall(r"^(?:\((.+)\)=\n)?## (.+)$", text, re.MULTILINE)
    return [label or docutils_slugify(title.replace("`", "")) for label, title in found if title != NOW]


def asked_in(text: str) -> list[str]:
    """Return the questions with which a page begins, as they are written."""
    boxes = "".join(each.content for each in everywhere(fences(text)) if each.options.get("class") == "questions")
    return re.findall(r"^- (.+)$", boxes, re.MULTILINE)


def words(question: str) -> str:
    """Return a question without its link."""
    return re.sub(r"^\[(.+)\]\(\S+\)$", r"\1", question)


def unlinked(page: str, text: str) -> Iterator[str]:
    """Yield the opening questions of a page that lead to no section of it, and what to do."""
    headings = anchors(text)
    for question in asked_in(text):
        says = words(question)
        if question.removeprefix(f"[{says}](#").removesuffix(")") not in headings:
            line = text[: text.index(question)].count("\n") + 1
            known = ", ".join(f"#{each}" for each in headings)
            yield f"docs/{page}.md:{line}: link it to the section that answers it, [{says}](#…), one of: {known}"


def unlike_the_others(page: str, text: str) -> Iterator[str]:
    """Yield what a chapter lacks: its puzzle, a line under each heading, its cards, a short end."""
    path, found = f"docs/{page}.md", list(fences(text))
    if found[0].kind != "{puzzle}":
        yield f"{path}:{found[0].line}: begin with a puzzle: ```{{puzzle}} workbench.…"
    for heading in re.finditer(r"^## (.+)\n\s*(.*)", text, re.MULTILINE):
        if heading[1] not in PLAIN and "{about}" not in heading[2]:
            line = text[: heading.start()].count("\n") + 1
            yield f"{path}:{line}: say below {heading[1]!r} what it is about: ```{{about}} two to eight words"
    end = re.search(rf"^## {NOW}\n((?:(?!## ).*\n?)*)", text, re.MULTILINE)
    before, cards, _ = (end[1] if end else "").partition("```{cards}")
    if end and not cards:
        yield f"{path}:1: no {{cards}} under {NOW!r}"
    elif (many := len(re.sub(r"^\|.*$", "", before, flags=re.MULTILINE).split())) > SHORT:
        yield f"{path}:1: {many} words under {NOW!r}, {SHORT} are allowed before its cards"


def problems(page: str, text: str) -> Iterator[str]:
    """Yield what is wrong with the form of a chapter, and what to do."""
    path, found = f"docs/{page}.md", list(everywhere(fences(text)))
    for title in (MEANWHILE, NOW):
        if (times := len(re.findall(rf"^## {title}$", text, re.MULTILINE))) != 1:
            yield f"{path}:1: {times} sections {title!r}: one is needed"
    asked = [words(question) for question in asked_in(text)]
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
    texts = {page: (ROOT / "docs" / f"{page}.md").read_text("utf-8") for page in pages(ROOT)}
    found = [said for page in chapters(ROOT) for said in problems(page, texts[page])]
    found += [said for page in chapters(ROOT) for said in unlike_the_others(page, texts[page])]
    found += [said for page, text in texts.items() for said in unlinked(page, text)]
    none(found)


GOOD = f"""# A

```{{puzzle}} workbench.a
```

```{{admonition}} Questions
:class: questions

- [What is `x`?](#the-letter-x)
- [Why? And who?](#because)
```

## The letter `x`

```{{about}} a letter
```

(because)=
## Why?

```{{about}} a reason
```

## {MEANWHILE}

```{{about}} your code
```

## {NOW}

A letter, and why.

```{{cards}}
```

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
        ("- [What is `x`?](#the-letter-x)\n- [Why? And who?](#because)\n", "", "docs/a.md:1: no question"),
        ("[Why? And who?](#because)", "Why? And who?", "docs/a.md:10: link it to the section that answers it"),
        ("(#because)", "(#why)", "[Why? And who?](#…), one of: #the-letter-x, #because, #meanwhile-in-your-code"),
        ("(#because)", "(b.md#because)", "docs/a.md:10: link it"),
        ("(#because)", "(#what-we-have-now)", "docs/a.md:10: link it"),
        (f"{{folded}} {ANSWERS}", "{folded} Answers", "docs/a.md:1: at the end of 'What we have now', {folded}"),
        ("**Why? And who?** Because.", "**Why?** Because.", "same words: Why? And who? · Why?"),
        ("**Why? And who?** Because.", "", "docs/a.md:36: not asked and answered in the same words: Why? And who?"),
        ("**Why? And who?** Because.", "**Why? And who?**", ":36: not asked and answered in the same words: Why?"),
        ("- [What is `x`?](#the-letter-x)\n- [Why? And who?](#because)\n",
         "- [Why? And who?](#because)\n- [What is `x`?](#the-letter-x)\n", "the same words: the order"),
        ("````{solution}\n", "````{solution}\n````\n\n````{solution}\n", "docs/a.md:47: a chapter has one exercise"),
        ("{puzzle} workbench.a", "{listing} workbench.a", "docs/a.md:3: begin with a puzzle"),
        ("```{about} a reason\n```\n", "", "docs/a.md:19: say below 'Why?' what it is about"),
        ("```{cards}\n```\n", "", "docs/a.md:1: no {cards} under 'What we have now'"),
        ("A letter, and why.", "| A table |\n\n" + "word " * (SHORT + 1), "36 words under 'What we have now', 35 are"),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, complaint: str) -> None:
    def said(text: str) -> list[str]:
        return [*problems("a", text), *unlike_the_others("a", text), *unlinked("a", text)]

    assert said(GOOD) == []
    assert old in GOOD
    assert complaint in "\n".join(said(GOOD.replace(old, new)))
