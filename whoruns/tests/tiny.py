"""A package with one module, a run file for it and nothing else, to be recorded."""
from __future__ import annotations

import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from whoruns import package
from whoruns.package import Loops
from whoruns.recorder.declared import carried_out
from whoruns.recorder.run_file import read
from whoruns.recorder.sandbox import fresh_listings


class TinyRun:
    """Writes a module of a package and its run file, which follows it as `name`, and records."""

    def __init__(self, root: Path, package: str = "tiny", name: str = "thing", run: Path | None = None) -> None:
        self.root, self.package, self.name = root, package, name
        self.module = root.joinpath(*package.split("."), "thing.py")
        self.run = run or root / "thing.run.py"

    def write(self, module: str, run: str) -> None:
        """Write the module and the run file, which imports all of it."""
        for path in (self.module, self.run):
            path.parent.mkdir(parents=True, exist_ok=True)
        for folder in self.module.relative_to(self.root).parents[:-1]:
            (self.root / folder / "__init__.py").touch()
        self.module.write_text(textwrap.dedent(module), "utf-8")
        head = f"from {self.package}.thing import *\nfiles = ({self.name!r},)\n"
        self.run.write_text(head + textwrap.dedent(run), "utf-8")

    def record(self) -> dict[str, Any]:
        """Record it: the lanes and the events; raise the error that ends the run."""
        with standing_on(self.package, self.root), fresh_listings(self.root):
            recorder, error = carried_out(read(self.run, self.run), [self.module])
        if error is not None:
            raise error
        return {"lanes": [*recorder.lanes.all.values()], "events": recorder.events}

    def events(self, module: str, run: str, *fields: str) -> list[str]:
        """Record; return the events but for lines, each as "ev lane field…"."""
        self.write(module, run)
        recording = self.record()
        names = [lane["name"] for lane in recording["lanes"]]
        return [
            " ".join([event["ev"], names[event["lane"]], *(str(event.get(each)) for each in fields if each in event)])
            for event in recording["events"]
            if event["ev"] != "line"
        ]


@contextmanager
def standing_on(name: str, root: Path) -> Iterator[None]:
    """Let programs stand on a package that lies in a folder."""
    before = package.LOOPS
    package.stand_on(Loops(name, root))
    try:
        yield
    finally:
        package.stand_on(before)
