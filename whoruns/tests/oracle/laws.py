"""Laws that hold for any page about a run, without knowledge of the truth.

A law is a function of the shown run that yields complaints; ``LAWS`` names them all, with those of spans.
"""
from __future__ import annotations

import ast
import functools
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from types import UnionType

from whoruns.events import ACTS, AFTER, CANCELLED, ENDS, QUEUES
from whoruns.tests.oracle import spans
from whoruns.tests.oracle.clauses import all_told, words_agree
from whoruns.tests.oracle.shown import IN_OS, Shown, Step

TELLING = frozenset({*ACTS, *IN_OS, *ENDS})
"""Kinds of steps that show the state at the end of a row."""
WAITING = re.compile(r"\b(?:poll|select|sleep|accept|recv|recv_into|send|sendall|join|wait)\(")
"""Calls in which a process can wait."""


def place(shown: Shown) -> Iterator[str]:
    """A step stands at lines that there are; a peer's act, and a wait in a loop that is not shown, stand nowhere."""
    for step in shown.steps:
        if step.kind in ACTS and step.at:
            yield f"{shown.place(step)}: {step.who} has a line of the program"
        if not step.at and step.kind not in alone(shown) and not first(shown, step):
            yield f"{shown.place(step)}: {step.kind!r} is nowhere"
        for file, line, _function in step.at:
            if not 0 < line <= len(shown.sources[file]):
                yield f"{shown.place(step)}: there is no line {line}"


def first(shown: Shown, step: Step) -> bool:
    """Has no line of the listings been run before a step?"""
    return not any(each.at for each in shown.steps[: step.number])


def waiting(shown: Shown) -> Iterator[str]:
    """A waiting lane stands on the line with the call that waits."""
    for step in shown.steps:
        if step.kind == "waits" and step.at and not WAITING.search(shown.line(step)):
            yield f"{shown.place(step)}: nothing waits in {shown.line(step).strip()!r}"


def going_on(shown: Shown) -> Iterator[str]:
    """Only a generator, a coroutine or a thread goes on; a function is called anew."""
    for step in shown.steps:
        if step.kind == "resume" and step.at and not shown.recorded.get("recorded"):
            file, line, function = step.at[0]
            places = [place[1:] for place in resumable(shown.sources[file]) if place[0] == function]
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


