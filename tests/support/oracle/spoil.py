"""How what a page shows of a run is spoilt, so that a check can be seen to fail."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.support.oracle.shown import Drawing, Mark, Row, Shown, Span, Step

Spoil = Callable[[Shown], Shown]
Wanted = Callable[[Step], bool]


def step(wanted: Wanted, **values: Any) -> Spoil:
    """Return a function that changes the first step that is wanted; a value may be a function of the step."""

    def spoil(shown: Shown) -> Shown:
        found = next(each for each in shown.steps if wanted(each))
        new = replace(found, **{name: value(found) if callable(value) else value for name, value in values.items()})
        return replace(shown, steps=[new if each is found else each for each in shown.steps])

    return spoil


def drawing(**values: Callable[[Drawing], Any]) -> Spoil:
    """Return a function that changes the drawing."""
    return lambda shown: replace(
        shown, drawing=replace(shown.drawing, **{name: make(shown.drawing) for name, make in values.items()})
    )


def kind(*kinds: str) -> Wanted:
    """Return a function that says whether a step is of one of these kinds."""
    return lambda step: step.kind in kinds


def says(words: str) -> Wanted:
    """Return a function that says whether a step is told with these words."""
    return lambda step: words in step.say


def stands_at(line: int) -> Wanted:
    """Return a function that says whether a step stands at a line."""
    return lambda step: bool(step.at) and step.at[0][1] == line


def moved_to(line: int) -> Callable[[Step], Any]:
    """Return a function that gives the frames of a step, the innermost at another line."""
    return lambda step: [(step.at[0][0], line, step.at[0][2]), *step.at[1:]]


def is_now(state: str) -> Wanted:
    """Return a function that says whether somebody is in a state."""
    return lambda step: state in step.states.values()


def turned(old: str, new: str) -> Callable[[Step], dict[str, str]]:
    """Return a function that gives whoever is in a state another one."""
    return lambda step: {name: new if state == old else state for name, state in step.states.items()}


def row(number: int, change: Callable[[Row], Row]) -> Spoil:
    """Return a function that changes a row of the drawing, from 1."""
    return drawing(rows=lambda old: [change(each) if n == number else each for n, each in enumerate(old.rows, 1)])


def marks(wanted: str, change: Callable[[Mark], Mark | None]) -> Callable[[Row], Row]:
    """Return a function that changes what is of a kind in a row, or removes it."""
    return lambda row: replace(row, marks=tuple(
        new for mark in row.marks if (new := change(mark) if mark.kind == wanted else mark)
    ))


def span(wanted: Callable[[Span], bool], change: Callable[[Span], Span | None]) -> Spoil:
    """Return a function that changes, or removes, the first span that is wanted."""

    def spoil(shown: Shown) -> Shown:
        found = next(each for each in shown.drawing.spans if wanted(each))
        spans = (change(each) if each is found else each for each in shown.drawing.spans)
        return replace(shown, drawing=replace(shown.drawing, spans=tuple(filter(None, spans))))

    return spoil


def of(kind: str, *classes: str) -> Callable[[Span], bool]:
    """Return a function that says whether a span is of a kind, and has these classes."""
    return lambda span: span.kind == kind and {*classes} <= span.classes


def gone(thing: object) -> None:
    """Remove something."""


def moved(right: float, down: float = 0) -> Callable[[Mark], Mark]:
    """Return a function that moves a mark."""
    return lambda mark: replace(
        mark, left=mark.left + right, right=mark.right + right, top=mark.top + down, bottom=mark.bottom + down,
        lines=tuple(tuple((x + right, y + down) for x, y in line) for line in mark.lines),
    )


def longer(down: float) -> Callable[[Span], Span]:
    """Return a function that lets a span end lower, or higher."""
    return lambda span: replace(span, box=replace(
        span.box, bottom=span.box.bottom + down,
        lines=tuple(tuple((x, y + down * (y == span.box.bottom)) for x, y in line) for line in span.box.lines),
    ))


def within(wanted: str, change: Callable[[Mark], Mark | None]) -> Callable[[Span], Span]:
    """Return a function that changes what is of a kind in a span, or removes it."""
    return lambda span: replace(span, marks=tuple(
        new for mark in span.marks if (new := change(mark) if mark.kind == wanted else mark)
    ))


def written(old: str, new: str) -> Callable[[Mark], Mark]:
    """Return a function that changes a text."""
    return lambda mark: replace(mark, text=mark.text.replace(old, new))


def without(variable: str) -> Callable[[Step], dict[str, str]]:
    """Return a function that gives the variables of a step but for one."""
    return lambda step: {name: text for name, text in step.variables.items() if name != variable}


def has(variable: str, text: str = "") -> Wanted:
    """Return a function that says whether a variable is shown, with this value if one is given."""
    return lambda step: step.variables.get(variable, "") == text if text else variable in step.variables


def called(variable: str, text: str) -> Callable[[Step], dict[str, str]]:
    """Return a function that gives the variables of a step, one of them with another value."""
    return lambda step: step.variables | {variable: text}


def never(variable: str) -> Spoil:
    """Return a function that shows a variable nowhere, although the question is about it."""
    return lambda shown: replace(
        shown, question=(variable,), steps=[replace(each, variables=without(variable)(each)) for each in shown.steps]
    )


def last(shown: Shown, **values: Any) -> Shown:
    """Change the last step."""
    return replace(shown, steps=[*shown.steps[:-1], replace(shown.steps[-1], **values)])


def table(old: str, new: str) -> Spoil:
    """Return a function that changes a text in the table."""
    return lambda shown: replace(
        shown, table=tuple(tuple(cell.replace(old, new) for cell in row) for row in shown.table)
    )
