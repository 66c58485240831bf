"""Laws of the drawing and the table of a run: they say the same as the panel, whose steps the oracle has seen.

Here: rows, times, control, ends, and words. What lasts has its laws in ``lasting.py``.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise

from tests.support.oracle import lasting
from tests.support.oracle.shown import IN_OS, Mark, Point, Row, Shown, Step, in_control, wide
from whoruns.events import ACTS, ENDS

NEAR = 0.6
"""Heights are rounded."""
LEAST, LINE = 22, 17
"""A wait is at least so high, or has room for its lines."""
TELLING = frozenset({*ACTS, *IN_OS, *ENDS})
"""Kinds of steps that show what is so when a row is over."""
NOTED = re.compile(r"\w+")
"""Names and values in what a run file notes."""
VALUE = re.compile(r"b'[^']*'|<[^<>]*>|(?<=\) )→ [^·]*[^·\s]")
"""Values in what a step says, the same in every language."""


def rows(shown: Shown) -> Iterator[str]:
    """Rows follow each other, each step is in one of them, and who is in a row is who is said to be by its steps."""
    drawn = shown.drawing.rows
    if not all(head.text for head in shown.drawing.heads):
        yield f"{shown.figure()}: a column has no name"
    for number, (above, below) in enumerate(pairwise(drawn)):
        if abs(above.bottom - below.top) > NEAR:
            yield f"{shown.figure()}: row {number + 1} ends at {above.bottom:g}, and the next begins at {below.top:g}"
    held = [number for first, last, _best in shown.extents for number in range(first, last + 1)]
    filled = [extent for extent, steps in zip(shown.extents, shown.in_rows) if steps]
    if len(shown.extents) != len(drawn) or any(step.row >= len(drawn) for step in shown.steps):
        yield f"{shown.figure()}: {len(drawn)} rows are drawn, and the panel has {len(shown.extents)}"
    elif [(steps[0].number, steps[-1].number) for steps in shown.in_rows if steps] != [extent[:2] for extent in filled]:
        yield f"{shown.figure()}: the panel has steps {shown.extents} in the rows: {len(held)}, and not these"
    if shown.begins != next((first for row, (first, *_) in zip(drawn, shown.extents) if row.kind != "setup"), 0):
        yield f"{shown.figure()}: the story begins at step {shown.begins + 1}, and not behind the set-up"
    for number, (row, steps) in enumerate(zip(drawn, shown.in_rows)):
        place = f"{shown.figure()}, row {number + 1} ({row.kind})"
        yield from (f"{place}: {complaint}" for complaint in who(shown, number, row, steps))


def who(shown: Shown, number: int, row: Row, steps: list[Step]) -> Iterator[str]:
    """Yield what is wrong about who acts or runs in a row; what the loop does belongs to the row before."""
    apart = IN_OS | ({"receives"} if row.kind == "wait" else set())  # nobody else hears of who receives
    first, others = steps[:1], {step.who for step in steps if step.kind not in apart} - {shown.loop}
    runs = {shown.column(mark.middle) for mark in row.of("bar", "pass")}
    if row.kind == "turn":
        passing = {step.kind for step in steps if step.who in runs} <= {"resume", "yield"}
        if len(runs) != 1 or others - runs:
            yield f"a bar stands in the columns of {runs}, and {others or shown.loop} runs"
        elif row.colour != shown.colours.get(str(*runs)):
            yield f"the colour of {runs} is not {row.colour}"
        elif shown.recorded.get("levels") and bool(row.of("pass")) != passing:
            yield f"that lines are run is {passing}, and drawn otherwise"
    elif runs:
        yield f"a bar stands in the column of {runs}, and nobody runs"
    elif row.kind == "act" and (not first or first[0].kind not in ACTS or others != {first[0].who}):
        yield f"{others} are there, and one person acts"
    elif row.kind == "wait" and (others or (first and first[0].kind not in ("waits", "wakes"))):
        yield f"the process waits, and {others} are there, and {first[0].kind}"
    elif row.kind == "leap" and others:
        yield f"time leaps, and {others} are there"


def times(shown: Shown) -> Iterator[str]:
    """What happens stands at the height of its time; waits are to scale among themselves, within the least height."""
    tick, rows = dict(shown.drawing.ticks), shown.drawing.rows
    ends = dict(pairwise([*tick, None])) if tick else {}
    for number, (row, steps) in enumerate(zip(rows, shown.in_rows)):
        endless = row is rows[-1] and hangs(shown)
        if row.kind in ("setup", "rest") or endless or not steps or (not tick and not any(step.time for step in steps)):
            continue
        begin = shown.steps[max(0, steps[0].number - (steps[0].kind != "waits"))].time
        following = shown.steps[min(steps[-1].number + 1, len(shown.steps) - 1)].time
        over = steps[-1].kind != "receives" and steps[-1].time > begin
        end = steps[-1].time if row.kind not in ("wait", "leap") or over else following
        here = {begin if row.kind in ("wait", "leap") else steps[0].time, end}
        if not here <= set(tick):
            yield f"{shown.figure()}: row {number + 1} is of seconds {here}, and only {list(tick)} are written"
        elif row.kind not in ("wait", "leap"):
            limit = tick.get(ends[end], shown.drawing.room[1])  # type: ignore[arg-type]
            starts = tick[steps[0].time]  # above the end, if somebody moves the clock in a turn
            if not starts - NEAR <= row.top < row.bottom <= limit + NEAR or row.bottom <= tick[end]:
                yield f"{shown.figure()}: row {number + 1}, from {row.top:g}, is of seconds {here}, from {tick[end]:g}"
        elif abs(row.bottom - tick[end]) > NEAR or row.top < tick[begin] - NEAR:
            yield f"{shown.figure()}: row {number + 1}, to {row.bottom:g}, ends with second {end:g}, at {tick[end]:g}"
    scale = min((high / seconds for seconds, high, _lines in shown.drawing.gaps), default=0)
    for seconds, high, lines in shown.drawing.gaps:
        if abs(high - max(scale * seconds, min(high, max(LEAST, 4 + LINE * lines)))) > 1:
            yield f"{shown.figure()}: {seconds:g} s are {high:g} high, and others {scale:g} a second"


def control(shown: Shown) -> Iterator[str]:
    """Control is one line from the first row to the last, in one place at a time, thick where somebody runs."""
    rows = shown.drawing.rows
    here = shown.columns[shown.loop], rows[0].top
    (loop,) = [head for head in shown.drawing.heads if "loop" in head.classes] or [Mark("", frozenset(), 0, 0, 0, 0)]
    if not loop.left - 2 <= here[0] <= loop.right + 2:
        yield f"{shown.figure()}: control begins at {here[0]:g}, and the loop stands at {loop.left:g} to {loop.right:g}"
    for number, row in enumerate(rows):
        place = f"{shown.figure()}, row {number + 1}"
        pieces = [mark.lines for mark in row.of("thread")]
        for main, *_back in pieces:
            if far(main[0], here):
                yield f"{place}: control is at {here}, and goes on at {main[0]}"
            if any((a[0] != b[0] and a[1] != b[1]) or a[1] > b[1] for a, b in pairwise(main)):
                yield f"{place}: the line of control is {main}"
            here = main[-1]
        if row.kind == "rest" and not pieces and "until" not in shown.options:
            continue  # the program has ended
        if abs(here[1] - row.bottom) > NEAR:
            yield f"{place}: the line of control ends at {here[1]:g}, and the row at {row.bottom:g}"
        elif row.kind not in ("setup", "rest") and shown.column(here[0]) not in (true := in_control(shown, number)):
            yield f"{place}: control is with {shown.column(here[0])}, and {true} has it"
        if len(pieces) == 3:
            yield from (f"{place}: {complaint}" for complaint in thick(row.of("bar", "pass"), *pieces[1]))


def thick(bars: list[Mark], main: tuple[Point, ...], *back: tuple[Point, ...]) -> Iterator[str]:
    """Yield what is wrong about bars on a line of control, which goes back, and comes again, where they are broken."""
    x = bars[0].middle if bars else 0
    down = [y for (a, y), (b, end) in pairwise(main) if abs(a - x) < NEAR and a == b for y in (y, end)]
    if not down or far((bars[0].top, bars[-1].bottom), (down[0], down[-1])):
        yield f"control is at {main}, and the bars are {[(bar.top, bar.bottom) for bar in bars]}"
    breaks = [(above.bottom + below.top) / 2 for above, below in pairwise(bars)]
    if len(breaks) != len(back) or any(far(line[-1], (x, y)) for line, y in zip(back, breaks)):
        yield f"control comes back at {back}, and the bar is broken at {breaks}"


def given(shown: Shown) -> Iterator[str]:
    """What is sent into generators stands on the line that goes there, and what they give on the one back."""
    events = [shown.recorded["events"][number] for number in shown.event_of]
    sent = {event.get("value", "None") for event in events if event["ev"] == "resume"} - {"None"}
    for number, (row, steps) in enumerate(zip(shown.drawing.rows, shown.in_rows)):
        drawn = [mark.text for mark in row.of("value")]
        own = [events[step.number] for step in steps if row.kind == "turn" and step.who == shown.runs(number)]
        levels = sent and shown.recorded.get("levels") and "kernel" not in shown.recorded
        into = [event.get("value", "None") for event in own[:1] if event["ev"] == "resume" and levels]
        gives = [event for event in own if event["ev"] in ("yield", "return") and levels]
        out = [event["value"] for event in gives if event.get("value", "None") != "None"]
        beside = squeezed(mark.text for mark in row.of("end"))
        no_room = any(wide(text, 7.4) + 12 > shown.columns[str(shown.runs(number))] for text in out)
        if drawn != into + out and not (drawn == into and (squeezed(out) in beside or no_room)):
            yield f"{shown.figure()}: in row {number + 1}, {drawn} is drawn as given, and {into} is, and {out} back"


def far(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Are two points not the same?"""
    return abs(one[0] - other[0]) > NEAR or abs(one[1] - other[1]) > NEAR


