"""The loop of the chapter: what it promises, how many lines it has, and what it does with nonsense."""
from __future__ import annotations

# mypy: allow-untyped-calls
import inspect

import pytest

from ghetto_asyncio.mainloop import coroutines, ops, simple, start
from press.catalogue import ROOT
from tests.support.loops.main_loops import Pair, Task, patient

HUNDRED = 100
"""Lines that a reader sees of the loop that runs `async def`: docstrings are among them, imports and gaps are not."""


def visible(source: str) -> int:
    """Count the lines of a listing that are no import and not blank."""
    lines = [line for line in source.splitlines() if line.strip()]
    return len(lines) - sum(line.startswith(("import ", "from ")) for line in lines)


def test_a_loop_of_a_hundred_lines_serves() -> None:
    """The first page says so: nothing else of ours is in the loop that the server is started on."""
    served_by = inspect.signature(start.on_ours).parameters["new_loop"].default
    parts = [part for part in served_by.__mro__ if part is not object]
    assert parts == [coroutines.Loop, simple.Loop, ops.Calls]
    files = [ROOT / f"ghetto_asyncio/mainloop/{name}.py" for name in ("coroutines", "simple", "ops")]
    assert [inspect.getsourcefile(part) for part in parts] == [str(file) for file in files]
    assert HUNDRED - 10 < sum(visible(file.read_text("utf-8")) for file in files) <= HUNDRED


def test_docstrings_are_lines_and_imports_are_none() -> None:
    source = '"""One."""\nimport ast\nfrom os import path\n\nx = 1\n'
    assert visible(source) == 2


def test_ctrl_c_closes_every_task_and_the_selector(pair: Pair) -> None:
    ours, _theirs = pair
    loop, log = patient(simple.Loop), []

    def waits(name: str) -> Task:
        try:
            yield ours, 1
        finally:
            log.append(name)

    def stops() -> Task:
        yield
        raise KeyboardInterrupt

    tasks = [waits("Ann"), waits("Bob"), stops()]
    for task in tasks:
        loop.create_task(task)
    with pytest.raises(KeyboardInterrupt):
        loop.run()
    assert sorted(log) == ["Ann", "Bob"]
    assert loop.selector.get_map() is None
