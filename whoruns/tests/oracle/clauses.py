"""Laws of the words: the words of a step, in English, agree with its contents, and nothing of these lacks words."""
from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator

from whoruns.events import ACTS
from whoruns.tests.oracle.shown import Shown, Step


def words_agree(shown: Shown) -> Iterator[str]:
    """The words of a step, in English, agree with its contents."""
    for before, step in zip([None, *shown.steps], shown.steps if shown.language == "en" else []):
        old = before or step
        for clause in step.say.split("; "):
            match, holds = first(clause)
            if match and holds and not holds(step, old, match):
                yield f"{shown.place(step)}: it says {clause!r}, which is not so"
            if clause and not match and "kernel" in shown.recorded:
                yield f"{shown.place(step)}: it says {clause!r}, which nobody understands"


@functools.cache
def first(clause: str) -> tuple[re.Match[str], Holds] | tuple[None, None]:
    """Return the match of the first pattern that fits a clause, and the condition for it."""
    matches = ((re.fullmatch(pattern, clause, re.DOTALL), holds) for pattern, holds in CLAUSES)
    return next(((match, holds) for match, holds in matches if match), (None, None))


def moved(step: Step, old: Step, match: re.Match[str], sign: int) -> bool:
    """Is an item in a queue that it was not in (1), or not in one that it was in (-1)?"""
    bare = match[1].removeprefix("✕ ")  # who is cancelled has not moved
    if step is old:  # the first one
        return (bare in step.queues.get(match[2], [])) == (sign > 0)
    counts = [[text.removeprefix("✕ ") for text in each.queues.get(match[2], [])].count(bare) for each in (step, old)]
    and_back = "✕" not in step.say and all(f"{bare} {verb} {match[2]}" in step.say for verb in ("enters", "leaves"))
    return (counts[0] - counts[1]) * sign > 0 or (and_back and counts[0] == counts[1])


def cancelled(step: Step, old: Step, match: re.Match[str]) -> bool:
    """Has an item been cancelled since the step before?"""
    counts = [sum(items.count(f"✕ {match[1]}") for items in each.queues.values()) for each in (step, old)]
    return counts[0] > counts[1]


def named(step: Step, match: re.Match[str]) -> bool:
    """Is the name in a clause the lane of a step, or the generator inside it that runs?"""
    name = match[match.lastindex or 0].removesuffix(" (program)")
    function = step.at[0][2] if step.at else ""
    bare = re.sub(r"\([^()]*\)$", "", re.sub(r" \d+$", "", name)).rpartition(".")[2]
    return name in (step.who, f"{step.who}.{function}") or (bool(step.at) and bare == function)


def asks(step: Step, match: re.Match[str]) -> bool:
    """Is the name in a clause the lane of a step? With levels, it is the generator that runs."""
    return match[1].removesuffix(" (program)") == step.who


def wakes(step: Step, old: Step, match: re.Match[str]) -> bool:
    """Is a task ready now that was not, and is the waker another one?"""
    was, now = (each.states.get(match[1], "") for each in (old, step))
    return now == "ready" and was in ("sleep", "read", "taken") and match[2] in step.states and match[2] != match[1]


MORE = re.compile(r"(.*), … (\d+) more")
"""Names of which only the first ones are told."""


def have_lock(step: Step, match: re.Match[str]) -> bool:
    """Does a task ask for something, and have tasks it, so many?"""
    some = MORE.fullmatch(match[2])
    names = (some[1] if some else match[2]).split(", ")
    number = len(names) + int(some[2] if some else 0)
    return step.kind == "yield" and number == int(match[1]) and all(known(step, name) for name in names)


def hands(step: Step, match: re.Match[str]) -> bool:
    """Is something taken or given back by a task, and do others wait for it, who are tasks, too?"""
    names = MORE.sub(r"\1", match[2] or match[1]).split(", ")
    return known(step, match[1]) and all(known(step, name) and name != match[1] for name in names if match[2])


def known(step: Step, name: str) -> bool:
    """Is this the name of a task?"""
    return name in step.states


def cancels(step: Step, match: re.Match[str]) -> bool:
    """Is one cancelled who is not over, by a task or the loop?"""
    return step.states.get(match[2], "none") not in ("none", "made") and match[1] in (*step.states, "loop")


def strikes(step: Step, old: Step, match: re.Match[str]) -> bool:
    """Is a task's deadline over that is due now, and was there, or has come at once?"""
    items = {item for queue in step.queues.values() for item in queue}
    return step.time >= old.time and match[1] in step.states and f"{step.time:g} {match[1]}" not in items


def jumps(step: Step, old: Step, match: re.Match[str]) -> bool:
    """Has the clock gone on so far?"""
    return [float(text) for text in match.groups()] == [old.time, step.time]


