"""Record the runs that the pages show: ``make record``, or ``make record NAME=turns.round_robin``.

A run is declared beside the session of its listing: ``listings/turns/round_robin.run.py`` has a
function ``main()`` and names the code to follow. Its recording is ``round_robin.run.json`` beside it;
``round_robin.vary.json`` has the runs with other values, if it offers any (``vary``).
The program of each puzzle is recorded likewise, and needs no such file. Needs nothing but Python.

Of a run that is named, its steps are shown, each with all sights that ``:answer:`` may name.
"""
from __future__ import annotations

import sys

from press.catalogue import ROOT, Listing
from press.figures.kept import load
from press.figures.making import record, record_variants
from press.figures.recordings import as_text, differences, every_run, every_undeclared, variants_as_text
from whoruns.recorder.run_file import RunError
from whoruns.story import answers


def main(names: list[str]) -> int:
    """Record the named runs, or all; with --stdout first, print them and change no file."""
    to_stdout = names[:1] == ["--stdout"]
    failed = 0
    runs = every_run()
    for name in names[to_stdout:] or runs + every_undeclared():
        try:
            recording = record(name)
            variants = record_variants(name) if name in runs else {}
            if not names and recording.get("recorded") and not differences(name, recording):
                continue  # real threads: the order that was recorded once is as good as this one
        except RunError as error:
            print(error, file=sys.stderr)
            failed = 1
            continue
        if to_stdout:
            print(as_text(recording) + (variants_as_text(variants) if variants else ""), end="")
        else:
            listing = Listing(name, ROOT)
            listing.recording.write_text(as_text(recording), "utf-8")
            print(f"{listing.shown(listing.recording)}: {len(recording['events'])} events")
            if names and name in runs:
                print(*answers.every(load(name, ROOT)), sep="\n")
            if variants:
                listing.variants.write_text(variants_as_text(variants), "utf-8")
                print(f"{listing.shown(listing.variants)}: {len(variants['runs'])} runs")
            else:
                listing.variants.unlink(missing_ok=True)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
