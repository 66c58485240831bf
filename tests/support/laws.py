"""Laws that hold for whatever a page shows of a run, without anybody who knows what is true.

A law is a function of what is shown that yields complaints; ``LAWS`` names them all, with those of the drawing.
"""
from __future__ import annotations

import ast
import functools
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from press.run.events import ACTS, AFTER, CANCELLED, QUEUES
from tests.support import drawn
from tests.support.shown import Shown, Step

WAITING = re.compile(r"\b(?:poll|select|sleep|accept|recv|recv_into|send|sendall|join|wait)\(")
"""Calls in which a process can wait."""


def place(shown: Shown) -> Iterator[str]:
    """A step stands at lines that there are; a peer's act, and a wait in a loop that is not shown, stand nowhere."""
    for step in shown.steps:
        if step.kind in ACTS and step.at:
            yield f"{shown.place(step)}: {step.who} has a line of the program"
        if not step.at and step.kind not in drawn.alone(shown) and not first(shown, step):
            yield f"{shown.place(step)}: {step.kind!r} is nowhere"
        for file, line, _function in step.at:
            if not 0 < line <= len(shown.sources[file]):
                yield f"{shown.place(step)}: there is no line {line}"


def first(shown: Shown, step: Step) -> bool:
    """Has no line of the listings been run before a step?"""
    return not any(each.at for each in shown.steps[: step.number])


def waiting(shown: Shown) -> Iterator[str]:
    """Who waits stands on the line with the call that waits."""
    for step in shown.steps:
        if step.kind == "waits" and step.at and not WAITING.search(shown.line(step)):
            yield f"{shown.place(step)}: nothing waits in {shown.line(step).strip()!r}"


def going_on(shown: Shown) -> Iterator[str]:
    """Only a generator, a coroutine or a thread goes on; a function is called anew."""
    for step in shown.steps:
        if step.kind == "resume" and step.at and not shown.recorded.get("recorded"):
            file, line, function = step.at[0]
            places = [place[1:] for place in resumable(tuple(shown.sources[file])) if place[0] == function]
            if not any(first <= line <= last for first, last in places):
                yield f"{shown.place(step)}: {function}() cannot go on"


@functools.cache
def resumable(source: tuple[str, ...]) -> tuple[tuple[str, int, int], ...]:
    """Return (name, first line, last line) of the generator functions and coroutine functions."""
    found = []
    for node in functions(source):
        own = [each for child in node.body for each in walk_own(child)]
        if isinstance(node, ast.AsyncFunctionDef) or any(isinstance(each, ast.Yield | ast.YieldFrom) for each in own):
            found.append((node.name, node.lineno, node.end_lineno or node.lineno))
    return tuple(found)


def functions(source: tuple[str, ...]) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Return the functions of a listing."""
    nodes = ast.walk(ast.parse("\n".join(source)))
    return [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def walk_own(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and what is in it, but for functions, which have yields of their own."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        yield node
        for child in ast.iter_child_nodes(node):
            yield from walk_own(child)


IN_CONTROL = ("run", "pass", "calls", "lost")
"""States of somebody who may all the same stand in a queue: called before it, or with nobody who watches."""


def in_queue(shown: Shown) -> Iterator[str]:
    """Who is said to be ready, to sleep or to wait stands in a queue that gives this state, and the other way round."""
    states = shown.recorded["queues"]
    for step in shown.steps:
        texts = {
            state: [text for name in step.queues if states.get(name) == state for text in step.queues[name]]
            for state in QUEUES
        }
        for name, state in step.states.items():
            if state == "cancelled" and f"{CANCELLED} " in str(step.queues):
                continue
            there = [each for each in QUEUES if any(shown.is_of(text, name) for text in texts[each])]
            if there[:1] == [state] or state in IN_CONTROL or (state not in QUEUES and not there):
                continue
            if state in QUEUES and (state not in states.values() or shown.recorded.get("recorded") or step.who == name):
                continue  # who waits in a call of its own is in no queue
            yield f"{shown.place(step)}: {name} is {state!r}, and the queues are {step.queues}"


def no_overlap(shown: Shown) -> Iterator[str]:
    """A wait is over before the next one begins, and nothing but a peer's act happens in it."""
    asleep: Step | None = None
    for step in shown.steps:
        if step.kind == "waits":
            if asleep:
                yield f"{shown.place(step)}: it waits, and has not ceased to since step {asleep.number + 1}"
            asleep = step
        elif step.kind == "wakes":
            if not asleep:
                yield f"{shown.place(step)}: a wait is over that has not begun"
            asleep = None
        elif asleep and step.kind not in ACTS:
            yield f"{shown.place(step)}: {step.kind!r}, while the process waits"


def life(shown: Shown) -> Iterator[str]:
    """The states of a task follow one another as in press/run/events.py; functions have no such life."""
    kinds = {lane["name"]: lane["kind"] for lane in shown.recorded["lanes"]}
    for before, after in pairwise(shown.steps):
        for name, state in after.states.items():
            old = before.states[name]
            if kinds.get(name) == "task" and state != old and state not in AFTER[old]:  # type: ignore[index]
                yield f"{shown.place(after)}: {name} is {state!r} after {old!r}"


def forward(shown: Shown) -> Iterator[str]:
    """Time and output never go back, and turns neither."""
    for before, after in pairwise(shown.steps):
        for what in ("time", "output", "turn"):
            if getattr(after, what) < getattr(before, what):
                yield f"{shown.place(after)}: {what} goes back from {getattr(before, what)} to {getattr(after, what)}"


