"""The recordings that are kept, each read and replayed once: all facts of a run are properties of it."""
from __future__ import annotations

import functools

import pytest

from press.catalogue import ROOT
from press.figures.kept import load
from press.figures.recordings import every_run
from whoruns.story.recording import Recording


@functools.cache
def recorded(name: str) -> Recording:
    """Return the recording of a run."""
    return load(name, ROOT)


@pytest.fixture(params=every_run())
def recording(request: pytest.FixtureRequest) -> Recording:
    """Return each recording."""
    return recorded(request.param)
