"""The code on the finished pages runs, as a reader takes it from there."""
from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.support.shell import press
from tests.support.site.pages import LANGUAGES
from tests.support.site.published import blocks, write_tree
from whoruns.tests.pythons import pythons

FAR = "zh_CN"
"""A translation in letters that are far from ASCII: the others are the same program, as test_published.py proves."""
RUNS = [("en", version) for version in pythons()]
RUNS[0] = FAR if FAR in LANGUAGES else "en", RUNS[0][1]
"""English under each Python but this, for which Sybil runs the same text, example by example: here it is Chinese."""


@pytest.mark.parametrize(("language", "version"), RUNS)
def test_the_code_of_the_pages_runs(language: str, version: str, tmp_path: Path) -> None:
    found = blocks(language)
    write_tree(found, tmp_path)
    developing = language == FAR and len(pythons()) > 1  # which takes twice as long
    done = press("proof", tmp_path, executable=pythons()[version], developing=developing)
    count = sum(block.kind in ("session", "doctest", "output") for block in found)
    assert done.status == 0, done.said
    left_out = done.said.count(" not run: no ")
    if pythons()[version] == sys.executable:
        assert not left_out, f"{done.said}\npip install -r requirements/service.txt"
    count -= left_out
    assert f"{count} run with Python {version}, 0 failed" in done.said