def ends(shown: Shown) -> Iterator[str]:
    """Who ends, fails, or is thrown away, does so where it is drawn; the program ends, or goes on beyond it."""
    rows = shown.drawing.rows
    for number, _y, _before, after in shown.borders:
        row, steps, lane = rows[number], shown.in_rows[number], str(shown.runs(number))
        first = shown.steps[max(0, steps[0].number - 1)] if steps else after
        last = after is shown.steps[-1] and after.kind in ("return", "raise")  # no step after it says who is done
        state = "done" if last and after.who == lane else after.states.get(lane)
        over = state in ("done", "none")
        failed = over and [step.kind for step in steps if step.who == lane and step.kind in ENDS][-1:] == ["raise"]
        done = not failed and state == "done" != first.states.get(lane)
        dropped = sum(state == "dropped" != first.states[name] for name, state in after.states.items())
        true = [failed, done, dropped] if row.kind == "turn" and lane != shown.loop else [False, False, 0]
        drawn = [bool(row.of("failed")), bool(row.of("done")), len(row.of("thrown"))]
        if drawn != true:
            yield f"{shown.figure()}: beside row {number + 1}, [fails, ends, drops] is drawn {drawn}, and it is {true}"
        for mark in row.of("failed", "done"):
            if abs(mark.middle - shown.columns[lane]) > NEAR:
                yield f"{shown.figure()}: in row {number + 1}, {mark.kind} is not in the column of {lane}"
    torn, done = (any(mark.kind == kind for mark in shown.drawing.rest) for kind in ("torn", "done"))
    if (torn, done) != ("until" in shown.options, "until" not in shown.options and not hangs(shown)):
        yield f"{shown.figure()}: the end of the program is drawn {torn, done}"


