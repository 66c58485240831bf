"""Try an answer to an exercise: run the session of the solution with your module.

usage: python -m press.commands.exercise NAME      (for example turns.weights)
"""
import doctest
import signal
import sys
from pathlib import Path

from press.catalogue import ROOT
from press.proof import OPTIONS, Runner

SECONDS = 20
"""Time for an answer; the solutions take a moment."""


def names() -> list[str]:
    """Return the names of all exercises."""
    return sorted(
        f"{path.parents[1].name}.{path.stem}"
        for path in (ROOT / "ghetto_asyncio").glob("*/exercises/*.py")
        if path.stem != "__init__"
    )


def session(name: str, root: Path) -> str:
    """Return the session of the solution, with the answer in the place of the solution."""
    chapter, _, exercise = name.partition(".")
    path = root / "listings" / chapter / "solutions" / f"{exercise}.pycon"
    return path.read_text("utf-8").replace(f".{chapter}.solutions.", f".{chapter}.exercises.")


def give_up(signum: int, frame: object) -> None:
    """Say that it takes too long."""
    sys.exit(f"no answer after {SECONDS} s: does your program end?")


def main(name: str) -> int:
    """Run it, say how it went, and return the exit status."""
    if name not in names():
        print(f"There is no exercise {name!r}. There are: {', '.join(names())}", file=sys.stderr)
        return 2
    module = "ghetto_asyncio/" + name.replace(".", "/exercises/") + ".py"
    test = doctest.DocTestParser().get_doctest(session(name, ROOT), {}, name, f"the session of {name}", 0)
    signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    failed, tried = Runner(optionflags=doctest.FAIL_FAST | OPTIONS).run(test)
    signal.setitimer(signal.ITIMER_REAL, 0)
    print(f"\n{module}: not yet, see above." if failed else f"{module}: right, {tried} examples.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main("".join(sys.argv[1:])))
