"""Laws of the strokes of a figure: they show the rows, spans and steps that are there as data, each at its place.

That these are true, the other laws and the witness say; so one figure of each kind is read back from its picture.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise
from math import inf

from whoruns.events import CANCELLED, ENDS, QUEUES
from whoruns.story import spans
from whoruns.story.spans import Span
from whoruns.tests.oracle import laws
from whoruns.tests.oracle.given import Thing, given
from whoruns.tests.oracle.picture import Mark, Point
from whoruns.tests.oracle.shown import Shown, Step
from whoruns.tests.oracle.spans import deadlines
from whoruns.tests.oracle.tracer import Oracle

NEAR = 0.6
"""Heights are rounded."""
NUMBER = re.compile(r"\d[\d.]*")
NOTED = re.compile(r"\w+")
"""Names and values in the notes beside a row."""
OWN = ("own", "deadline")
"""Classes of a deadline that has the colour of a lane."""
GONE = frozenset({"none", "run", "pass", "done", "dropped"})
"""States in which a task has no line: there is nothing yet, a bar, nothing any more."""


def heads(shown: Shown) -> Iterator[str]:
    """Each column has a name, and each task that is drawn has a column."""
    for head in shown.drawing.heads:
        if not head.text.strip():
            words = 'say loop = "main" in its run file, or names = {"function": "name"} of a task'
            yield f"{shown.run}: the column at {head.left:g} has no name; {words}"


def rows(shown: Shown) -> Iterator[str]:
    """The rows are those of the data, each with a bar in the column of its lane, in its colour."""
    drawn = shown.drawing.rows
    if [row.kind for row in drawn] != [row.kind for row in shown.rows]:
        yield f"{shown.run}: rows {[row.kind for row in drawn]} are drawn, and there are {[r.kind for r in shown.rows]}"
    for number, (above, below) in enumerate(pairwise(drawn), 1):
        if abs(above.bottom - below.top) > NEAR:
            yield f"{shown.run}: row {number} ends at {above.bottom:g}, and the next begins at {below.top:g}"
    for number, (row, true) in enumerate(zip(drawn, shown.rows), 1):
        runs = {shown.column(mark.middle) for mark in row.of("bar", "pass")}
        if runs != ({true.who} if true.kind == "turn" else set()):
            yield f"{shown.run}: in row {number} ({true.kind}) the bars stand in the columns of {runs}, not {true.who}"
        if {mark.kind for mark in row.of("bar", "pass")} - {"pass" if true.passing else "bar"}:
            yield f"{shown.run}: in row {number}, {true.who} {'hands on' if true.passing else 'runs'}, and so is no bar"
        colour = {"wait": "os"}.get(true.kind, shown.colours.get(true.who, row.colour))
        if row.colour != colour:
            yield f"{shown.run}: the colour of row {number} is {row.colour}, and that of {true.who} is {colour}"


def runs(shown: Shown, row: int) -> str:
    """Return whose bar is in a row; if there is none, the loop runs."""
    return shown.rows[row].who if shown.rows[row].kind == "turn" else shown.loop


def in_control(shown: Shown, row: int) -> str:
    """Return the lane in control when a row is over, of those with a column; a thread gives it to none."""
    if shown.recorded.get("recorded"):
        return runs(shown, row)
    recording, names = shown.recording, [lane["name"] for lane in shown.recorded["lanes"]]
    stack = [names[recording.folded[lane]] for lane in recording.moments[shown.rows[row].last].stack]
    return str(next(name for name in reversed(stack) if name in shown.columns))


def times(shown: Shown) -> Iterator[str]:
    """Events stand at the height of their time; waits are to scale among themselves, within the least height."""
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
            yield f"{shown.run}: row {number + 1} is of seconds {here}, and only {list(tick)} are written"
        elif row.kind not in ("wait", "leap"):
            limit = tick.get(ends[end], shown.drawing.room[1])  # type: ignore[arg-type]
            starts = tick[steps[0].time]  # above the end, if somebody moves the clock in a turn
            if not starts - NEAR <= row.top < row.bottom <= limit + NEAR or row.bottom <= tick[end]:
                yield f"{shown.run}: row {number + 1}, from {row.top:g}, is of seconds {here}, from {tick[end]:g}"
        elif abs(row.bottom - tick[end]) > NEAR or row.top < tick[begin] - NEAR:
            yield f"{shown.run}: row {number + 1}, to {row.bottom:g}, ends with second {end:g}, at {tick[end]:g}"
    last = [row for row in rows if row.kind in ("wait", "leap")][-1:]
    waits = sorted(
        (shown.recording.time(true.last) - shown.recording.time(true.first), row.bottom - row.top)
        for row, true in zip(rows, shown.rows) if row.kind in ("wait", "leap") and row not in last
    )
    for (short, low), (long, high) in pairwise(waits if not shown.beside else ()):
        if long > short and high < low - NEAR:
            yield f"{shown.run}: {long:g} s are {high:g} high, and {short:g} s {low:g}"


def control(shown: Shown) -> Iterator[str]:
    """Control is one line from the first row to the last, in one place at a time, thick where a lane runs."""
    rows = shown.drawing.rows
    here = shown.columns[shown.loop], rows[0].top
    (loop,) = [head for head in shown.drawing.heads if "loop" in head.classes] or [Mark("", frozenset(), 0, 0, 0, 0)]
    if not loop.left - 2 <= here[0] <= loop.right + 2:
        yield f"{shown.run}: control begins at {here[0]:g}, and the loop stands at {loop.left:g} to {loop.right:g}"
    for number, row in enumerate(rows):
        place = f"{shown.run}, row {number + 1}"
        pieces = [mark.lines for mark in row.of("thread")]
        for main, *_back in pieces:
            if far(main[0], here):
                yield f"{place}: control is at {here}, and goes on at {main[0]}"
            if any((a[0] != b[0] and a[1] != b[1]) or a[1] > b[1] for a, b in pairwise(main)):
                yield f"{place}: the line of control is {main}"
            here = main[-1]
        if row.kind == "rest" and not pieces and shown.view.until == inf:
            continue  # the program has ended
        if abs(here[1] - row.bottom) > NEAR:
            yield f"{place}: the line of control ends at {here[1]:g}, and the row at {row.bottom:g}"
        elif row.kind not in ("setup", "rest") and shown.column(here[0]) != (true := in_control(shown, number)):
            yield f"{place}: control is with {shown.column(here[0])}, and {true} has it"
        if len(pieces) == 3:
            yield from (f"{place}: {complaint}" for complaint in thick(row.of("bar", "pass"), *pieces[1]))


def thick(bars: list[Mark], main: tuple[Point, ...], *back: tuple[Point, ...]) -> Iterator[str]:
    """Yield complaints about bars on a line of control, which goes back, and comes again, where they are broken."""
    x = bars[0].middle if bars else 0
    down = [y for (a, y), (b, end) in pairwise(main) if abs(a - x) < NEAR and a == b for y in (y, end)]
    if not down or far((bars[0].top, bars[-1].bottom), (down[0], down[-1])):
        yield f"control is at {main}, and the bars are {[(bar.top, bar.bottom) for bar in bars]}"
    breaks = [(above.bottom + below.top) / 2 for above, below in pairwise(bars)]
    if len(breaks) != len(back) or any(far(line[-1], (x, y)) for line, y in zip(back, breaks)):
        yield f"control comes back at {back}, and the bar is broken at {breaks}"


def far(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Are two points not the same?"""
    return abs(one[0] - other[0]) > NEAR or abs(one[1] - other[1]) > NEAR