@functools.cache
def functions(source: tuple[str, ...]) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Return the functions of a listing."""
    nodes = ast.walk(parsed(source))
    return [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def walk_own(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and its inner ones, but for functions, which have yields of their own."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        yield node
        for child in ast.iter_child_nodes(node):
            yield from walk_own(child)


IN_CONTROL = ("run", "pass", "calls", "lost")
"""States of a task that may all the same stand in a queue: called before it, or with no watcher."""


def in_queue(shown: Shown) -> Iterator[str]:
    """A task said to be ready, to sleep or to wait stands in a queue that gives this state, and the other way round."""
    states = shown.recorded["queues"]
    asleep = False
    for step in shown.steps:
        asleep = step.kind == "waits" or (asleep and step.kind in ACTS)
        texts = {
            state: [
                text for name in step.queues if states.get(name) == state for text in step.queues[name]
                if CANCELLED not in text or "kernel" not in shown.recorded
            ]
            for state in QUEUES
        }
        for name, state in step.states.items():
            if state == "cancelled" and f"{CANCELLED} " in str(step.queues):
                continue
            there = [each for each in QUEUES if any(shown.is_of(text, name) for text in texts[each])]
            if there[:1] == [state] or state in IN_CONTROL or (state not in QUEUES and not there):
                continue
            elsewhere = asleep and state not in states.values()
            if state in QUEUES and (elsewhere or shown.recorded.get("recorded") or step.who == name):
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


def yielding(shown: Shown) -> Iterator[str]:
    """A task that yields stands at a yield; one that passes a value on, at a yield from or an await."""
    if shown.language != "en":
        return
    for step in shown.steps:
        words = re.search(r" (passes .* on|hands .* out|gives way|yields .*)$", step.say)
        wanted = ast.YieldFrom | ast.Await if words and words[1][0] in "ph" else ast.Yield
        if words and step.kind == "yield" and step.at and not stands_at(shown, step, wanted):
            yield f"{shown.place(step)}: {words[1]!r}, at {shown.line(step).strip()!r}"


def stands_at(shown: Shown, step: Step, kinds: UnionType | type) -> bool:
    """Is there such an expression at the line of a step? An `async with` and an `async for` await in their heads."""
    file, line, _function = step.at[0]
    nodes = list(ast.walk(parsed(shown.sources[file])))
    heads = [node for node in nodes if isinstance(node, ast.AsyncWith | ast.AsyncFor) and issubclass(ast.Await, kinds)]
    wanted = [node for node in nodes if isinstance(node, ast.expr) and isinstance(node, kinds)]
    return any(node.lineno <= line < node.body[0].lineno for node in heads) or any(
        node.lineno <= line <= (node.end_lineno or 0) for node in wanted
    )


@functools.cache
def parsed(source: tuple[str, ...]) -> ast.AST:
    """Return the tree of a listing."""
    return ast.parse("\n".join(source))


def life(shown: Shown) -> Iterator[str]:
    """The states of a task follow one another as in whoruns/events.py; functions have no such life."""
    kinds = {lane["name"]: lane["kind"] for lane in shown.recorded["lanes"]}
    for before, after in pairwise(shown.steps):
        for name, state in after.states.items():
            old = before.states[name]
            if kinds.get(name) == "task" and state != old and state not in AFTER[old]:  # type: ignore[index]
                yield f"{shown.place(after)}: {name} is {state!r} after {old!r}"
            if {state, old} == {"calls", "held"} and name not in (before.who, after.who):
                yield f"{shown.place(after)}: {name} is {state!r} after {old!r}, and somebody else has run"


def taken(shown: Shown) -> Iterator[str]:
    """A task taken from a queue has stood in one since it ran, one that only has asked has not; none begins twice."""
    if "kernel" not in shown.recorded:
        return
    queued: dict[str, bool] = {}
    for step in shown.steps:
        for name, state in step.states.items():
            if state in ("taken", "held") and queued.get(name, False) != (state == "taken"):
                has = "has" if queued.get(name) else "has not"
                yield f"{shown.place(step)}: {name} is {state!r}, and {has} stood in a queue"
            if state == "none" and name in queued:
                yield f"{shown.place(step)}: {name} has not begun any more"
            if state not in ("none", "taken", "held"):
                queued[name] = state in QUEUES


def forward(shown: Shown) -> Iterator[str]:
    """Time and output never go back, and rows neither."""
    for before, after in pairwise(shown.steps):
        for what in ("time", "output", "row"):
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
        known = variables(shown.sources[file], line, function)
        for name in step.variables:
            if name.partition(".")[0] not in known:
                yield f"{shown.place(step)}: {function}() has no variable {name}"


@functools.cache
def variables(source: tuple[str, ...], line: int, function: str) -> frozenset[str]:
    """Return the names that are arguments of, or assigned in, the function at a line; a def is its function's own."""
    around = [
        node for node in functions(source)
        if node.lineno < line <= (node.end_lineno or 0) or (node.lineno, node.name) == (line, function)
    ]
    return bound(max(around, key=lambda node: node.lineno)) if around else frozenset()


