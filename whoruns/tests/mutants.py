"""Checks of the checks: one line of the tool is made wrong, in memory, and the witness or a law has to notice.

usage: python -m whoruns.tests.mutants [-q | NUMBER ...]

Makes each mutant in a process of its own, and prints its number and the first complaint about it: of strokes,
about the drawn small runs, of asyncio, about the record of a program. Without a number, it tries all; with -q, a part.
"""
from __future__ import annotations

import gc
import importlib
import os
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import NamedTuple

from whoruns.tests import own, small_runs
from whoruns.tests.facts import differences
from whoruns.tests.oracle import strokes
from whoruns.tests.places import PROGRAMS, ROOT


class Mutant(NamedTuple):
    """A line of a module of whoruns, and another one in its place."""

    module: str
    old: str
    new: str


MUTANTS = (
    Mutant("recorder.recorder", "event |= self.witness.timers()", "event |= {}"),
    Mutant("recorder.recorder", 'if kind == "resume":', 'if kind == "start":'),
    Mutant("recorder.recorder", 'ends: Kind = "raise" if error else', 'ends: Kind = "return" if error else'),
    Mutant("recorder.recorder", "self.running.pop()\n        if", "if"),
    Mutant("recorder.recorder", 'if "size" in told:', 'if "size" not in told:'),
    Mutant("recorder.recorder", "if queues is not self.queues and queues", "if queues is self.queues and queues"),
    Mutant("story.replay", 'printed += kind == "print"', 'printed += kind == "line"'),
    Mutant("story.replay", 'self._seen[lane] = "done"', 'self._seen[lane] = "held"'),
    Mutant("story.replay", 'self._seen[lane] = "taken"', 'self._seen[lane] = "none"'),
    Mutant("story.replay", 'if "vars" in event:', 'if "vars" in event and frame not in variables:'),
    Mutant("story.replay", 'if not asleep else "sleep"', 'if asleep else "sleep"'),
    Mutant("story.replay", "if task == self._stack[-1]:", "if task == self._stack[0]:"),
    Mutant("story.steps", '"output": step.printed,', '"output": step.printed + 1,'),
    Mutant("story.steps", '"changed": sorted(step.changed),', '"changed": sorted(step.variables),'),
    Mutant("story.steps", '"time": step.time,', '"time": 0,'),
    Mutant("story.steps", "yield first, end - 1,", "yield first, end,"),
    Mutant("story.beats", '"act": bool(unheard) or (again and old.kind == "act" and not later)', '"act": True'),
    Mutant("story.spans", "and whose[lane] not in frames:", "and not frames:"),
    Mutant("story.spans", 'ended="rings"', 'ended="lapses"'),
    Mutant("story.table", "now = line_up(recording.moments[beat.last].queues)", "now = queues"),
    Mutant("drawing.layout", "scale * (time - before)", "scale / (time - before + 1)"),
    Mutant("drawing.layout", "return low if event == turn.last", "return low + 99 if event == turn.last"),
    Mutant("drawing.weave", "if rings:\n", "if not rings:\n"),
    # strokes: too long, dropped, in another lane, of another colour, at another time, shifted
    Mutant("drawing.weave", '"hold", x, top, width, end - top)', '"hold", x, top, width, 12 + end - top)'),
    Mutant("drawing.weave", '"hold", x, top, width, end - top)', '"hold", x, top, width, 4)'),
    Mutant("drawing.weave", '"hold", left, top, width, end - top)', '"hold", left, top + 12, width, end - top - 12)'),
    Mutant("drawing.weave", '"doomed", whom - 11, top, 22, end - top)', '"doomed", whom - 11, top, 22, 2)'),
    Mutant("drawing.weave", '"asleep", where - 6, top, 12, end - top)', '"asleep", where - 6, top, 12, 6)'),
    Mutant("drawing.weave", "h-{hook}V{end:g}\"", "h-{hook}V{end + 40:g}\""),
    Mutant("drawing.weave", 'd=f"M{x:g} {top:g}V{end:g}")', 'd=f"M{x:g} {top:g}V{top + 2:g}")'),
    Mutant("drawing.weave", '+ f"H{x[back]:g}" * (back != beat.lane)', ""),
    Mutant("drawing.weave", "own += \"\".join(", "\"\".join("),
    Mutant("drawing.weave", 'put(group, "path", class_="thread loop", d=f"M{x[back]:g} {end:g}V{after:g}")', "pass"),
    Mutant("drawing.weave", "{top:g}H{x[beat.lane]:g}V{end:g}", "{top:g}H{x[0]:g}V{end:g}"),
    Mutant("drawing.weave", "d=across(by, tip, top)", "d=across(self.x[0], tip, top)"),
    Mutant("drawing.weave", "x=x - 5, y=high,", "x=x + 5, y=high,"),
    Mutant("drawing.weave", "else self.recording.colour(row.beat.lane)", "else self.recording.colour(0)"),
    Mutant("drawing.weave", 'class_=f"span {self.recording.colour(span.lane)}"', 'class_="span loop"'),
    Mutant("drawing.weave", 'class_=f"life {state} {r.colour(lane)}"', 'class_=f"life ready {r.colour(lane)}"'),
    Mutant("drawing.weave", '"pass" if beat.passing else "bar")', '"bar" if beat.passing else "pass")'),
    Mutant("drawing.weave", 'class_="failed", d=', 'class_="done", d='),
    Mutant("drawing.weave", 'put(times, "text", seconds(time)', 'put(times, "text", seconds(time + 1)'),
    Mutant("drawing.weave", "texts = [seconds(length)]", "texts = [seconds(length + 1)]"),
    Mutant("drawing.weave", "line.style, x=x, y=top + LINE * number)", "line.style, x=x, y=top + LINE * number + 60)"),
    Mutant("drawing.weave", "x=head.x, y=y - 15", "x=head.x + 20, y=y - 15"),
    Mutant("drawing.weave", 'text = f"{name}={span.value}"', 'text = f"{name}={span.lane}"'),
    Mutant("drawing.columns", "self.x[lane] = x + middle", "self.x[lane] = x + width"),
    Mutant("drawing.label", "if requests := self.requests(beat):", "if requests := self.requests(beat)[1:]:"),
    # what is told of programs on asyncio
    Mutant("recorder.asyncio_tasks", "holders.remove(lane if", "holders.append(lane if"),
    Mutant("recorder.asyncio_tasks", "else holders), lane]", "else holders), 0]"),
    Mutant("recorder.asyncio_tasks", "self._request = self._asks(frame, above)", "pass"),
    Mutant("recorder.asyncio_tasks", "for _each in range(new):", "for _each in range(0):"),
    Mutant("recorder.asyncio_tasks", '{"whom": known.lane}', '{"whom": 1}'),
    Mutant("recorder.asyncio_tasks", "return self.loop.stands()", "return {}"),
    Mutant("recorder.asyncio_tasks", "return self.loop.timers()", "return {}"),
)
QUICK = slice(0, None, 4)
"""Those that the suite tries; the others are tried by hand."""
TOLD = ("cancelled", "two_timeouts", "semaphore_and_condition", "queue_and_workers", "callbacks")
"""The programs on asyncio that are told and drawn; of the last one, no task is seen."""


