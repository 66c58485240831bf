"""Which step answers the question of a figure: its number, and a sight in it, so that it cannot be another one.

A sight is written as the stepper shows it, and in every language alike:

======================= ========================================================================================
`number += 1`           the line that is about to run, or at which the event happens
`talk()`                the function of this line
`self.heard = b'hel'`   a variable of this function, or an attribute of its `self`
`ready: Bob, Eve`       all that stands in a queue; `ready: –`: nothing
`recv b'hel'`           a call on a socket, with what it has given or got
`waits poll`            any other event: its kind, and the call, the value, the ready ones, if it has them
======================= ========================================================================================
"""
from __future__ import annotations

from collections.abc import Sequence

from whoruns.events import value_of
from whoruns.source import FigureError
from whoruns.story.recording import Recording, Step

NOTHING = "–"


def shows(recording: Recording, step: Step) -> list[str]:
    """Return the sights of a step, each in one text: line and function first, then the event, values and queues."""
    event = recording.events[step.event]
    followed = [(spot, name) for spot, name in zip(step.at, recording.functions(step)) if spot[0] >= 0]
    found = []
    for (file, line, _frame), name in followed[:1]:
        found += [recording.files[file].source().splitlines()[line - 1].strip(), f"{name}()"]
    if event["ev"] != "line":
        kind = [event["ev"]] if event["ev"] != "io" else []
        words = [*kind, event.get("call", ""), value_of(event), *event.get("ready", ())]
        found.append(" ".join(filter(None, words)))
    found += [f"{name} = {value}" for name, value in step.variables.items()]
    return found + [f"{name}: {', '.join(map(str, items)) or NOTHING}" for name, items in step.queues.items()]


def every(recording: Recording) -> list[str]:
    """Return a line for each step, with its number and all that it shows."""
    return [f"{number} {'; '.join(shows(recording, step))}" for number, step in enumerate(recording.steps, 1)]


def which(recordings: Sequence[Recording], given: str) -> tuple[Recording, int]:
    """Return the run that answers, the first if none is named, and the number of the step; raise FigureError."""
    name, _blank, text = given.partition(" ")
    for recording in recordings:
        if recording.name == name:
            return recording, answer(recording, text)
    return recordings[0], answer(recordings[0], given)


def answer(recording: Recording, given: str) -> int:
    """Return the number of the step that is given with a sight; raise FigureError if it does not show that."""
    number, _blank, text = given.partition(" ")
    if not (number.isdecimal() and text):
        words = "':answer:' is the number of a step and what it shows, such as '22 number = 1'"
        raise FigureError(f"{words}, not {given!r}")
    steps = recording.steps
    if not 0 < int(number) <= len(steps):
        raise FigureError(f"':answer: {given}': the steps of {recording.name} are 1 to {len(steps)}")
    if text not in (seen := shows(recording, steps[int(number) - 1])):
        others = ", ".join(str(n) for n, step in enumerate(steps, 1) if text in shows(recording, step))
        raise FigureError(
            f"':answer: {given}': step {number} of {recording.name} shows {'; '.join(seen)}, and not {text!r}, "
            f"which {f'is shown at {others}' if others else 'no step shows'}"
        )
    return int(number)
