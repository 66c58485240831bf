"""Records the run that a run file declares: from there on, it is the same road as that of any program."""
from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from whoruns import package
from whoruns.recorder.recorder import Recorder
from whoruns.recorder.replacing import replacing_time
from whoruns.recorder.run_file import RunFile
from whoruns.recorder.sandbox import deadline, hurried_threads
from whoruns.recorder.threads import ThreadRecorder
from whoruns.recorder.tracing import watch
from whoruns.recorder.witness import Declared
from whoruns.recorder.world import Hang, TooLong


def carried_out(run: RunFile, modules: Sequence[Path]) -> tuple[Recorder, BaseException | None]:
    """Run main() and record it: return the recorder, and the error with which it fails, or does not end.

    `modules` are the files whose lines are followed; they have been imported.
    """
    paths = [str(module) for module in modules]
    recorder = (ThreadRecorder if run.threads else Recorder)(Declared(run, paths), paths)
    before, sys.stdout = sys.stdout, recorder
    tell_of_made(recorder, run)
    try:
        with hurried_threads() if run.threads else replacing_time(recorder.world), deadline():
            with suppress(Hang) if run.hangs else nullcontext():
                watch(run.main, paths, recorder)
            recorder.world.finish()
    except (Exception, TooLong) as error:
        return recorder, error
    finally:
        sys.stdout, recorder.over = before, True
    return recorder, None


def tell_of_made(recorder: Recorder, run: RunFile) -> None:
    """Let the files that are followed make some generators through a function that tells the recorder."""
    for file in run.files if run.makes else ():
        module = sys.modules[f"{package.LOOPS.package}.{file}"]
        for kind, _dot, name in (made.rpartition(".") for made in run.makes):
            # a class is changed where it is written
            owner: type | ModuleType | None = getattr(module, kind, None) if kind else module
            if hasattr(owner, name) and getattr(owner, "__module__", module.__name__) == module.__name__:
                setattr(owner, name, telling(getattr(owner, name), recorder))


def telling(function: FunctionType, recorder: Recorder) -> FunctionType:
    """Return a function that makes the same generators, and tells the recorder of each."""

    def make(*args: Any, **named: Any) -> Any:
        generator = function(*args, **named)
        recorder.made(generator)
        return generator

    return make  # type: ignore[return-value]