def hangs(shown: Shown) -> bool:
    """Does the program wait to the end?"""
    return [step.kind for step in shown.steps if step.kind in ("waits", "wakes")][-1:] == ["waits"]


def printed(shown: Shown) -> Iterator[str]:
    """Each printed line stands beside the row in which it is printed.

    Where the columns of a figure leave no room for words, a sign stands there, and the table and the panel have them.
    """
    told = squeezed(cell for row in shown.table for cell in row)
    for number, _y, before, after in shown.borders:
        row, steps = shown.drawing.rows[number], shown.in_rows[number]
        drawn = squeezed(mark.text for mark in row.of("print"))
        begins = shown.steps[max(0, steps[0].number - 1)] if steps else before
        possible = {
            tuple(map(squeezed, shown.output[first:last]))
            for first in {begins.output, (steps or [before])[0].output} for last in {before.output, after.output}
        }
        sign = any(mark.right - mark.left < 12 for mark in row.of("out"))
        elsewhere = row.kind == "setup" or (sign and all(line in told for lines in possible for line in lines))
        if drawn not in map("".join, possible) and not (not drawn and elsewhere):
            yield f"{shown.figure()}: in row {number + 1}, {drawn!r} is drawn as printed, and it is one of {possible}"


def words(shown: Shown) -> Iterator[str]:
    """What stands beside a row stands in the table as well; of what is asked for, the steps have the values."""
    told = [*(cell for row in shown.table for cell in row), *(step.say for step in shown.steps), shown.loop]
    known = set(NOTED.findall(" ".join(told)))
    for number, row in enumerate(shown.drawing.rows):
        beside = " ".join(mark.text for mark in row.marks if mark.kind != "mono")
        for name, times in re.findall(r"(\w+)\xa0×(\d+)", beside):
            if sum(bool(re.search(rf"\b{name}[()]", step.say)) for step in shown.in_rows[number]) != int(times):
                yield f"{shown.figure()}: beside row {number + 1} stands {name} ×{times}, and that is not how often"
        if strange := {*NOTED.findall(re.sub(r"×\d+", "", beside))} - known:
            yield f"{shown.figure()}: beside row {number + 1} stands {strange}, and nobody says so"


