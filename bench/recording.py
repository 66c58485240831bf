"""Measure what recording costs: whoruns beside a plain run, and beside VizTracer, which traces calls: ``make bench``.

``python -m bench.recording`` prints this table alone. Each program runs in a process of its own, plain and traced in
turns, round after round. CPU time is compared, of the program alone: starting the interpreter is left out, and so is
writing what was traced. The last lines are whole commands, with all that they write.
"""
from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

SWITCHES = """
import asyncio
async def job(times):
    for _ in range(times):
        await asyncio.sleep(0)
async def main():
    await asyncio.gather(*(job({each}) for _ in range({tasks})))
asyncio.run(main())
"""
SLEEPS = """
import asyncio
async def job(number):
    for step in range(5):
        await asyncio.sleep(0.001 * (number % 7 + 1))
async def main():
    await asyncio.gather(*(job(number) for number in range({tasks})))
asyncio.run(main())
"""
LINES = """
def count(n):
    total = 0
    for number in range(n):
        if number % 3:
            total += number
    return total
import asyncio
async def main():
    count({lines})
asyncio.run(main())
"""
GENERATORS = """
from collections import deque
def job(times):
    for _ in range(times):
        yield
ready = deque(job({each}) for _ in range({tasks}))
while ready:
    task = ready.popleft()
    if next(task, "over") != "over":
        ready.append(task)
"""
ENDLESS = """
import asyncio
async def main():
    while True:
        await asyncio.sleep(1)
asyncio.run(main())
"""
PROGRAMS: Mapping[str, str] = {
    **{f"5,000 switches, {tasks} tasks": SWITCHES.format(tasks=tasks, each=5000 // tasks) for tasks in (10, 50, 500)},
    "lines of Python": LINES.format(lines=100_000),
}
"""Names, and what is run."""
COMMANDS: Mapping[str, str] = {
    **{f"{tasks} tasks of five steps": SLEEPS.format(tasks=tasks) for tasks in (200, 1000)},
    **{f"5,000 switches, {n} generators": GENERATORS.format(tasks=n, each=5000 // n) for n in (10, 50, 500)},
    "a task without end": ENDLESS,
}

PLAIN = "exec(compile(source, path, 'exec'), {'__name__': '__main__'})"
WAYS: Mapping[str, str] = {
    "plain": f"start = now(); {PLAIN}; end = now()",
    "whoruns": "import pathlib, whoruns; start = now(); whoruns.record(pathlib.Path(path)); end = now()",
    "VizTracer": (
        "from viztracer import VizTracer; tracer = VizTracer(log_async=True, verbose=0); "
        f"start = now(); tracer.start(); {PLAIN}; tracer.stop(); end = now()"
    ),
}
"""How a program is run."""
RUN = (
    "import asyncio, sys; from time import process_time as now; path = sys.argv[1]; source = open(path).read(); {}; "
    "print(end - start)"
)


def seconds(way: str, path: Path, python: str) -> float:
    """Return the CPU seconds that a program takes."""
    done = subprocess.run(
        [python, "-c", RUN.format(WAYS[way]), path], capture_output=True, text=True, check=True, env=environment()
    )
    return float(done.stdout.splitlines()[-1])


def whole(path: Path, python: str) -> float:
    """Return the CPU seconds that the command takes to record a program and to write its page."""
    before = os.times()
    subprocess.run([python, "-m", "whoruns", path], capture_output=True, check=True, env=environment(), cwd=path.parent)
    now = os.times()
    return now.children_user + now.children_system - before.children_user - before.children_system


def environment() -> dict[str, str]:
    """Return an environment in which whoruns is found wherever one is."""
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}


def main(python: str, rounds: int) -> None:
    """Print the tables for this Python."""
    ways = [way for way in WAYS if way != "VizTracer" or importlib.util.find_spec("viztracer")]
    print(f"\nRecording, CPU time as a multiple of a plain run: medians of {rounds} rounds")
    print(f"  {'program':26} {'plain, ms':>10}" + "".join(f" {way:>10}" for way in ways[1:]))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "program.py"
        for name, source in PROGRAMS.items():
            path.write_text(source)
            found = [{way: seconds(way, path, python) for way in ways} for _ in range(rounds)]
            ratios = (median(each[way] / each["plain"] for each in found) for way in ways[1:])
            plain = median(each["plain"] for each in found)
            print(f"  {name:26} {1000 * plain:10.1f}" + "".join(f" {ratio:10.1f}" for ratio in ratios))
        print(f"\n  {'whoruns FILE':30} {'CPU s':>6} {'kB':>10}")
        for name, source in COMMANDS.items():
            path.write_text(source)
            took = median(whole(path, python) for _ in range(rounds))
            print(f"  {name:30} {took:6.2f} {path.with_suffix('.html').stat().st_size / 1000:10.0f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="What recording costs, as ratios.")
    parser.add_argument("--python", default=sys.executable, help="the Python that is measured")
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    main(asked.python, asked.rounds)
