"""A tree with one listing, one run file and nothing else, to be recorded."""
from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from press.catalogue import Listing
from press.figures.making import record
from whoruns.events import RecordingFile


class TinyRun:
    """Writes a listing and its run file, and records."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def write(self, listing: str, run: str, name: str = "part.thing") -> None:
        """Write the listing and the run file, which follows it and imports all of it."""
        module = self.root / "ghetto_asyncio" / (name.replace(".", "/") + ".py")
        module.parent.mkdir(parents=True, exist_ok=True)
        for folder in (self.root / "ghetto_asyncio", module.parent):
            (folder / "__init__.py").touch()
        module.write_text(textwrap.dedent(listing), "utf-8")
        path = Listing(name, self.root).run
        path.parent.mkdir(parents=True, exist_ok=True)
        head = f"from ghetto_asyncio.{name} import *\nfiles = ({name!r},)\n"
        path.write_text(head + textwrap.dedent(run), "utf-8")

    def record(self, name: str = "part.thing") -> RecordingFile:
        """Record it."""
        return record(name, self.root)

    def events(self, listing: str, run: str, *fields: str) -> list[str]:
        """Record; return the events but for lines, each as "ev lane field…"."""
        self.write(listing, run)
        recording = self.record()
        names = [lane["name"] for lane in recording["lanes"]]
        return [
            " ".join([event["ev"], names[event["lane"]], *(str(event.get(each)) for each in fields if each in event)])
            for event in recording["events"]
            if event["ev"] != "line"
        ]


@pytest.fixture
def tiny_run(tmp_path: Path) -> TinyRun:
    """A tree to record in."""
    return TinyRun(tmp_path)