def ends(shown: Shown) -> Iterator[str]:
    """A task ends, fails, or is thrown away where it is drawn; the program ends, or goes on beyond it."""
    rows = shown.drawing.rows
    for number, (row, steps) in enumerate(zip(rows, shown.in_rows)):
        if not steps or row.kind == "rest":
            continue
        lane, after = runs(shown, number), shown.steps[min(steps[-1].number + 1, len(shown.steps) - 1)]
        first = shown.steps[max(0, steps[0].number - 1)]
        last = after is shown.steps[-1] and after.kind in ("return", "raise")  # no step after it says who is done
        state = "done" if last and after.who == lane else after.states.get(lane)
        over = state in ("done", "none")
        failed = over and [step.kind for step in steps if step.who == lane and step.kind in ENDS][-1:] == ["raise"]
        done = not failed and state == "done" != first.states.get(lane)
        dropped = sum(state == "dropped" != first.states[name] for name, state in after.states.items())
        true = [failed, done, dropped] if row.kind == "turn" and lane != shown.loop else [False, False, 0]
        drawn = [bool(row.of("failed")), bool(row.of("done")), len(row.of("thrown"))]
        if drawn != true:
            yield f"{shown.run}: beside row {number + 1}, [fails, ends, drops] is drawn {drawn}, and it is {true}"
        for mark in row.of("failed", "done"):
            if abs(mark.middle - shown.columns[lane]) > NEAR:
                yield f"{shown.run}: in row {number + 1}, {mark.kind} is not in the column of {lane}"
    torn, done = (any(mark.kind == kind for mark in shown.drawing.rest) for kind in ("torn", "done"))
    if (torn, done) != (cut := shown.view.until < inf, not cut and not hangs(shown)):
        yield f"{shown.run}: the end of the program is drawn {torn, done}"


