"""``python -m whoruns``, or ``python path/to/whoruns`` where it is not installed."""
from __future__ import annotations

import sys
from pathlib import Path

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[1])

if __name__ == "__main__":
    from whoruns.command import run

    run()
