"""The interpreters that the listings are proved with."""
from __future__ import annotations

import os

from whoruns.tests.pythons import MINORS, pythons


def summary() -> str:
    """Say which Pythons took part and which were asked for in vain."""
    present = pythons()
    if os.environ.get("PYTHONS") != "all":
        return f"Listings proved with Python {', '.join(present)}; PYTHONS=all asks the others, too."
    absent = [f"3.{minor}" for minor in MINORS if not any(version.split(".")[1] == str(minor) for version in present)]
    return f"Listings proved with Python {', '.join(present)}." + (
        f" Not on this machine, so not tried: {', '.join(absent)}." if absent else ""
    )