def hangs(shown: Shown) -> bool:
    """Does the program wait to the end?"""
    return [step.kind for step in shown.steps if step.kind in ("waits", "wakes")][-1:] == ["waits"]


def printed(shown: Shown) -> Iterator[str]:
    """Each printed line stands beside the row in which it is printed.

    Where the columns of a figure leave no room for words, a sign stands there, and the table and the panel have them.
    """
    told = squeezed(cell for row in shown.table for cell in row)
    for number, (row, steps) in enumerate(zip(shown.drawing.rows, shown.in_rows)):
        if not steps or row.kind == "rest":
            continue
        after = shown.steps[min(steps[-1].number + 1, len(shown.steps) - 1)]
        drawn = squeezed(mark.text for mark in row.of("print"))
        begins = shown.steps[max(0, steps[0].number - 1)]
        possible = {
            tuple(map(squeezed, shown.output[first:last]))
            for first in {begins.output, steps[0].output} for last in {steps[-1].output, after.output}
        }
        sign = any(mark.right - mark.left < 12 for mark in row.of("out"))
        elsewhere = row.kind == "setup" or (sign and all(line in told for lines in possible for line in lines))
        if drawn not in map("".join, possible) and not (not drawn and elsewhere):
            yield f"{shown.run}: in row {number + 1}, {drawn!r} is drawn as printed, and it is one of {possible}"


def words(shown: Shown) -> Iterator[str]:
    """The notes beside a row stand in the table as well; of requests, the steps have the values."""
    told = [*(cell for row in shown.table for cell in row), *(step.say for step in shown.steps), shown.loop]
    known = set(NOTED.findall(" ".join(told)))
    asks = any(row.of("asks") for row in shown.drawing.rows)
    for number, row in enumerate(shown.drawing.rows):
        beside = " ".join(mark.text for mark in row.marks if mark.kind != "mono")
        asked = [step.say for step in shown.in_rows[number] if " asks for " in step.say]
        if asks and asked and not NOTED.search(beside) and row.kind not in ("setup", "rest"):
            yield f"{shown.run}: in row {number + 1}, {asked[0]!r}, and nothing stands beside it"
        for name, times in re.findall(r"(\w+)\xa0×(\d+)", beside):
            if sum(bool(re.search(rf"\b{name}[()]", step.say)) for step in shown.in_rows[number]) != int(times):
                yield f"{shown.run}: beside row {number + 1} stands {name} ×{times}, and that is not how often"
        if strange := {*NOTED.findall(re.sub(r"×\d+", "", beside))} - known:
            yield f"{shown.run}: beside row {number + 1} stands {strange}, and nobody says so"


