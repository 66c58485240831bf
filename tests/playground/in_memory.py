"""What test_in_memory.py lets happen in a process in which everything is memory."""
from __future__ import annotations

from press.catalogue import ROOT, Listing
from press.figures.making import record
from press.figures.recordings import differences, every_run
from whoruns.recorder.run_file import RunError


def main() -> dict[str, str]:
    """Return how the recording of each run differs here, real threads apart."""
    found = {}
    for name in every_run():
        if "threads = True" not in Listing(name, ROOT).run.read_text("utf-8"):
            try:
                found[name] = differences(name, record(name))
            except RunError as error:
                found[name] = str(error)
    return found
