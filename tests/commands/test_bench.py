"""The benchmark runs. What it prints are times, and no test looks at those."""
from __future__ import annotations

import pytest

from press.bench import kernels, tasks
from press.bench.libraries import LIBRARIES
from press.bench.servers import SERVERS
from press.commands import bench


def rows_of(said: str) -> dict[str, list[str]]:
    """Return the cells of a table by the first column."""
    return {line[2:22].strip(): line[22:].split(")") for line in said.splitlines()}


def test_it_prints_a_row_for_each_server(capsys: pytest.CaptureFixture[str]) -> None:
    sizes = ["--rounds", "1", "--requests", "300", "--switches", "0", "--memory", "0"]
    bench.main(["--connections", "1", "3", "--descriptors", "2", *sizes])
    said = capsys.readouterr().out
    for name in SERVERS:
        assert said.count(f"  {name} ") == 2
    assert "poll / epoll" in said


def test_what_the_limits_do_not_allow_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    bench.main(["--connections", "10000000", "--descriptors", "10000000", "--switches", "0", "--memory", "10000000"])
    assert capsys.readouterr().out.count("left out: ") == 3


def test_it_prints_a_row_for_each_loop_and_for_the_limit(capsys: pytest.CaptureFixture[str]) -> None:
    bench.main(["--connections", "--descriptors", "--rounds", "1", "--switches", "10000", "--memory", "0"])
    rows = rows_of(capsys.readouterr().out.split("switches:")[0].split("and sleepers")[0])
    for name in tasks.LOOPS:
        assert len(rows[name]) == len(tasks.TESTS) + 1, name
    assert bench.LIMIT in rows


def test_it_prints_a_row_for_each_kernel(capsys: pytest.CaptureFixture[str]) -> None:
    bench.compare_kernels(1, 10_000)
    rows = rows_of(capsys.readouterr().out)
    for name, library in LIBRARIES.items():
        assert len(rows[name]) == len(kernels.TESTS) + bool(library.cancel), name
    assert len(rows[bench.LIMIT]) == len(kernels.LIMITS) + 1


def test_it_prints_what_a_connection_takes_in_memory(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "SERVERS", {name: SERVERS[name] for name in ("bare epoll", "together.watched")})
    bench.memory(200)
    lines = capsys.readouterr().out.splitlines()[-2:]
    assert [line[:30].strip() for line in lines] == ["bare epoll", "together.watched"]
    assert int(lines[1][40:]) > 0
