"""A package with one module, a run file for it and nothing else, to be recorded."""
from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from whoruns import package
from whoruns.package import Loops
from whoruns.recorder.recorder import Recorder
from whoruns.recorder.replacing import replacing_time
from whoruns.recorder.run_file import RunFile, read
from whoruns.recorder.sandbox import deadline, fresh_listings, hurried_threads
from whoruns.recorder.threads import ThreadRecorder
from whoruns.recorder.tracing import watch
from whoruns.recorder.witness import Declared
from whoruns.recorder.world import Hang


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
        """Record it: the lanes and the events; raise what ends the run."""
        with standing_on(self.package, self.root), fresh_listings(self.root):
            recorder = carried_out(read(self.run, self.run), [self.module])
        return {"lanes": recorder.lanes.all, "events": recorder.events}

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


def kept(name: str, run: RunFile, recorder: Recorder) -> dict[str, Any]:
    """Return a recording as it lies in its file."""
    traits: dict[str, Any] = {"levels": True} if run.levels else {}
    traits |= {"recorded": "today"} if run.threads else {}
    traits |= {"kernel": True, "awaited": recorder.witness.awaited()} if run.places else {}
    return {
        "run": name, "entry": "", **traits, "files": [{"name": each, "digest": ""} for each in run.files],
        "declared": "", "outside": recorder.frames.outside, "queues": recorder.witness.states(),
        "lanes": recorder.lanes.all, "events": recorder.events,
    }


@contextmanager
def standing_on(name: str, root: Path) -> Iterator[None]:
    """Let programs stand on a package that lies in a folder."""
    before = package.LOOPS
    package.stand_on(Loops(name, root))
    try:
        yield
    finally:
        package.stand_on(before)


def carried_out(run: RunFile, modules: Sequence[Path]) -> Recorder:
    """Run main(), and return what has recorded it."""
    paths = [str(module) for module in modules]
    recorder = (ThreadRecorder if run.threads else Recorder)(Declared(run, paths), paths)
    before, sys.stdout = sys.stdout, recorder
    try:
        with hurried_threads() if run.threads else replacing_time(recorder.world), deadline():
            with suppress(Hang) if run.hangs else nullcontext():
                watch(run.main, paths, recorder)
            recorder.world.finish()
    finally:
        sys.stdout, recorder.over = before, True
    return recorder
