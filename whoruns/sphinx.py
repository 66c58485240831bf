"""The extension for Sphinx: ``extensions = ["whoruns.sphinx"]`` in conf.py. It comes with ``whoruns[sphinx]``."""
from whoruns.doors.directive import setup

__all__ = ["setup"]
