"""The files with the steps of the runs, read without a browser."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def steps_of(text: str) -> dict[str, Any]:
    """Return the data in the file of a run, with its steps as dictionaries (press/figures/steps.py)."""
    found: dict[str, Any] = json.loads(text.removeprefix("bookRun(").removesuffix(");\n"))
    values = found["values"]
    found["steps"] = [dict(zip(found["fields"], (values[cell] for cell in row))) for row in found["steps"]]
    return found


def run_file(html: Path, name: str, language: str = "en") -> dict[str, Any]:
    """Return the data in the file of a run in a book."""
    return steps_of((html / language / "_runs" / f"{name}.js").read_text("utf-8"))
