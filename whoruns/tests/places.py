"""Where things lie: the programs that are recorded, and the folder from which whoruns is imported."""
from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The folder in which the package lies."""
PROGRAMS = {path.stem: path for path in sorted(Path(__file__).parent.glob("programs/*.py"))}
"""Programs as readers write them, by name."""
