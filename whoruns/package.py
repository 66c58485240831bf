"""The package that recorded programs stand on, if there is one, such as the listings of a book.

Of its classes one may look into the objects; its loops may call functions of a program; it is imported anew for each
run.
"""
from __future__ import annotations

from pathlib import Path

PACKAGE = ""
ROOT = Path()
"""The folder that it lies in."""


def stand_on(package: str, root: Path) -> None:
    """Say which package it is."""
    global PACKAGE, ROOT
    PACKAGE, ROOT = package, root


def has(module: str) -> bool:
    """Say whether a module is of the package."""
    return bool(PACKAGE) and module.split(".")[0] == PACKAGE
