"""The benchmark runs. What it prints are times, and no test looks at those."""
from __future__ import annotations

import pytest

from press.bench import tasks
from press.bench.servers import SERVERS
from press.commands import bench


def test_it_prints_a_row_for_each_server(capsys: pytest.CaptureFixture[str]) -> None:
    sizes = ["--rounds", "1", "--requests", "300", "--switches", "0"]
    bench.main(["--connections", "1", "3", "--descriptors", "2", *sizes])
    said = capsys.readouterr().out
    for name in SERVERS:
        assert said.count(f"  {name} ") == 2
    assert "poll / epoll" in said


def test_what_the_limits_do_not_allow_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    bench.main(["--connections", "10000000", "--descriptors", "10000000", "--switches", "0"])
    assert capsys.readouterr().out.count("left out: ") == 2


def test_it_prints_a_row_for_each_loop_and_for_the_limit(capsys: pytest.CaptureFixture[str]) -> None:
    bench.main(["--connections", "--descriptors", "--rounds", "1", "--switches", "10000"])
    rows = {line[2:22].strip(): line[22:].split(")") for line in capsys.readouterr().out.splitlines()}
    for name in tasks.LOOPS:
        assert len(rows[name]) == len(tasks.TESTS) + 1, name
    assert bench.LIMIT in rows
