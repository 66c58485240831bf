"""What a page says of its puzzle with one thing changed."""
from __future__ import annotations

# mypy: allow-untyped-calls
import gc
import logging
from typing import Any

import pytest

from ghetto_asyncio.clocks.jump import jump
from press.catalogue import ROOT, find

TIMED = "async with asyncio.timeout(5):\n        answers[me]"
SERVED = "Ann will be served\nstored: ['soup for Ann']"


@pytest.mark.parametrize(("name", "old", "new", "said"), [
    ("in_the_log", "except Exception", "except BaseException", "['BEGIN', 'ROLLBACK']"),
    ("ten_lines", "full=False", "full=True", "10 turns"),
    ("two_orders", "task(order(session", "task(order(Session(database)", SERVED),
    ("each_other", "answers[me]", TIMED, "5 s: 2 done, 0 waiting"),
])
def test_it_says(
    name: str, old: str, new: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    logged: list[str] = []
    monkeypatch.setattr(logging.getLogger("asyncio"), "error", lambda message, **_: logged.append(message))
    source = find(f"workbench.{name}", ROOT).source()
    assert source.count(old) == 1
    program: dict[str, Any] = {"__name__": name}
    exec(compile(source.replace(old, new), name, "exec"), program)
    jump(program["main"]())
    del program
    gc.collect()
    assert capsys.readouterr().out == f"{said}\n"
    failed = [each for each in logged if "exception=TimeoutError()" in each]
    assert len(failed) == len(logged) == (2 if new == TIMED else 0)