def squeezed(texts: Iterable[str]) -> str:
    """Join texts, without the blanks at which they may have been broken."""
    return "".join("".join(texts).split())


Key = tuple[str, str, str]
"""Spans, as one sees them: the kind of the box, the lane of its colour, its text."""


def lasting(shown: Shown) -> Iterator[str]:
    """All spans are drawn from the row in which they begin to the row in which they end, with their texts."""
    rows, true = shown.drawing.rows, list(there(shown))
    for key, top, bottom in seen(shown):
        fits = [each for each in true if each[0] == key and all(
            rows[row].top - NEAR <= y <= rows[row].bottom + NEAR for row, y in zip(each[1:], (top, bottom))
        )]
        if fits:
            true.remove(fits[0])
        else:
            places = [(first + 1, last + 1) for other, first, last in true if other == key]
            yield f"{shown.run}: {key} is drawn from {top:g} to {bottom:g}, and lasts, from row to row, {places}"
    for key, first, last in true:
        if last - first > 1:  # what is shorter may have no height
            yield f"{shown.run}: {key} lasts from row {first + 1} to row {last + 1}, and is not drawn"


def there(shown: Shown) -> Iterator[tuple[Key, int, int]]:
    """Yield spans: the way each is to be seen, and the rows in which it begins and ends."""
    recording, view = shown.recording, shown.view
    names = [lane["name"] for lane in shown.recorded["lanes"]]
    found: list[tuple[str, str, Span]] = []
    for name in view.show:
        held = spans.values(recording, name)
        if "." in name:  # of nothing, nothing is drawn
            found += [("hold", text, span) for span in held if (text := plain(span.value)) not in ("", "None")]
        else:
            found += [("hold", f"{name}={span.value}", span) for span in held]
    items = [span for queue in view.queue for span in spans.items(recording, queue)]
    found += [("hold", plain(span.value) or span.value or names[span.lane], span) for span in items]
    entries = spans.entries(recording)
    found += [("hold timer" + " gone" * (span.kind == "crossed"), span.value, span) for span in entries]
    found += [
        ("bracket", span.value + " rings" * (span.ended == "rings"), span)
        for span in spans.timers(recording) if span.kind == "deadline"
    ]
    found += [("hold lying", f"{plain(span.value)} to {taker(shown, span)}", span) for span in spans.lying(recording)]
    found += [("doomed", f"by {names[span.by]}", span) for span in spans.cancellations(recording)]
    found += [("asleep", "", span) for span in spans.asleep(recording)]
    found += [("holds", "", span) for span in spans.held(recording) if names[span.lane] in shown.columns]
    several = len({span.lane for kind, _text, span in found if kind == "bracket"}) > 1
    for kind, text, span in found:
        nobody = {"asleep": "os", "bracket": "" if several else "deadline"}.get(kind)
        by_name = kind == "doomed" or (kind == "bracket" and shown.drawing.large)
        whose = names[span.lane] if by_name else nobody or shown.colours.get(names[span.lane], "loop")
        yield (kind, whose, text), row_of(shown, span.first), row_of(shown, span.last)


def taker(shown: Shown, span: Span) -> str | None:
    """Return the lane that takes data in the operating system, if one does."""
    events, lanes = shown.recorded["events"], shown.recorded["lanes"]
    return lanes[shown.recording.folded[events[span.last]["lane"]]]["name"] if span.last < len(events) else None


