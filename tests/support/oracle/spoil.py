"""How what a page shows of a run is spoilt, so that a check can be seen to fail."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.support.oracle.shown import Drawing, Shown, Step

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


def swallowing(drawing: Drawing) -> list[tuple[float, float]]:
    """Return the waits, with the first one going on to the end of the second."""
    first, second, *more = drawing.asleep
    return [(first[0], second[1]), second, *more]


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
    return lambda shown: replace(shown, rows=tuple(tuple(cell.replace(old, new) for cell in row) for row in shown.rows))
