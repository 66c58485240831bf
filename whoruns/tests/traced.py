"""Reads a trace in the Trace Event Format as its document describes it, and says what is wrong in it."""
from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

Entry = dict[str, Any]
NEEDED = {
    "X": {"ts", "dur", "name"}, "i": {"ts", "s", "name"}, "C": {"ts", "name", "args"}, "M": {"name", "args"},
    "s": {"ts", "id", "name"}, "f": {"ts", "id", "name", "bp"}, "b": {"ts", "id2", "cat"}, "e": {"ts", "id2", "cat"},
}
"""The fields of each kind of entry."""


def entries(text: str) -> list[Entry]:
    """Return the entries of a trace."""
    found: list[Entry] = json.loads(text)["traceEvents"]
    return found


def problems(found: list[Entry]) -> Iterator[str]:
    """Yield what is wrong: fields, slices that cross, arrows that begin or end in no slice, pairs that are none."""
    slices: dict[object, list[tuple[float, float]]] = defaultdict(list)
    named = {(entry["pid"], entry["tid"]) for entry in found if entry["name"] == "thread_name"}
    for entry in found:
        if missing := (NEEDED[entry["ph"]] | {"pid"}) - set(entry):
            yield f"{entry} lacks {missing}"
        if entry["ph"] != "M" and (entry["pid"], entry["tid"]) not in named:
            yield f"{entry} is of a thread without a name"
        if entry["ph"] == "X":
            slices[entry["pid"], entry["tid"]].append((entry["ts"], round(entry["ts"] + entry["dur"], 3)))
    for thread, own in slices.items():
        around: list[float] = []
        for first, last in sorted(own, key=lambda each: (each[0], -each[1])):
            while around and around[-1] <= first:
                around.pop()
            if last < first or (around and last > around[-1]):
                yield f"{thread}: {first}..{last} does not lie in the slice that ends at {around[-1:]}"
            around.append(last)
    for begin, end in (("s", "f"), ("b", "e")):
        pairs: dict[str, list[Entry]] = defaultdict(list)
        for entry in found:
            if entry["ph"] in (begin, end):
                pairs[str(entry.get("id") or entry["id2"])].append(entry)
        for pair in pairs.values():
            if [entry["ph"] for entry in pair] != [begin, end] or pair[0]["ts"] > pair[1]["ts"]:
                yield f"{pair} are no pair"
            for entry in pair if begin == "s" else ():
                around_it = slices[entry["pid"], entry["tid"]]
                if not any(first <= entry["ts"] < last for first, last in around_it):
                    yield f"{entry} is in no slice"