def own_variables(shown: Shown) -> Iterator[str]:
    """The variables are those of the function that is marked."""
    for step in shown.steps:
        if not step.at:
            if step.variables:
                yield f"{shown.place(step)}: variables of nobody: {', '.join(step.variables)}"
            continue
        file, line, function = step.at[0]
        if line < 1:
            continue
        known = variables(tuple(shown.sources[file]), line)
        for name in step.variables:
            if name.partition(".")[0] not in known:
                yield f"{shown.place(step)}: {function}() has no variable {name}"


@functools.cache
def variables(source: tuple[str, ...], line: int) -> frozenset[str]:
    """Return the names that are arguments of, or assigned in, the function at a line."""
    around = [node for node in functions(source) if node.lineno <= line <= (node.end_lineno or 0)]
    return bound(max(around, key=lambda node: node.lineno)) if around else frozenset()


def bound(function: ast.AST) -> frozenset[str]:
    """Return the names of the arguments of a function, and of what it assigns to."""
    names = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    names |= {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
    names |= {node.name for node in ast.walk(function) if isinstance(node, ast.ExceptHandler) and node.name}
    return frozenset(names)


def answered(shown: Shown) -> Iterator[str]:
    """Each name in code font in the question can be seen in the stepper; a variable or an attribute with its value."""
    code = ["\n".join(lines) for lines in shown.sources]
    queues = {name for step in shown.steps for name in step.queues}
    known = {name for step in shown.steps for name in step.variables} | queues | {f"self.{queue}" for queue in queues}
    texts = {text for step in shown.steps for text in [*step.variables.values(), step.say]}
    texts |= {text for step in shown.steps for items in step.queues.values() for text in items}
    valued = {name for text in code for name in re.findall(r"\b(self\.\w+)\s*[-+|]?=[^=]", text)}
    valued |= {name for lines in shown.sources for inner in functions(tuple(lines)) for name in bound(inner)}
    seen = "\n".join([*code, *shown.output, *shown.lanes, *known, *texts])
    for name in shown.question:
        written = re.search(rf"(?<!\w){re.escape(name.removesuffix('()'))}(?!\w)", seen)
        if not written or (name in valued and name not in known):
            yield (
                f"{shown.figure()}: the question speaks of `{name}`, which the stepper never shows; "
                "ask for one of its variables or queues, or leave the code font"
            )


def words_agree(shown: Shown) -> Iterator[str]:
    """What is said in words, in English, is what the step shows."""
    for before, step in zip([None, *shown.steps], shown.steps if shown.language == "en" else []):
        old = before or step
        for clause in step.say.split("; "):
            matches = ((re.fullmatch(pattern, clause, re.DOTALL), holds) for pattern, holds in CLAUSES)
            match, holds = next(((match, holds) for match, holds in matches if match), (None, None))
            if match and holds and not holds(step, old, match):
                yield f"{shown.place(step)}: it says {clause!r}, which is not so"


def moved(step: Step, old: Step, match: re.Match[str], sign: int) -> bool:
    """Is an item in a queue that it was not in (1), or not in one that it was in (-1)?"""
    bare = match[1].removeprefix("✕ ")  # who is cancelled has not moved
    counts = [[text.removeprefix("✕ ") for text in each.queues.get(match[2], [])].count(bare) for each in (step, old)]
    return (counts[0] - counts[1]) * sign > 0


def cancelled(step: Step, old: Step, match: re.Match[str]) -> bool:
    """Has an item been cancelled since the step before?"""
    counts = [sum(items.count(f"✕ {match[1]}") for items in each.queues.values()) for each in (step, old)]
    return counts[0] > counts[1]


def named(step: Step, match: re.Match[str]) -> bool:
    """Is the name in a clause the lane of a step, or the generator inside it that runs?"""
    name = match[match.lastindex or 0].removesuffix(" (program)")
    function = step.at[0][2] if step.at else ""
    return name in (step.who, f"{step.who}.{function}") or (bool(step.at) and re.sub(r" \d+$", "", name) == function)


Holds = Callable[[Step, Step, re.Match[str]], bool]
CLAUSES: tuple[tuple[str, Holds], ...] = (
    (r"prints (.*)", lambda step, old, match: step.output > old.output),
    (r"(.+) enters (\w+)", lambda step, old, match: moved(step, old, match, 1)),
    (r"(.+) leaves (\w+)", lambda step, old, match: moved(step, old, match, -1)),
    (r"(.+) is cancelled", cancelled),
    (r"(.+) goes on", lambda step, old, match: step.kind == "resume" and named(step, match)),
    (r"(\w+)\(\) waits", lambda step, old, match: step.kind == "waits"),
    (r"(.+) gives way|(.+) yields .*", lambda step, old, match: step.kind == "yield" and named(step, match)),
    (r"(.+) ends", lambda step, old, match: step.kind == "return" and named(step, match)),
    (r"(.+) connects", lambda step, old, match: step.kind == "connects" and match[1] == step.who),
    (r"(.+) closes", lambda step, old, match: step.kind == "closes" and match[1] == step.who),
)
"""Clauses in which a step is told, and what has to be so then."""


def understood(clauses: Iterable[str]) -> list[str]:
    """Return the patterns that some clause has."""
    patterns = [pattern for pattern, _holds in CLAUSES]
    return [pattern for pattern in patterns if any(re.fullmatch(pattern, clause, re.DOTALL) for clause in clauses)]


LAWS: dict[str, Callable[[Shown], Iterator[str]]] = drawn.LAWS | {
    law.__name__: law
    for law in (place, waiting, going_on, in_queue, no_overlap, life, forward, own_variables, answered, words_agree)
}


def broken(shown: Shown) -> dict[str, list[str]]:
    """Return the complaints of each law that has any."""
    found = {name: list(law(shown)) for name, law in LAWS.items()}
    return {name: complaints for name, complaints in found.items() if complaints}
