"""Where things lie: the programs that are recorded, and the folder from which whoruns is imported."""
from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
"""The folder in which the package lies."""
PROGRAMS = {path.stem: path for path in sorted(HERE.glob("programs/*.py"))}
"""Programs as readers write them, by name."""
