"""The benchmark runs. What it prints are times, and no test looks at those."""
from __future__ import annotations

import pytest

from press.bench.servers import SERVERS
from press.commands import bench


def test_it_prints_a_row_for_each_server(capsys: pytest.CaptureFixture[str]) -> None:
    bench.main(["--connections", "1", "3", "--descriptors", "2", "--rounds", "1", "--requests", "300"])
    said = capsys.readouterr().out
    for name in SERVERS:
        assert said.count(f"  {name} ") == 2
    assert "poll / epoll" in said


def test_what_the_limits_do_not_allow_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    bench.main(["--connections", "10000000", "--descriptors", "10000000", "--rounds", "1"])
    assert capsys.readouterr().out.count("left out: ") == 2
