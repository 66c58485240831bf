"""Recordings that are kept: how they are written, and how two are compared."""
from __future__ import annotations

import itertools
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from press.catalogue import BENCH, ROOT, Listing


def every_run(root: Path = ROOT) -> list[str]:
    """Return the names of all runs."""
    folder = root / "listings"
    paths = sorted(folder.rglob("*.run.py"))
    return [".".join(path.relative_to(folder).parts).removesuffix(".run.py") for path in paths]


def every_undeclared(root: Path = ROOT, shown: str = "puzzle|run") -> list[str]:
    """Return the names of the programs of the workbench that pages show the runs of, and no run file declares.

    `shown`: the directives that show them.
    """
    directive = re.compile(rf"^```\{{(?:{shown})\}} ({BENCH}\..+)$", re.MULTILINE)
    texts = (path.read_text("utf-8") for path in sorted((root / "docs").rglob("*.md")))
    found = sorted({name for text in texts for names in directive.findall(text) for name in names.split()})
    return [name for name in found if not Listing(name, root).run.is_file()]


def every_figure(root: Path = ROOT) -> list[str]:
    """Return the names of all runs that are stepped through in figures."""
    return every_run(root) + every_undeclared(root, "run")


def as_text(recording: Mapping[str, Any]) -> str:
    """Write a recording as JSON, with an event on each line, so that differences can be read."""
    *head, (last, events) = recording.items()
    lines = [f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in head]
    text = ",\n".join(f"  {json.dumps(event, ensure_ascii=False)}" for event in events)
    return "\n".join(["{", *lines, f" {json.dumps(last)}: [", text, " ]", "}", ""])


def variants_as_text(variants: Mapping[str, Any]) -> str:
    """Write the variants of a run likewise."""
    runs = ",\n".join(as_text(run).rstrip() for run in variants["runs"])
    return f'{{"vary": {json.dumps(variants["vary"])}, "runs": [\n{runs}\n]}}\n'


def differences(name: str, recording: Mapping[str, Any], root: Path = ROOT) -> str:
    """Compare a recording with the one that is kept; return the first difference, or "" if there is none.

    Of real threads, whose order is never the same, each thread by itself is compared.
    """
    path = Listing(name, root).recording
    again = f"If this is how it should be, make it anew: make record NAME={name}"
    if not path.is_file():
        return f"{path.relative_to(root)} is missing. {again}"
    kept = json.loads(path.read_text("utf-8"))
    if recording.get("recorded") and kept.get("recorded"):
        recording, kept = by_thread(recording), by_thread(kept)
    old, new = as_text(kept).splitlines(), as_text(recording).splitlines()
    for number, (was, now) in enumerate(itertools.zip_longest(old, new, fillvalue="(nothing)"), 1):
        if was != now:
            stale = f"{path.relative_to(root)}:{number} is stale.\n  kept: {was}\n  now:  {now}\n"
            return stale + at_line(now, recording, root) + again
    return ""


def by_thread(recording: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a recording with the events of each thread together, without data that depends on their order."""
    names = [lane["name"] for lane in recording["lanes"]]
    events = [
        event | {"lane": names[event["lane"]], "vars": {}, "at": [spot[:2] for spot in event.get("at", ())]}
        for event in recording["events"]
    ]
    kept = [event for event in events if event["ev"] not in ("preempted", "resume")]
    return {
        **recording,
        "recorded": "",
        "lanes": sorted(recording["lanes"], key=lambda lane: str(lane["name"])),
        "events": sorted(kept, key=lambda event: str(event["lane"])),
    }


def at_line(event: str, recording: Mapping[str, Any], root: Path) -> str:
    """Say at which line of a listing an event is, if it is at one."""
    try:
        file, line, _frame = json.loads(event.strip().rstrip(","))["at"][0]
    except (ValueError, KeyError, TypeError, IndexError):
        return ""
    listing = Listing(recording["files"][file]["name"], root)
    return f"  at {listing.shown(listing.module)}:{line}: {listing.source().splitlines()[line - 1].strip()}\n"
