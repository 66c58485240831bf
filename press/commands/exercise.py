"""Try an answer to an exercise: run the session of the solution with your module.

usage: python -m press.commands.exercise NAME      (for example turns.weights)
"""
import doctest
import signal
import sys

from press.catalogue import ROOT, every_exercise, session_of_exercise
from press.proof import OPTIONS, Runner

SECONDS = 20
"""Time for an answer; the solutions take a moment."""


def give_up(signum: int, frame: object) -> None:
    """Say that it takes too long."""
    sys.exit(f"no answer after {SECONDS} s: does your program end?")


def main(name: str) -> int:
    """Run it, say how it went, and return the exit status."""
    if name not in every_exercise(ROOT):
        print(f"There is no exercise {name!r}. There are: {', '.join(every_exercise(ROOT))}", file=sys.stderr)
        return 2
    module = "ghetto_asyncio/" + name.replace(".", "/exercises/") + ".py"
    test = doctest.DocTestParser().get_doctest(session_of_exercise(name, ROOT), {}, name, f"the session of {name}", 0)
    signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    failed, tried = Runner(optionflags=doctest.FAIL_FAST | OPTIONS).run(test)
    signal.setitimer(signal.ITIMER_REAL, 0)
    print(f"\n{module}: not yet, see above." if failed else f"{module}: right, {tried} examples.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main("".join(sys.argv[1:])))