def seen(shown: Shown) -> Iterator[tuple[Key, float, float]]:
    """Yield the drawn spans: the way each is to be seen, and from where to where."""
    for span in shown.drawing.spans:
        if "life" not in span.classes:
            kind = " ".join([span.kind, *sorted(span.classes & {"timer", "lying"}), *span.classes & {"gone"}])
            others = {"span", "timer", "gone", "lying", "holding", *OWN * ("own" in span.classes)}
            whose = " ".join(sorted(span.classes - others))
            text = "".join(mark.text for mark in span.of("mono")[:1] if "holding" not in span.classes)
            top, bottom = span.box.top + 9 * ("lying" in span.classes), span.box.bottom
            if "lying" in span.classes:
                text += f" to {next((shown.column(mark.right + 7) for mark in span.of('data')), None)}"
            if kind == "doomed":
                (strike, *_more), *_others = span.of("strikes")[0].lines
                whose, text = str(shown.column(span.box.middle)), f"by {shown.column(strike[0])}"
            if kind == "bracket":
                (_left, top), _corner, (x, bottom) = span.box.lines[0][:3]
                if shown.drawing.large:  # it stands beside its lane
                    whose = max((place, name) for name, place in shown.columns.items() if place < x)[1]
                if not span.of("limit"):  # there is no room for its length
                    continue
                length = float(NUMBER.findall(span.of("limit")[0].text)[0])
                rings = " rings" * bool(span.of("bell"))
                text = f"{max(time for time, y in shown.drawing.ticks if y <= top + NEAR) + length:g}{rings}"
            yield (kind, whose, text), top, bottom


def held(shown: Shown) -> Iterator[str]:
    """What a lane holds is called as it is, and the line beside the lane is open where it is not given back."""
    recording = shown.recording
    for drawn in [span for span in shown.drawing.spans if "holding" in span.classes]:
        lane = min((place, name) for name, place in shown.columns.items() if place > drawn.box.right)[1]
        own = [span for span in spans.held(recording) if shown.recorded["lanes"][span.lane]["name"] == lane]
        there = {
            (span.value, span.last < len(recording.events)) for span in own
            if span_is_at(shown, span, drawn.box.top, drawn.box.bottom)
        }
        said = {(mark.text, len(drawn.box.lines[0]) == 4) for mark in drawn.of("mono")}
        if not there or not said <= there:
            yield f"{shown.run}: beside {lane} stands {said}, from {drawn.box.top:g}, and it holds {there}"


def span_is_at(shown: Shown, span: Span, top: float, bottom: float) -> bool:
    """Say whether a span begins and ends in the rows at these heights."""
    rows = (shown.drawing.rows[row_of(shown, event)] for event in (span.first, span.last))
    return all(row.top - NEAR <= y <= row.bottom + NEAR for row, y in zip(rows, (top, bottom)))


def row_of(shown: Shown, event: int) -> int:
    """Return the row that tells of an event."""
    return max(number for number, row in enumerate(shown.rows) if row.first <= event or not number)


def plain(text: str) -> str:
    """Return a value as it is drawn: of texts and bytes without quotes, the end of a line as a sign."""
    return re.sub(r"^b?(['\"])(.*)\1$", r"\2", text).replace("\\n", "⏎")


def lives(shown: Shown) -> Iterator[str]:
    """Beside each row, each task that does not run has the line of its state."""
    timed = {shown.column(span.box.middle) for span in shown.drawing.spans if "timer" in span.classes}
    for lane in set(shown.columns) & set(shown.steps[0].states):
        lines = [span for span in shown.drawing.spans if "life" in span.classes]
        lines = [span for span in lines if shown.column(span.box.middle) == lane]
        boxed = {"sleep", "cancelled"} if lane in timed else set()
        known, kept = [""], ""
        for step in shown.steps:
            state = asked(shown, step) if step.kind == "yield" and step.who == lane else step.states[lane]
            if not (kept and state in ("taken", "held")):
                kept = "" if state in GONE | boxed | {"taken"} else state
            known.append(kept)
        for number, (row, steps) in enumerate(zip(shown.drawing.rows, shown.in_rows)):
            if not steps or row.kind in ("setup", "rest") or lane == runs(shown, number):
                continue
            had = {*known[steps[0].number : steps[-1].number + 2]}
            then = {*known[steps[0].number : steps[-1].number + 3]}
            drawn = {span.kind for span in lines if min(row.bottom, span.box.bottom) - max(row.top, span.box.top) > 6}
            if not drawn <= had or (len(then) == 1 and then != (drawn or {""})):
                yield f"{shown.run}: beside row {number + 1}, {lane} is drawn as {drawn}, and is {had}"


