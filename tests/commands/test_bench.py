"""The benchmark runs. What it prints are times, and no test looks at those."""
from __future__ import annotations

import sys

import pytest
import uvloop

from bench import __main__ as bench
from bench import kernels, tasks, web
from bench.libraries import LIBRARIES
from bench.servers import SERVERS
from press.catalogue import ROOT
from tests.support.shell import run

uvloop.new_event_loop().close()  # libuv keeps two descriptors for all loops to come, and they are no test's


def rows_of(said: str) -> dict[str, list[str]]:
    """Return the cells of a table by the first column."""
    return {line[2:22].strip(): line[22:].split(")") for line in said.splitlines()}


def test_it_prints_a_row_for_each_server(capsys: pytest.CaptureFixture[str]) -> None:
    sizes = ["--rounds", "1", "--requests", "30", "--switches", "0", "--memory", "0"]
    bench.main(["--connections", "1", "3", "--descriptors", "2", *sizes])
    said = capsys.readouterr().out
    for name in SERVERS | web.SERVERS:
        assert said.count(f"  {name} ") == 2
    assert "poll / epoll" in said


def test_what_the_limits_do_not_allow_is_left_out() -> None:
    sizes = ["--connections", "10000000", "--descriptors", "10000000", "--switches", "0", "--memory", "10000000"]
    assert run(sys.executable, "-E", "-m", "bench", *sizes, cwd=ROOT).said.count("left out: ") == 3


def test_it_prints_a_row_for_each_loop_each_kernel_and_the_limit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    most = "switch 10000"
    for tests, fewer in ((tasks.TESTS, tasks.switch(100)), (kernels.TESTS, (kernels.switch(100), 1))):
        monkeypatch.setitem(tests, most, fewer)  # so many tasks take a minute, in asyncio's development mode
    for module in (tasks, kernels):
        monkeypatch.setitem(module.LIMITS, most, module.LIMITS["switch 100"])
    bench.main(["--connections", "--descriptors", "--rounds", "1", "--switches", "200", "--memory", "0"])
    _head, of_loops, of_kernels = capsys.readouterr().out.split("CPU ns")
    for name in tasks.LOOPS:
        assert len(rows_of(of_loops)[name]) == len(tasks.TESTS) + 1, name
    for name, library in LIBRARIES.items():
        assert len(rows_of(of_kernels)[name]) == len(kernels.TESTS) + bool(library.cancel), name
    assert len(rows_of(of_kernels)[bench.LIMIT]) == len(kernels.LIMITS) + 1
    assert bench.LIMIT in rows_of(of_loops)


def test_it_prints_what_a_connection_takes_in_memory(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "SERVERS", {name: SERVERS[name] for name in ("bare epoll", "together.watched")})
    bench.memory(200)
    lines = capsys.readouterr().out.splitlines()[-2:]
    assert [line[:30].strip() for line in lines] == ["bare epoll", "together.watched"]
    assert int(lines[1][40:]) > 0
