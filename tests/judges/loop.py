"""CPython's own tests, put to the last loop, whole: `python -m tests.judges.loop [VERSION…]`; it takes minutes.

It prints a table, and what differs from tests/judges/loop.toml, which has the numbers that the book may quote.
"""
from __future__ import annotations

import json
import sys
import tomllib
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from press.catalogue import ROOT
from tests.support.judges import cpython_whole
from tests.support.shell import finish, start
from whoruns.tests.pythons import installed

LOOP = "ghetto_asyncio.service.loop"
HOW = ("passed", "refused", "private", "other", "skipped")
"""How a test may end, in the order of the table."""
TABLE: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
ALONE = """
import os, runpy, sys
sys.path.insert(0, sys.argv.pop(1))
os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)
"""
Said = dict[str, list[str]]


def reasons(version: str) -> dict[str, tuple[str, str]]:
    """Return the tests whose end has a reason in the table: how they are counted, and why."""
    minor = int(version.split(".")[1])
    return {
        test: (row["how"], row["why"])
        for row in TABLE["named"]
        if int(row.get("since", "3.11").split(".")[1]) <= minor <= int(row.get("until", "3.99").split(".")[1])
        for test in row["tests"]
    }


def counted(version: str, said: Said) -> dict[str, int]:
    """Count how the tests ended."""
    named = reasons(version)
    found = Counter(named[test][0] if how == "other" and test in named else how for test, (how, _) in said.items())
    return {how: found[how] for how in HOW}


def wrong(version: str, said: Said) -> list[str]:
    """Say where they ended otherwise than the table has it."""
    named = reasons(version)
    problems = [
        f"{test} fails, and nothing is said of it: {why}" for test, (how, why) in said.items()
        if how == "other" and test not in named
    ]
    problems += [f"{test} passes, against {named[test][1]!r}" for test in named if said.get(test, [""])[0] == "passed"]
    expected, found = TABLE["counted"].get(version, {}), counted(version, said)
    problems += [
        f"{found[how]} are {how}, and not {expected[how]}" for how in expected if found[how] != expected[how]
    ]
    return [f"Python {version}: {problem}" for problem in problems]


def judged(versions: list[str]) -> dict[str, Said]:
    """Have each Python judge the loop, all at the same time."""
    with ExitStack() as stack:
        started = {
            version: stack.enter_context(start(executable, "-I", "-c", ALONE, ROOT, cpython_whole.__name__, LOOP))
            for version, executable in installed().items() if not versions or version in versions
        }
        said = {version: json.loads(finish(process).said) for version, process in started.items()}
    return {version: tests for version, tests in said.items() if tests}


def main(*versions: str) -> int:
    """Print how they fared; return how much is wrong."""
    said, problems = judged(list(versions)), list[str]()
    print("Python".ljust(9), *(how.rjust(8) for how in HOW))
    for version, tests in said.items():
        print(version.ljust(9), *(str(number).rjust(8) for number in counted(version, tests).values()))
        problems += wrong(version, tests)
    print(*problems, sep="\n")
    return len(problems)


if __name__ == "__main__":
    sys.exit(bool(main(*sys.argv[1:])))