def asked(shown: Shown, step: Step) -> str:
    """Return the state of a task that has just given control back: that of the queue in which it stands, if it does."""
    states = shown.recorded["queues"]
    there = {states[name] for name, texts in step.queues.items() if any(shown.is_of(text, step.who) for text in texts)}
    return next((state for state in QUEUES if state in there), "held")


def talk(shown: Shown, found: Iterable[Thing]) -> Iterator[str]:
    """Beside each row stand the words that persons say and get in it: all that is given, and to which lane."""
    for number, row in enumerate(shown.drawing.rows):
        here = [thing for thing in found if thing.left.row == number and thing.text not in ("", "b''")]
        for box in row.of("said", "got"):
            whose = next(iter(box.classes - {"said", "got"}), row.colour)
            inside = [mark for mark in row.of("mono") if box.left <= mark.left <= box.right]
            text = "".join(mark.text for mark in inside if box.top <= mark.top <= box.bottom)
            gives = "".join(plain(thing.text) for thing in here if shown.colours[thing.person] == whose)
            if not text.endswith(gives) or ("got" in box.classes and text != gives):
                yield f"{shown.run}: beside row {number + 1} stands {text!r}, and {gives!r} is given"
        if row.kind not in ("setup", "rest") and here and not row.of("said", "got"):
            yield f"{shown.run}: beside row {number + 1}, nothing of {[thing.text for thing in here]} is drawn"


def layout(shown: Shown) -> Iterator[str]:
    """Nothing is drawn beyond the figure, and no text over another."""
    width, height = shown.drawing.room
    texts = [mark for mark in shown.drawing.marks if mark.text.strip() and "slant" not in mark.classes]
    for mark in shown.drawing.marks:
        if mark.left < -NEAR or mark.right > width + NEAR or mark.top < -NEAR or mark.bottom > height + NEAR:
            place = f"from {mark.left:g} to {mark.right:g}, at {mark.top:g}"
            yield f"{shown.run}: {mark.kind} {mark.text!r} is drawn {place}"
    for one, other in combinations(texts, 2):
        across = min(one.right, other.right) - max(one.left, other.left)
        if across > 2 and min(one.bottom, other.bottom) - max(one.top, other.top) > 1:
            yield f"{shown.run}: {one.text!r} stands over {other.text!r}, at {one.left:g} and {one.top:g}"


LAWS: dict[str, Callable[[Shown], Iterator[str]]] = {
    law.__name__: law for law in (heads, rows, times, control, ends, printed, words, lasting, held, lives, layout)
}


def gone(shown: Shown) -> Iterator[str]:
    """A timer is drawn as cancelled while an entry of a queue is so; steps know nothing of spans."""
    crossed = {step.row for step in shown.steps if CANCELLED in str(step.queues)}
    for span in (span for span in shown.drawing.spans if "gone" in span.classes):
        for number, row in enumerate(shown.drawing.rows):
            if min(row.bottom, span.box.bottom) - max(row.top, span.box.top) > NEAR and number not in crossed:
                said = span.of("mono")[0].text
                yield f"{shown.run}: {said} is drawn as cancelled in row {number + 1}, and stands in no queue"


def unlike_its_steps(shown: Shown) -> list[str]:
    """Return the differences of strokes and table of a program from its steps; no run file tells the oracle's part."""
    checks = (*LAWS.values(), gone, deadlines, laws.place, laws.forward, laws.rows, laws.table)
    return [f"{law.__name__}: {complaint}" for law in checks for complaint in law(shown)]


def wrong(shown: Shown, oracle: Oracle) -> list[str]:
    """Return all that is wrong about the strokes."""
    found = [f"{name}: {complaint}" for name, law in LAWS.items() for complaint in law(shown)]
    return found if oracle.run.threads else [*found, *talk(shown, given(shown, oracle) or [])]
