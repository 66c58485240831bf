"""The data of a recording, held against the oracle: timers, requests and their tasks, owners."""
from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from whoruns.tests.oracle.tracer import Oracle

Course = list[tuple[str, float, float, float | None, str]]
"""Of each timer: its queue, when it is due, when it is set, when it ends, and how (rings, lapses, or nothing)."""


def lies_of_data(recorded: Mapping[str, Any], oracle: Oracle) -> Iterator[str]:
    """Yield complaints about false data."""
    told, true = sorted(timers_told(recorded), key=str), sorted(timers(oracle), key=str)
    if told != true:
        wrong = [each for each in told if each not in true], [each for each in true if each not in told]
        yield f"{recorded['run']}: (queue, due, set, over, how) of timers, told and true: {wrong}"
    names = [lane["name"] for lane in recorded["lanes"]]
    for number, event in enumerate(recorded["events"]):
        place = f"{recorded['run']}, event {number}"
        request, *args = event.get("request", [""])
        about = [name for name in names if args and is_about(args[0], name)]
        if request and (about or "whom" in event) and names[event.get("whom", 0)] not in about:
            yield f"{place}: {request}({args[0]}) is about {names[event.get('whom', 0)]}, not {about}"
        for this, owners in event.get("owners", {}).items():
            for attribute, lane in owners.items():
                if not is_about(event["objects"][this][attribute], names[lane]):
                    yield f"{place}: {attribute} is {event['objects'][this][attribute]}, not {names[lane]}"
        for this, attributes in event.get("objects", {}).items():
            of_tasks = {name for name, text in attributes.items() if text.startswith("<Task ")}
            if missing := of_tasks - set(event.get("owners", {}).get(this, {})):
                yield f"{place}: whose {sorted(missing)} are is not told"


def is_about(text: str, name: str) -> bool:
    """Is a value a task of this name, its coroutine, or the place where one waits for its end?"""
    return re.fullmatch(rf"<(Task |\w+ the end of )?{re.escape(name)}>", text) is not None


def timers_told(recorded: Mapping[str, Any]) -> Course:
    """Return the timers of a recording."""
    found: dict[int, list[Any]] = {}
    for event in recorded["events"]:
        now = event.get("t", 0)
        for timer in event.get("sets", ()):
            found[timer["id"]] = [timer["queue"], timer["due"], now, None, ""]
        for how in ("rings", "lapses"):
            for number in event.get(how, ()):
                found.setdefault(number, ["", 0, 0])[3:] = [now, how]
    return [(queue, due, begin, end, how) for queue, due, begin, end, how in found.values()]


def timers(oracle: Oracle) -> Course:
    """Return the timers as they are: the entries of the heaps, each from its first moment to its last."""
    found: dict[tuple[str, float, int], list[Any]] = {}
    for moment in oracle.moments:
        here = {(queue, when, order): counts for queue, when, order, counts in moment["timers"]}
        for key, counts in here.items():
            if counts and key not in found:
                found[key] = [moment["time"], None, ""]
        for key, course in found.items():
            if not course[2] and not here.get(key, False):
                rings = key not in here and key[1] <= moment["time"]
                course[1:] = [moment["time"], "rings" if rings else "lapses"]
    return [(queue, when, *course) for (queue, when, _order), course in found.items()]