@functools.cache
def bound(function: ast.AST) -> frozenset[str]:
    """Return the names of the arguments of a function, and of its assignments."""
    names = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    names |= {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
    names |= {node.name for node in ast.walk(function) if isinstance(node, ast.ExceptHandler) and node.name}
    return frozenset(names)


def rows(shown: Shown) -> Iterator[str]:
    """Each step is in one row, in their order; the lane of a row is that of its steps."""
    held = [(steps[0].number, steps[-1].number) for steps in shown.in_rows if steps]
    filled = [extent[:2] for extent, steps in zip(shown.extents, shown.in_rows) if steps]
    if not len(shown.extents) == len(shown.rows) > shown.steps[-1].row or held != filled:
        yield f"{shown.run}: the panel has steps {shown.extents} in its rows, and they are {held}"
    if shown.begins != next((first for row, (first, *_) in zip(shown.rows, shown.extents) if row.kind != "setup"), 0):
        yield f"{shown.run}: the story begins at step {shown.begins + 1}, and not behind the set-up"
    for number, (row, steps) in enumerate(zip(shown.rows, shown.in_rows), 1):
        apart = IN_OS | ({"receives"} if row.kind == "wait" else set())  # nobody else hears of who receives
        others = {step.who for step in steps if step.kind not in apart} - {shown.loop}
        first = steps[0].kind if steps else ""
        allowed = {"turn": {row.who}, "act": {row.who}, "wait": set(), "leap": set()}.get(row.kind, others)
        begins = {"act": ACTS, "wait": {"waits", "wakes"}}.get(row.kind, {first})
        if others - allowed or (steps and first not in begins) or (row.kind == "act" and not others):
            yield f"{shown.run}: row {number} ({row.kind}) is {row.who}'s, and begins with {first!r}, of {others}"


def unfollowed(shown: Shown) -> bool:
    """Does a loop run the tasks whose lines the run does not follow, so that none of its waits has a place?"""
    waits = [step for step in shown.steps if step.kind in IN_OS]
    return bool(waits) and not any(step.at for step in waits)


def alone(shown: Shown) -> set[str]:
    """Return the kinds of steps that may have no place."""
    return {"print", "io", *ACTS, *(IN_OS if unfollowed(shown) else ())}


def table(shown: Shown) -> Iterator[str]:
    """The rows of the table come like those of the steps: the time, the lane, and the items of the queues then."""
    has_queues = bool(shown.recorded["queues"])
    # a call is over in silence: the step after it shows what has come into the queues
    calls = {lane["name"] for lane in shown.recorded["lanes"] if lane["kind"] == "call"}
    there = iter([
        (row, steps or [after], after)
        for number, (row, steps) in enumerate(zip(shown.rows, shown.in_rows)) if row.kind not in ("setup", "rest")
        for after in [next((step for step in shown.steps if step.row > number), shown.steps[-1])]
        if steps or row.who == shown.loop  # what the loop prints is told by the step after it
    ])
    for row in shown.table:
        who, queues = row[-2 - has_queues], row[-1] if has_queues else ""
        names = {who, re.sub(r" ?[(（].+", "", who)}  # of two with one name, the table says which is the program's
        for here, steps, after in there:
            begin, end = steps[0], steps[-1]
            others = {step.who for step in steps} - {shown.loop, "OS"}
            runs = {shown.loop} if here.kind in ("wait", "leap") else others or {shown.loop}
            silent = end.who in calls and end.kind not in TELLING
            lines = line_up(with_new(end, after, shown.language == "en") if silent else end.queues)
            timely = len(row) < 3 + has_queues or row[0] == f"{begin.time:g}"
            if names & runs and (queues == lines or not has_queues) and timely:
                break
        else:
            yield f"{shown.run}: no row comes here like the table's {' · '.join(row)!r}"
            return


def with_new(step: Step, following: Step, in_english: bool) -> dict[str, list[str]]:
    """Return the queues of a step, with the items that came until the following one, or until its call was over."""
    now = {name: step.queues.get(name, []) for name in following.queues}
    told, over, _rest = following.say.partition(f"{step.who} is done")
    if over and in_english:  # somebody may have come, and another one of the same name may have left since then
        came = re.findall(r"(?:^|; )([^;]+) enters ([^;]+)", told)
        return {name: there + [text for text, queue in came if queue == name] for name, there in now.items()}
    return {name: now[name] + [text for text in following.queues[name] if text not in now[name]] for name in now}


def line_up(queues: dict[str, list[str]]) -> str:
    """Write queues as the table does."""
    return "; ".join(f"{name}: {', '.join(items) or '–'}" for name, items in queues.items())


LAWS: dict[str, Callable[[Shown], Iterator[str]]] = spans.LAWS | {
    law.__name__: law
    for law in (
        place, waiting, going_on, yielding, in_queue, no_overlap, life, taken, forward, own_variables, rows, table,
        words_agree, all_told,
    )
}


def broken(shown: Shown) -> list[str]:
    """Return the complaints of all laws, each with the name of its law."""
    return [f"{name}: {complaint}" for name, law in LAWS.items() for complaint in law(shown)]
