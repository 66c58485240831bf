"""Pages show what there is as data: pictures, tables and steps are those that the recordings give."""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from press.figures.recordings import every_figure
from tests.support.oracle import OF_EACH_KIND, figures, shown_of, shown_together
from tests.support.site.pages import HTML, LANGUAGES, pages
from tests.support.site.steps import run_file, steps_of
from whoruns.story.steps import as_script
from whoruns.tests.complaints import none
from whoruns.tests.oracle.laws import bound, functions
from whoruns.tests.oracle.shown import Shown


def on_pages(language: str) -> Iterator[tuple[LexborNode, list[str]]]:
    """Yield the figures of a book, and the names of their runs."""
    for page in pages(language).values():
        for figure in page.css("figure.run"):
            yield figure, [str(part.attributes["data-run"]) for part in figure.css("g.part")]


def shown_in(figure: LexborNode, names: list[str], language: str) -> list[Shown]:
    """Return what a figure has to show of its runs."""
    titles = tuple(title.text() for title in figure.css(".title:not(.mono)"))  # a figure's words, translated
    return shown_together(tuple(names), replace(figures()[names[0]][1], titles=titles), language)


def other_than(figure: LexborNode, shown: list[Shown], language: str) -> Iterator[str]:
    """Yield what a figure shows and is not there as data."""
    name = f"{shown[0].run} [{language}]"
    if as_read(shown[0].svg) != figure.css(".drawing svg")[0].html:
        yield f"{name}: the picture is another one"
    for each, table in zip(shown, figure.css("details table"), strict=True):
        body = tuple(tuple(cell.text().strip() for cell in row.css("td")) for row in table.css("tbody tr"))
        if body != each.table:
            yield f"{name}: the table is {body}, and told is {each.table}"
        file = run_file(HTML, each.run, language)
        if {key: file[key] for key in each.data} != steps_of(as_script(dict(each.data))):
            yield f"{name}: the file with the steps of {each.run} holds something else"


def as_read(svg: str) -> str | None:
    """Return a picture as a browser reads it."""
    return LexborHTMLParser(svg).css("svg")[0].html


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_show_what_is_there(language: str) -> None:
    """In English, all of them; in each other language, a third."""
    found, place = list(on_pages(language)), LANGUAGES.index(language)
    assert sorted(name for _figure, names in found for name in names) == sorted(every_figure())
    none(
        complaint for figure, names in (found[place - 1 :: 3] if place else found)
        for complaint in other_than(figure, shown_in(figure, names, language), language)
    )
    files = sorted(path.stem for path in (HTML / language / "_runs").iterdir())
    runs = [name for name in files if not name.rpartition(".")[2].isdigit()]  # the others are variants
    assert runs == sorted(every_figure())


def unanswered(shown: list[Shown], question: list[str]) -> Iterator[str]:
    """Yield which names in a question cannot be seen in the stepper; a variable or an attribute with its value."""
    sources = [lines for each in shown for lines in each.sources]
    steps = [step for each in shown for step in each.steps]
    code = ["\n".join(lines) for lines in sources]
    queues = {name for step in steps for name in step.queues}
    known = {name for step in steps for name in step.variables} | queues | {f"self.{queue}" for queue in queues}
    texts = {text for step in steps for text in [*step.variables.values(), step.say]}
    texts |= {text for step in steps for items in step.queues.values() for text in items}
    valued = {name for text in code for name in re.findall(r"\b(self\.\w+)\s*[-+|]?=[^=]", text)}
    valued |= {name for lines in sources for inner in functions(lines) for name in bound(inner)}
    seen = "\n".join([*code, *shown[0].output, *(lane for each in shown for lane in each.lanes), *known, *texts])
    for name in question:
        written = re.search(rf"(?<!\w){re.escape(name.removesuffix('()'))}(?!\w)", seen)
        if not written or (name in valued and name not in known):
            yield (
                f"{shown[0].run}: the question speaks of `{name}`, which the stepper never shows; "
                "ask for one of its variables or queues, or leave the code font"
            )


def test_each_question_can_be_answered() -> None:
    """Translations have the same names."""
    none(
        complaint for figure, names in on_pages("en")
        for complaint in unanswered(
            shown_in(figure, names, "en"), [each.text() for each in figure.css(".question code")],
        )
    )


@pytest.mark.parametrize(("name", "question"), [
    ("turns.round_robin", "self.heard"),  # is nowhere
    ("turns.round_robin", "proces"),  # a part of a name
    ("clocks.virtual", "self.timers"),  # in the code only
])
def test_a_question_that_cannot_be_answered_is_found(name: str, question: str) -> None:
    assert len(list(unanswered([shown_of(name)], [question]))) == 1


def test_the_steps_are_told_in_the_language_of_the_book() -> None:
    told = {language: [word for name in OF_EACH_KIND.values() for word in words(name, language)]
            for language in LANGUAGES}
    for language in LANGUAGES[1:]:
        assert len(told[language]) == len(told["en"])
        same = {text for text, english in zip(told[language], told["en"]) if text == english}
        code = {text for text in same if "(" in text or "." in text}
        assert same == code, f"still in English in the steppers of {language}: {same - code}"


def words(name: str, language: str) -> list[str]:
    """Return what a stepper says in words."""
    shown = shown_of(name, language)
    entries = [text for event in shown.recorded["events"] if event["ev"] == "log" for text in [event["text"]]]
    said = [part for step in shown.steps for part in step.say.split("; ") if part and part not in entries]
    return [word for _state, word in shown.data["states"]] + said
