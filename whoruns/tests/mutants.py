"""Checks of the checks: one line of the tool is made wrong, in memory, and the witness or a law has to notice.

usage: python -m whoruns.tests.mutants [NUMBER]

Tries all mutants, each in a process of its own, and says which are not noticed; or the mutant of that number alone, and
prints what is said about it.
"""
from __future__ import annotations

import subprocess
import sys
from ast import Module
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple

HERE = Path(__file__).parent


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
    Mutant("drawing.weave", 'box(group, "hold", x, top, width, end -', 'box(group, "hold", x, top, width, 12 + end -'),
    Mutant("drawing.weave", '+ f"H{x[back]:g}" * (back != beat.lane)', ""),
    Mutant("drawing.weave", 'class_="pass" if beat.passing else "bar", x=x - 5', 'class_="bar", x=x + 5'),
    Mutant("drawing.weave", "box(group, \"hold\", x, top, width, end - top)", 'box(group, "hold", x, top, width, 4)'),
    Mutant("drawing.weave", "text = f\"{name}={span.value}\"", 'text = f"{name}={span.lane}"'),
)
QUICK = (1, 8, 13, 17, 20)
"""The numbers of those, from 0, that the suite tries; the others are tried by hand."""


Change = Callable[[str], str | Module]
"""Makes of the text of a module what is run in its place."""


class Changed(SourceFileLoader):
    """Loads a module with a change."""

    def __init__(self, name: str, path: str, change: Change) -> None:
        super().__init__(name, path)
        self.change = change

    def get_code(self, fullname: str) -> CodeType:
        """Return the code."""
        return compile(self.change(Path(self.path).read_text("utf-8")), self.path, "exec")


class Finder:
    """Finds the one module that is changed."""

    def __init__(self, module: str, change: Change) -> None:
        self.module, self.change = module, change

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return how it is loaded."""
        spec = PathFinder.find_spec(name, path) if name == self.module else None
        if spec is not None and spec.origin is not None:
            spec.loader = Changed(name, spec.origin, self.change)
        return spec


def complaints() -> list[str]:
    """Return what witness and laws say of all small runs; whoever cannot even be drawn has an error."""
    from whoruns.tests.small_runs import VIEWS, wrong

    found = []
    for names in VIEWS:
        try:
            found += wrong(names)
        except Exception as error:  # of what cannot even be recorded or drawn, too
            found.append(f"{'+'.join(names)}: {type(error).__name__}: {error}")
    return found


def main(number: int) -> None:
    """Apply a mutant, and print what is said about it."""
    mutant = MUTANTS[number]
    sys.meta_path.insert(0, Finder(f"whoruns.{mutant.module}", lambda text: text.replace(mutant.old, mutant.new, 1)))
    print("\n".join(complaints()))


def outdated() -> list[str]:
    """Say which lines are not there any more: another mutant is to be written."""
    texts = [HERE.parent.joinpath(*each.module.split(".")).with_suffix(".py").read_text("utf-8") for each in MUTANTS]
    return [f"whoruns.{each.module} has no {each.old!r}" for each, text in zip(MUTANTS, texts) if each.old not in text]


def said(number: int) -> str:
    """Return what is said about a mutant, which is applied in a process of its own; "" if nobody notices."""
    command = [sys.executable, "-m", "whoruns.tests.mutants", str(number)]
    done = subprocess.run(command, cwd=HERE.parents[1], text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


if __name__ == "__main__":
    if sys.argv[1:]:
        main(int(sys.argv[1]))
    else:
        unnoticed = [(number, mutant) for number, mutant in enumerate(MUTANTS) if not said(number)]
        print(*unnoticed, f"{len(MUTANTS)} mutants, {len(unnoticed)} are not noticed", sep="\n")