Holds = Callable[[Step, Step, re.Match[str]], bool]
ENDING = ("yield", "return", "raise", "resume", "waits", "wakes")
"""Kinds of steps at which no task starts."""
CLAUSES: tuple[tuple[str, Holds], ...] = (
    (r"(.*) is typed", lambda step, old, match: step.output > old.output),
    (r"prints (.*)", lambda step, old, match: step.output > old.output),
    (r"(.+) enters (.+)", lambda step, old, match: moved(step, old, match, 1)),
    (r"(.+) leaves (.+)", lambda step, old, match: moved(step, old, match, -1)),
    (r"the entry (.+) counts no more", cancelled),
    (r"(.+) is cancelled", cancelled),
    (r"(.+) starts", lambda step, old, match: step.kind not in ENDING and named(step, match)),
    (r"(.+) goes on(?: with .*)?", lambda step, old, match: step.kind == "resume" and named(step, match)),
    (r"(.+) passes .* on", lambda step, old, match: step.kind in ("resume", "yield") and named(step, match)),
    (r"(.+) hands .* out", lambda step, old, match: step.kind == "yield" and named(step, match)),
    (
        r"(.+) asks for [\w.\[\]']+(?: \d+)?(?:\(.*\))?",
        lambda step, old, match: step.kind == "yield" and asks(step, match),
    ),
    (r"(.+) gets .*", lambda step, old, match: step.kind == "resume" and asks(step, match)),
    (r"(.+) is woken by (.+)", wakes),
    (r"(.+) cancels (.+)", lambda step, old, match: cancels(step, match)),
    (r"the deadline of (.+) strikes(?: \(.+\))?", strikes),
    (r"the clock jumps from (.+)\s+s to (.+)\s+s", jumps),
    (r"(.+): blocks for .*", lambda step, old, match: step.kind == "waits" and match[1] in step.states),
    (r"(\w+)\(\) waits(?:, at most .*| for .*)?", lambda step, old, match: step.kind == "waits"),
    (r"the wait is over|\w+\(\) is over", lambda step, old, match: step.kind == "wakes"),
    (r"(?:poll|select)\(\) → .*", lambda step, old, match: step.kind in ("wakes", "looks")),
    (r"(?:accept|recv|recv_into|sendall?)\(\S* ?.*", lambda step, old, match: step.kind == "io"),
    (r"(.+) waits no more for (.+)", lambda step, old, match: moved(step, old, match, -1)),
    (r"(.+) waits for (.+)", lambda step, old, match: moved(step, old, match, 1)),
    (r"(\d+) have it: (.+)", lambda step, old, match: have_lock(step, match)),
    (r"(.+) has it", lambda step, old, match: step.kind == "yield" and known(step, match[1])),
    (
        r"(.+) (?:takes .+?|gives .+? back|has .+? no more)(?: \(waiting for it: (.+)\))?",
        lambda step, old, match: hands(step, match),
    ),
    (r"(?:accept|recv|recv_into|send|sendall|shutdown|close)\(.*", lambda step, old, match: step.kind == "io"),
    (r"(.+) gives way|(.+) yields .*", lambda step, old, match: step.kind == "yield" and named(step, match)),
    (r"(.+) ends", lambda step, old, match: step.kind == "return" and named(step, match)),
    (r"(.+) returns .*", lambda step, old, match: step.kind == "return" and named(step, match)),
    (r"(.+) fails: .*", lambda step, old, match: step.kind == "raise" and named(step, match)),
    (r"(.+) (?:sends|receives) .*", lambda step, old, match: step.kind in ACTS and match[1] == step.who),
    (r"(.+) connects", lambda step, old, match: step.kind == "connects" and match[1] == step.who),
    (r"(.+) closes", lambda step, old, match: step.kind == "closes" and match[1] == step.who),
)
"""Clauses in which a step is told, and the condition for each."""


def understood(clauses: Iterable[str]) -> list[str]:
    """Return the patterns that some clause has."""
    patterns = [pattern for pattern, _holds in CLAUSES]
    return [pattern for pattern in patterns if any(re.fullmatch(pattern, clause, re.DOTALL) for clause in clauses)]




TOLD = {
    "resume": "goes on|gets|passes", "yield": "asks for|gives way|yields|passes|hands", "raise": "fails:",
    "return": "ends|returns", "waits": "waits|blocks", "wakes": "→|is over", "looks": "→", "connects": "connects",
    "sends": "sends", "closes": "closes", "receives": "receives", "io": r"\(",
}
"""Kinds of steps, and the words that one of them is told with."""


def all_told(shown: Shown) -> Iterator[str]:
    """New contents of a step have words: comings and goings, output, requests, answers."""
    if shown.language != "en" or shown.recorded.get("recorded"):
        return
    for before, step in zip([None, *shown.steps], shown.steps):
        old, said = before or step, step.say.replace("✕ ", "").split("; ")
        if not re.search(TOLD.get(step.kind, ""), step.say):
            yield f"{shown.place(step)}: it says {step.say!r}, and nothing of {step.kind!r}"
        typed = re.findall(r"(?:^|; )([^;]*) is typed", step.say)[-1:] or [""]
        line = shown.output[step.output - 1].removesuffix(typed[0]) if step.output > old.output else ""
        missing = [f"prints {line}"] if line else []
        for name in {**old.queues, **step.queues}:
            verbs = ("enters", "leaves") if name.isidentifier() else ("waits for", "waits no more for")
            now, then = ([text.removeprefix("✕ ") for text in each.queues.get(name, [])] for each in (step, old))
            for verb, some, others in zip(verbs, (now, then), (then, now)):
                missing += [f"{text} {verb} {name}" for text in some if some.count(text) > others.count(text)]
        if step.time != old.time and step.kind == "line":
            missing += [f"the clock jumps from {old.time:g}\u00a0s to {step.time:g}\u00a0s"]
        yield from (f"{shown.place(step)}: it says {said}, not {words!r}" for words in missing if words not in said)
