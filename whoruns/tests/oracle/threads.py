"""A page about real threads, held against the oracle."""
from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from whoruns.tests.oracle.shown import Shown
from whoruns.tests.oracle.tracer import Oracle

SCALAR = re.compile(r"None|True|False|-?[\d.]|-?inf|nan|b?['\"]")
"""How plain values begin."""


def of_threads(shown: Shown, oracle: Oracle) -> Iterator[str]:
    """Real threads take another order in each run; each thread by itself does the same."""
    names: dict[str, str] = {}  # by thread
    for moment in oracle.moments:
        called = moment["stack"][-1][6] if moment["stack"] else []
        fits = [lane for lane in shown.lanes if lane in called]
        names.setdefault(moment["thread"], fits[0] if fits else shown.steps[0].who)
    for who in {step.who for step in shown.steps} | set(names.values()):
        told = collapsed([(step.at, step.variables) for step in shown.steps if step.who == who])
        true = collapsed([
            ([(file, line, function) for file, line, function, *_rest in moment["stack"]], moment["vars"])
            for moment in oracle.moments if names[moment["thread"]] == who and moment["kind"] == "line"
        ])
        for number, (a, b) in enumerate(zip_longest(told, true)):
            if a != b:
                yield f"{shown.run}: of {who}, stop {number + 1} is {a}, and should be {b}"
                break


def collapsed(stops: list[tuple[Any, dict[str, str]]]) -> list[tuple[Any, dict[str, str]]]:
    """Return each place once, with its plain variables; variables that threads share may have any value."""
    plain = [(at, {name: value for name, value in known.items() if SCALAR.match(value)}) for at, known in stops]
    return [stop for stop, before in zip(plain, [None, *plain]) if stop != before]
