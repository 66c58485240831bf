"""What a forge runs is there: commands, Pythons, folders, names of steps; and it may do no more than it has to."""
from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
import yaml

from press.catalogue import ROOT
from press.commands.environment import OLDEST
from tests.support.shell import run
from whoruns.tests.complaints import none

WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/book.yml").read_text("utf-8"))
HOST = yaml.safe_load((ROOT / ".readthedocs.yaml").read_text("utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
MAY = {
    "all": {"contents": "read"}, "test": {"contents": "read", "pages": "read"},
    "publish": {"pages": "write", "id-token": "write"},
}
"""What each job has to be allowed."""


def unknown(commands: str) -> Iterator[str]:
    """Yield what a text of commands calls and is not there."""
    for words in re.findall(r"(?m)\bmake ([a-z ]+)", re.sub(r"#.*", "", commands)):
        yield from (f"make {word}" for word in words.split() if not re.search(rf"(?m)^{word}:", MAKEFILE))
    for script in re.findall(r"(?m)^\.\S+", commands):
        if not os.access(ROOT / script, os.X_OK):
            yield f"{script} is no program"


def wrong(workflow: dict[str, Any]) -> Iterator[str]:
    """Yield what of a workflow would fail, or is allowed too much."""
    jobs = workflow["jobs"]
    for name, part in {"all": workflow, **jobs}.items():
        if (may := part.get("permissions")) != MAY.get(name):
            yield f"{name} may {may}, and needs {MAY.get(name)}"
    for name, job in jobs.items():
        text, ids = str(job), [step.get("id") for step in job["steps"]]
        yield from (f"{name}: {job} is no job" for job in job.get("needs", []) if job not in jobs)
        yield from (f"{name}: no step {step}" for step in re.findall(r"steps\.(\w+)", text) if step not in ids)
        yield from (f"{name}: {key} is not set" for key in re.findall(r"env\.(\w+)", text) if key not in job["env"])
        for step in job["steps"]:
            yield from (f"{name}: {missing}" for missing in unknown(step.get("run", "")))
            if "artifact" in step.get("uses", "") and f"HTML := {step['with']['path']}\n" not in MAKEFILE:
                yield f"{name}: nothing is built in {step['with']['path']}"
    pythons = jobs["test"]["strategy"]["matrix"]["python"]
    oldest = min(pythons, key=lambda version: int(version.split(".")[1]))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    said = {
        "pyproject.toml": project["requires-python"][2:], "environment.py": ".".join(map(str, OLDEST)),
        "README.md": re.findall(r"Python (3\.\d+)", (ROOT / "README.md").read_text("utf-8"))[0],
    }
    yield from (f"{file} says {version}, and {oldest} is tested" for file, version in said.items() if version != oldest)


def test_what_the_workflow_runs_is_there() -> None:
    none(wrong(WORKFLOW))
    none(unknown((ROOT / ".ci/run").read_text("utf-8")))
    assert run("bash", "-n", ROOT / ".ci/run") == (0, "")


def test_what_the_host_of_the_book_runs_is_there() -> None:
    commands = "\n".join(HOST["build"]["commands"])
    none(unknown(commands))
    assert "cp -r _build/html " in commands
    assert HOST["build"]["tools"]["python"] in WORKFLOW["jobs"]["test"]["strategy"]["matrix"]["python"]


@pytest.mark.parametrize(
    ("job", "key", "value", "complaint"),
    [
        ("test", "permissions", {"contents": "write"}, "test may {'contents': 'write'}, and needs"),
        ("publish", "needs", ["tests"], "publish: tests is no job"),
        ("publish", "steps", [{"run": "${{ steps.pages.url }}"}], "publish: no step pages"),
        ("lighthouse", "steps", [{"run": "make lighthose"}], "lighthouse: make lighthose"),
        ("lighthouse", "steps", [{"run": ".ci/walk"}], "lighthouse: .ci/walk is no program"),
        ("test", "env", {}, "test: PUBLISHED is not set"),
        ("test", "strategy", {"matrix": {"python": ["3.12"]}}, "README.md says 3.11, and 3.12 is tested"),
        ("test", "steps", [{"uses": "upload-artifact", "with": {"path": "html"}}], "test: nothing is built in html"),
    ],
)
def test_what_would_fail_is_named(job: str, key: str, value: object, complaint: str) -> None:
    spoilt = deepcopy(WORKFLOW)
    spoilt["jobs"][job][key] = value
    assert any(said.startswith(complaint) for said in wrong(spoilt))
