"""What the sessions of the main loops cannot say: how they treat their tasks, each of them."""
from __future__ import annotations

import socket
from selectors import EVENT_READ
from typing import Any

import pytest

from tests.support.loops.main_loops import Pair, Task, and_tasks, every_loop, patient, run


@every_loop
@pytest.mark.parametrize("nonsense", [7, "nonsense", (1, 2, 3), [socket, EVENT_READ], (None, EVENT_READ), (7, 1), {}])
def test_nonsense_is_thrown_into_its_own_task_only(new_loop: Any, nonsense: object, pair: Pair) -> None:
    ours, theirs = pair
    log = []

    def mad() -> Task:
        for wanted in (nonsense, (ours, "soon"), (ours, 0), (ours, 3)):
            try:
                yield wanted
            except (AttributeError, TypeError, ValueError):
                log.append(b"mad hears of it")

    def sane() -> Task:
        yield ours, EVENT_READ
        log.append(ours.recv(10))

    def peer() -> Task:
        for _ in range(9):
            yield
        theirs.send(b"sane")

    run(new_loop, sane(), mad(), peer())
    assert log == [b"mad hears of it"] * 4 + [b"sane"]


@and_tasks
def test_ctrl_c_closes_everybody_and_no_clean_up_hides_it(
    new_loop: Any, pair: Pair, capsys: pytest.CaptureFixture[str]
) -> None:
    ours, _theirs = pair
    log = []
    loop = patient(new_loop)

    def waits() -> Task:
        try:
            yield ours, EVENT_READ
        finally:
            log.append("closed")

    def is_polite() -> Task:
        try:
            yield ours, EVENT_READ
        finally:
            yield

    def begins_something() -> Task:
        try:
            yield ours, EVENT_READ
        finally:
            loop.create_task(waits())

    def stops() -> Task:
        yield
        raise KeyboardInterrupt

    kept = [waits(), is_polite(), waits(), begins_something(), is_polite(), waits(), stops()]
    for task in kept:  # nobody but the loop closes them
        loop.create_task(task)
    with pytest.raises(KeyboardInterrupt):
        loop.run()
    assert log == ["closed"] * 3
    assert capsys.readouterr().err.count("generator ignored GeneratorExit") == 2
