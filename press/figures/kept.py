"""Recordings that are kept beside the listings: read, if they are of the present files."""
from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from press.catalogue import BENCH, BookError, Listing, digest
from whoruns.story.recording import Recording, read

CAST = ("Ann", "Bob", "Eve")
"""Persons of the book. Each has a colour of its own."""


def read_kept(this: Listing) -> tuple[dict[str, Any], tuple[Listing, ...]]:
    """Read a recording and its listings; raise BookError if it is missing, or if one has changed."""
    again = f"'make record NAME={this.name}' makes it"
    if not this.recording.is_file():
        alone = this.name.startswith(f"{BENCH}.") and not this.run.is_file()  # no file declares the run of a puzzle
        what = "" if alone else f"{this.shown(this.run)} declares it, and "
        raise BookError(f"there is no recording of {this.name!r}; {what}{again}")
    data = json.loads(this.recording.read_text("utf-8"))
    return data, files_of(this, data)


def files_of(this: Listing, data: Mapping[str, Any]) -> tuple[Listing, ...]:
    """Return the listings that a recording is of; raise BookError if one has changed since."""
    files = tuple(Listing(file["name"], this.root) for file in data["files"])
    then = [(listing.module, file["digest"]) for listing, file in zip(files, data["files"])]
    if data["declared"]:  # the program of a puzzle runs as it is
        then.append((this.run, data["declared"]))
    for source, known in then:
        if not source.is_file() or digest(source) != known:
            again = f"'make record NAME={this.name}' makes it anew"
            raise BookError(f"the recording of {this.name} is stale, {this.shown(source)} has changed since; {again}")
    return files


def load(name: str, root: Path) -> Recording:
    """Read a recording; raise BookError if there is none, or if it is not of the present files."""
    this = Listing(name, root)
    return read(*read_kept(this), CAST)


def read_variants(this: Listing) -> tuple[dict[str, list[Any]], dict[str, tuple[dict[str, Any], tuple[Listing, ...]]]]:
    """Return the values that a run may have, and the recording with each, by the lines of main(), as read_kept()
    does; nothing if it has but one. Raise BookError if a listing has changed.
    """
    if not this.variants.is_file():
        return {}, {}
    data = json.loads(this.variants.read_text("utf-8"))
    return data["vary"], {run["entry"]: (run, files_of(this, run)) for run in data["runs"]}
