"""Our kernel with curio's names is judged by curio's own tests, and so is curio, which shows that the judge is just."""
from __future__ import annotations

import json
import os
import re
from collections.abc import Collection
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from press.catalogue import ROOT
from tests.support.judges import curio as curio_judge
from tests.support.judges.curio_asked import ASKED, NOT_ASKED, Theirs, complaints
from tests.support.shell import finish, start
from whoruns.tests.pythons import pythons

OURS = "ghetto_asyncio.together.curio"
HOW_MANY = {"tasks": 44, "waits": 8, "queues": 27, "groups": 23, "masks": 5, "sockets": 15, "streams": 18}
"""How many tests of curio 1.6 are asked, by group, in the order of the page's table."""
EXPLAINED: dict[str, str] = {}
"""Tests that ours does not pass, and why: file.test, and a reason that the page gives as well. There are none."""
Said = dict[str, Any]
"""What the judge said of one module, by one Python."""

pytestmark = pytest.mark.skipif(
    not curio_judge.SOURCE.exists() and not os.environ.get("CI"), reason=curio_judge.MISSING
)


HERE = [next(iter(pythons()))]
"""The Python that runs the tests."""


def judge(
    module: str, *groups: str, path: Path = ROOT, versions: Collection[str] = pythons().keys()
) -> dict[str, Said]:
    """Have curio's tests put to a module by these Pythons, by all at the same time."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    command = ("-m", "tests.support.judges.curio", module, *groups)
    with ExitStack() as stack:
        started = {
            version: stack.enter_context(
                start(executable, *command, cwd=ROOT, environment=plain | {"PYTHONPATH": str(path)})
            )
            for version, executable in pythons().items() if version in versions
        }
        ended = {version: finish(process) for version, process in started.items()}
    assert all(done.status == 0 for done in ended.values()), ended
    return {version: json.loads(done.said) for version, done in ended.items()}


def bad(said: Said) -> dict[str, str]:
    """Return what was wrong, in all groups."""
    return {test: why for group in said["groups"].values() for test, why in group["bad"].items()}


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder where curio is called elsewhere."""
    for path, text in curio_judge.files().items():
        package, _, name = path.partition("/")
        if package == "curio":
            (tmp_path / "elsewhere").mkdir(exist_ok=True)
            (tmp_path / "elsewhere" / name).write_text(text, "utf-8")
    return tmp_path


def test_ours_passes() -> None:
    for version, said in judge(OURS).items():
        assert said["by"].startswith("ghetto_asyncio."), f"Python {version} has asked another kernel"
        assert {group: counted["asked"] for group, counted in said["groups"].items()} == HOW_MANY
        found = bad(said)
        assert found.keys() == EXPLAINED.keys(), f"Python {version}: {found}"


def test_curio_itself_passes() -> None:
    """And the judge is just, which need not be shown under each Python: ours passes there."""
    for version, said in judge("curio", versions=HERE).items():
        assert said["by"] == "curio.kernel"
        assert bad(said) == {}, f"Python {version}"
        for how in ("asked", "passed"):
            assert {group: counted[how] for group, counted in said["groups"].items()} == HOW_MANY


def test_the_page_says_how_many() -> None:
    page = (ROOT / "docs/appendix/curios-names.md").read_text("utf-8")
    rows = re.findall(r"^\| .* \| (\d+) of (\d+) \| (\d+) of (\d+) \|$", page, re.M)
    assert rows == [(str(number),) * 4 for number in HOW_MANY.values()]


def test_the_names_may_be_in_one_module(elsewhere: Path) -> None:
    parts = ("errors", "io", "kernel", "network", "socket", "traps")
    flat = ["from elsewhere import *", "from elsewhere.traps import *", "from elsewhere.traps import _kernel_trap"]
    flat += [f"from elsewhere import {part}" for part in parts]
    (elsewhere / "flat.py").write_text("\n".join(["import tests.support.judges.curio_gone", *flat]), "utf-8")
    for version, said in judge("flat", "waits", "streams", path=elsewhere, versions=HERE).items():
        assert (said["by"], bad(said)) == ("elsewhere.kernel", {}), f"Python {version}"


def test_a_mistake_is_found(elsewhere: Path) -> None:
    flat = ["import tests.support.judges.curio_gone", "from elsewhere import *", "ignore_after = timeout_after"]
    (elsewhere / "flat.py").write_text("\n".join([*flat, "from elsewhere import debug, socket, traps"]), "utf-8")
    for version, said in judge("flat", "tasks", path=elsewhere, versions=HERE).items():
        assert bad(said).keys() == {"test_kernel.test_sleep_ignore_timeout"}, f"Python {version}"


def test_no_test_of_curio_is_forgotten() -> None:
    assert not complaints(curio_judge.tests_in(curio_judge.files()))


def test_a_test_that_nobody_names_is_named() -> None:
    tests = [Theirs("test_queue", name, "") for name in ("test_queue_new", "test_stack")]
    found = complaints(tests)
    assert "test_queue.test_stack is named 0 times" in found
    assert "test_queue: there is no test_lifo_queue" in found
    assert "there is no test_thread.py" in found
    assert not [line for line in found if "test_queue_new" in line]


def test_each_reason_is_of_a_file_that_is_asked() -> None:
    assert NOT_ASKED.keys() <= {file for files in ASKED.values() for file in files}