def notes(shown: Shown) -> Iterator[str]:
    """What a run file notes in a row are functions that run, and names and values of variables, in it."""
    for number, (row, here) in enumerate(zip(shown.drawing.rows, shown.in_rows)):
        known = " ".join(f"{name} {value}" for step in here for name, value in step.variables.items())
        known += " ".join(["", *(step.at[0][2] for step in here if step.at)])
        for mark in row.of("note"):
            if strange := set(NOTED.findall(mark.text)) - set(NOTED.findall(known)):
                yield f"{shown.figure()}: beside row {number + 1} stands {mark.text!r}, and nothing is {strange} then"


def squeezed(texts: Iterable[str]) -> str:
    """Join texts, without the blanks at which they may have been broken."""
    return "".join("".join(texts).split())


def layout(shown: Shown) -> Iterator[str]:
    """Nothing is drawn beyond the figure, and no text over another."""
    width, height = shown.drawing.room
    texts = [mark for mark in shown.drawing.marks if mark.text.strip()]
    for mark in shown.drawing.marks:
        if mark.left < -NEAR or mark.right > width + NEAR or mark.top < -NEAR or mark.bottom > height + NEAR:
            place = f"from {mark.left:g} to {mark.right:g}, at {mark.top:g}"
            yield f"{shown.figure()}: {mark.kind} {mark.text!r} is drawn {place}"
    for one, other in combinations(texts, 2):
        across = min(one.right, other.right) - max(one.left, other.left)
        if across > 2 and min(one.bottom, other.bottom) - max(one.top, other.top) > 1:
            yield f"{shown.figure()}: {one.text!r} stands over {other.text!r}, at {one.left:g} and {one.top:g}"


def unfollowed(shown: Shown) -> bool:
    """Does a loop run the tasks whose lines the run does not follow, so that none of its waits has a place?"""
    waits = [step for step in shown.steps if step.kind in IN_OS]
    return bool(waits) and not any(step.at for step in waits)


def alone(shown: Shown) -> set[str]:
    """Return the kinds of steps that may have no place."""
    return {"print", "io", *ACTS, *(IN_OS if unfollowed(shown) else ())}


def table(shown: Shown) -> Iterator[str]:
    """The rows of the table are those of the drawing: since when, who, and what is in the queues after it."""
    has_queues = bool(shown.recorded["queues"])
    # a call is over in silence: the step after it shows what has come into the queues
    calls = {lane["name"] for lane in shown.recorded["lanes"] if lane["kind"] == "call"}
    drawn = iter([
        (row, steps, after) for (number, _y, _before, after) in shown.borders
        for row, steps in [(shown.drawing.rows[number], shown.in_rows[number])] if row.kind != "setup" and steps
    ])
    for row in shown.table:
        who, queues = row[-2 - has_queues], row[-1] if has_queues else ""
        who = re.sub(r" ?[(（].+", "", who)  # of two with one name, the table says which is the program's
        for here, steps, after in drawn:
            begin, end = steps[0], steps[-1]
            others = {step.who for step in steps} - {shown.loop, "OS"}
            runs = {shown.loop} if here.kind in ("wait", "leap") else others or {shown.loop}
            lines = line_up(with_new(end, after) if end.who in calls and end.kind not in TELLING else end.queues)
            timely = len(row) < 3 + has_queues or row[0] == f"{begin.time:g}"
            if who in runs and (queues == lines or not has_queues) and timely:
                break
        else:
            yield f"{shown.figure()}: there is no such row, in this order, as the table's {' · '.join(row)!r}"
            return


def with_new(step: Step, following: Step) -> dict[str, list[str]]:
    """Return the queues of a step, with what has come into them until the following one."""
    now = {name: step.queues.get(name, []) for name in following.queues}
    return {name: now[name] + [text for text in following.queues[name] if text not in now[name]] for name in now}


def line_up(queues: dict[str, list[str]]) -> str:
    """Write queues as the table does."""
    return "; ".join(f"{name}: {', '.join(items) or '–'}" for name, items in queues.items())


LAWS: dict[str, Callable[[Shown], Iterator[str]]] = lasting.LAWS | {
    law.__name__: law for law in (rows, times, control, given, ends, printed, words, notes, layout, table)
}
