"""Measure what whoruns' plug-in costs a suite of async tests that pass: ``python -m bench.suite``.

Each run is a process of its own, with the plug-in and without in turns, round after round. CPU time is compared, of all
that pytest does, and the least of each is taken: other work on the machine only adds to it.
"""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.recording import environment

TESTS = """
import asyncio
import pytest

async def client(number):
    queue = asyncio.Queue()
    async with asyncio.TaskGroup() as group:
        for each in range(5):
            group.create_task(queue.put(number))
    assert await queue.get() == number

@pytest.mark.parametrize("number", range({number}))
def test_passes(number):
    asyncio.run(client(number))
"""
NUMBER, ROUNDS = 200, 15


def seconds(path: Path, options: list[str]) -> float:
    """Run the tests in a process, and return the CPU time that it takes."""
    before = os.times()
    without = [word for name in ("randomly", "cacheprovider", "xdist") for word in ("-p", f"no:{name}")]
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *without, *options, path], check=True, cwd=path.parent,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment(),
    )
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def main() -> None:
    """Print the times, and their ratio."""
    plug_in = ["-p", "whoruns.doors.for_pytest"]
    with TemporaryDirectory() as folder:
        path = Path(folder, "test_many.py")
        path.write_text(TESTS.format(number=NUMBER), "utf-8")
        without, with_it = [], []
        for _round in range(ROUNDS):
            without.append(seconds(path, []))
            with_it.append(seconds(path, plug_in))
    print(f"{NUMBER} async tests that pass: {min(without):.3f} s of CPU time, with the plug-in {min(with_it):.3f} s:")
    print(f"ratio {min(with_it) / min(without):.3f}, {(min(with_it) - min(without)) / NUMBER * 1e6:.0f} µs a test")


if __name__ == "__main__":
    main()