def put_in(mutant: Mutant) -> None:
    """Put a mutant into the place of the functions of a module."""
    module = importlib.import_module(f"whoruns.{mutant.module}")
    path = str(module.__file__)
    new = {(code.co_qualname, code.co_firstlineno): code for code in functions(compile(made(mutant), path, "exec"))}
    for each in gc.get_objects():
        if type(each) is FunctionType and each.__code__.co_filename == path:
            each.__code__ = new.get((each.__code__.co_qualname, each.__code__.co_firstlineno), each.__code__)


def text_of(mutant: Mutant) -> str:
    """Return the text of a module."""
    return (ROOT / "whoruns" / mutant.module.replace(".", "/")).with_suffix(".py").read_text("utf-8")


def made(mutant: Mutant) -> str:
    """Return the text of a module with a line that is wrong."""
    return text_of(mutant).replace(mutant.old, mutant.new, 1)


def functions(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of the functions in a module, and in its classes."""
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield part
            yield from functions(part)


def said() -> Iterator[str]:
    """Yield the complaints of laws and witnesses; a failure to record or draw is an error."""
    for names in small_runs.VIEWS:
        yield from small_runs.wrong(names)
    for name in TOLD:
        own.recorded.cache_clear()
        yield from strokes.unlike_its_steps(own.shown_of(PROGRAMS[name]))
        yield from own.astray(own.read_of(PROGRAMS[name]))
        if name != TOLD[-1]:
            yield from map(str, differences(PROGRAMS[name].read_text("utf-8")))


def first_said(mutant: Mutant) -> str:
    """Return the first complaint about a mutant, or nothing."""
    try:
        put_in(mutant)
        return next(said(), "")
    except Exception as error:  # of what cannot even be recorded or drawn, too
        return f"{type(error).__name__}: {error}"


def outdated() -> Iterator[str]:
    """Say which lines are not there any more: another mutant is to be written."""
    for each in MUTANTS:
        if each.old not in text_of(each):
            yield f"whoruns.{each.module} has no {each.old!r}"


def main(numbers: list[int]) -> None:
    """Print the first complaint about each mutant."""
    assert not list(said()), "without a mutant, nothing is wrong"
    small_runs.recorded.cache_clear()
    small_runs.shown.cache_clear()
    for number in numbers:
        if not (child := os.fork()):
            print(number, first_said(MUTANTS[number]).split("\n")[0], flush=True)
            os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    everything = list(range(len(MUTANTS)))
    main(everything[QUICK] if "-q" in sys.argv else [int(each) for each in sys.argv[1:]] or everything)
