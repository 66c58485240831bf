"""Each law, and each thing that the oracle is asked for, is seen to fail: on pages that are spoilt."""
from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.support.oracle.laws import LAWS, broken
from tests.support.oracle.oracle import told
from tests.support.oracle.shown import Mark, Span, of_book
from tests.support.oracle.spoil import (
    Spoil,
    called,
    drawing,
    gone,
    has,
    is_now,
    kind,
    last,
    longer,
    marks,
    moved,
    moved_to,
    never,
    of,
    row,
    says,
    span,
    stands_at,
    step,
    table,
    turned,
    within,
    without,
    written,
)
from tests.support.oracle.truth import lies

ROBIN, GUESTS, POLLED, BREAKFAST = "turns.round_robin", "callbacks.ready_queue", "readiness.serve", "clocks.loop"
TALK, VALUE, TEAPOT = "callbacks.talk", "tasks.value", "kernel.teapot"
GOAL, RETRY, NURSERY = "mainloop.goal", "cancellation.retry", "together.block"
SERVE, AGAIN = "descriptors.serve", "turns.lost_update_again_bug"



def lasting(kind: str) -> Callable[[Span], bool]:
    """Return a function that says whether a span is of a kind, and longer than a row, as no interrupt is."""
    return lambda span: span.kind == kind and span.box.bottom - span.box.top > 100


def staying(x: float, top: float, bottom: float) -> Callable[[Mark], Mark]:
    """Return a function that keeps the line of control in a column between two heights."""
    return lambda mark: replace(mark, lines=tuple(
        tuple((x, y) if top <= y <= bottom else (old, y) for old, y in line) for line in mark.lines
    ))


LAWLESS: dict[str, tuple[str, str, Spoil]] = {
    "line 0": ("place", ROBIN, step(kind("line"), at=moved_to(0))),
    "Ann has a line of the server": ("place", POLLED, step(kind("connects"), at=[(0, 45, "serve")])),
    "a wait of a loop that is followed is nowhere": ("place", BREAKFAST, step(kind("waits"), at=[])),
    "poll() waits at another line": ("waiting", BREAKFAST, step(kind("waits"), at=moved_to(18))),
    "a function goes on": ("going_on", GUESTS, step(stands_at(6), kind="resume", say="guest goes on")),
    "ready, and in no queue": ("all_told in_queue", GUESTS, step(is_now("ready"), queues={"ready": []}, say="")),
    "in the queue, and not ready": ("in_queue", ROBIN, step(is_now("ready"), states=turned("ready", "none"))),
    "a wait is over that has not begun": (
        "asleep no_overlap rows", BREAKFAST, step(kind("waits"), kind="looks", say="poll() → []"),
    ),
    "taken, and not started again": ("life", ROBIN, step(is_now("taken"), states=turned("taken", "none"))),
    "suspended when finished": (
        "ends life", ROBIN, lambda shown: last(shown, states=turned("done", "held")(shown.steps[-1])),
    ),
    "taken, and from no queue": (
        "taken", TEAPOT,
        step(lambda step: stands_at(15)(step) and is_now("held")(step), states=turned("held", "taken")),
    ),
    "called by nobody, all of a sudden": (
        "life lives", "kernel.two_ways",
        step(lambda step: step.kind == "waits", states=lambda step: step.states | {"trap": "calls"}),
    ),
    "asleep, and in no place": (
        "in_queue", TEAPOT,
        step(lambda step: stands_at(39)(step) and is_now("taken")(step), states=turned("taken", "sleep")),
    ),
    "somebody goes, and nobody says it": ("all_told", TEAPOT, step(says("leaves ready"), say="")),
    "nothing is asked for": ("all_told words", TEAPOT, step(kind("yield"), say="")),
    "waits for another place": (
        "all_told words_agree", TEAPOT, step(says("waits for"), say="breakfast waits for the end of tea"),
    ),
    "somebody else waits": (
        "all_told words_agree", TEAPOT, step(says("waits for"), say="tea waits for the end of Bob"),
    ),
    "somebody else asks": (
        "words_agree", TEAPOT, step(kind("yield"), say=lambda step: step.say.replace("breakfast asks", "tea asks")),
    ),
    "somebody else gets the answer": (
        "words_agree", TEAPOT, step(says(" gets "), say=lambda step: step.say.replace("breakfast gets", "tea gets")),
    ),
    "woken by itself": (
        "words_agree", TEAPOT, step(says("woken by tea"), say=lambda step: step.say.replace("by tea", "by Ann")),
    ),
    "words that nobody understands": ("words_agree", TEAPOT, step(stands_at(9), say="a fish sings")),
    "time goes back": (
        "all_told forward", BREAKFAST, step(lambda step: step.time == 180 and step.kind == "line", time=400),
    ),
    "output is taken back": ("forward printed", ROBIN, lambda shown: last(shown, output=0)),
    "the variables of another frame": ("own_variables", ROBIN, step(stands_at(7), variables={"current": "<A>"})),
    "enters the queue that it is in": ("words_agree", GUESTS, step(stands_at(6), say="guest Bob enters ready")),
    "moved, and only cancelled": (
        "words_agree", "clocks.cancelled",
        step(lambda step: "is cancelled" in step.say, say="300 toast leaves heap; ✕ 300 toast enters heap"),
    ),
    "asleep, and in the ready queue as well": (
        "all_told in_queue", BREAKFAST,
        step(is_now("sleep"), queues=lambda step: step.queues | {"ready": ["tea"]}, say=""),
    ),
    "another method of the object goes on": (
        "words_agree", VALUE,
        step(lambda step: "future.__await__ goes on" in step.say, say="future.set_result goes on"),
    ),
    "goes on, in words only": ("words_agree", GUESTS, step(stands_at(6), say="guest goes on")),
    "a question about what is nowhere": ("answered", ROBIN, lambda shown: replace(shown, question=("self.heard",))),
    "a question about what is in the code only": ("answered", "clocks.virtual", never("self.now")),
    "a question about a variable that is in the code only": ("answered", ROBIN, never("i")),
    "a question about a part of a name": ("answered", ROBIN, lambda shown: replace(shown, question=("proces",))),
    "another queue in the table": ("table", GUESTS, table("ready: tea Bob", "ready: –")),
    "two rows are exchanged": (
        "table", ROBIN, lambda shown: replace(shown, table=shown.table[1::-1] + shown.table[2:]),
    ),
    "a bar in another's column": ("control rows", ROBIN, row(2, marks("bar", moved(30.2)))),
    "a bar while the process waits": ("rows", POLLED, lambda shown: row(1, lambda row: replace(
        row, marks=(*row.marks, *shown.drawing.rows[2].of("bar")),
    ))(shown)),
    "a column without a name": (
        "rows", POLLED, drawing(heads=lambda old: (*old.heads, replace(old.heads[0], text="", kind="side"))),
    ),
    "a row over the next": ("control rows", ROBIN, row(2, lambda row: replace(row, bottom=row.bottom + 9))),
    "a step in a row that is not drawn": ("ends forward rows", ROBIN, step(stands_at(7), row=99)),
    "another row in the panel": ("rows", ROBIN, lambda shown: replace(shown, extents=shown.extents[1:])),
    "the story begins in the set-up": ("rows", ROBIN, lambda shown: replace(shown, begins=0)),
    "a person acts, and a task runs": ("ends rows", ROBIN, row(7, lambda row: replace(row, kind="act"))),
    "another time beside it": (
        "times", POLLED, drawing(ticks=lambda old: [(time + (time == 2), y) for time, y in old.ticks]),
    ),
    "a wait too long": (
        "times", RETRY, drawing(gaps=lambda old: [(s, high + 20 * (s == 3), lines) for s, high, lines in old.gaps]),
    ),
    "a line of time too low": (
        "times", POLLED, drawing(ticks=lambda old: [(time, y + 30 * (time == 2)) for time, y in old.ticks]),
    ),
    "control in two places": ("control", ROBIN, row(3, marks("thread", moved(0, 5)))),
    "control that ends": ("control", ROBIN, row(7, marks("thread", gone))),
    "control begins with Ann": (
        "control layout", ROBIN, drawing(heads=lambda old: [
            moved(60)(head) if "loop" in head.classes else head for head in old.heads
        ]),
    ),
    "a bar that is too long": ("control", ROBIN, row(2, marks("bar", lambda bar: replace(bar, bottom=bar.bottom + 3)))),
    "control comes back, and nobody has given it": (
        "control", RETRY, row(2, marks("bar", lambda bar: moved(0)(bar) if bar.top < 40 else None)),
    ),
    "control stays with Ann when she has given it": (
        "control", ROBIN, lambda shown: replace(shown, drawing=replace(shown.drawing, rows=tuple(
            marks("thread", staying(shown.columns["Ann"], each.bottom - 4, each.bottom + 4))(row)
            for each in shown.drawing.rows[1:2] for row in shown.drawing.rows
        ))),
    ),
    "another answer is sent in": ("given words", "composition.talk", row(5, marks("value", written("hello", "bye")))),
    "an end that is not one": ("ends", ROBIN, lambda shown: row(2, lambda row: replace(
        row, marks=(*row.marks, *shown.drawing.rows[4].of("done")),
    ))(shown)),
    "a failure that is not drawn": ("ends", RETRY, row(12, marks("failed", gone))),
    "somebody else ends": ("ends", ROBIN, row(5, marks("done", moved(30.2)))),
    "the end of the program is not drawn": ("ends", ROBIN, drawing(rest=lambda old: ())),
    "thrown away later": ("ends", "composition.lost_pause_bug", row(2, marks("thrown", gone))),
    "printed otherwise": ("printed words", ROBIN, row(2, marks("print", written("hello", "bye")))),
    "printed in another row": ("printed", ROBIN, row(5, marks("print", gone))),
    "asked for otherwise": ("words", RETRY, row(2, marks("asks", written("3", "99")))),
    "asked for more often": ("words", "kernel.teapot", row(2, marks("asks", written("×3", "×2")))),
    "text over text": ("layout", RETRY, row(2, marks("asks", lambda mark: moved(0, 8 * ("10" in mark.text))(mark)))),
    "text beyond the edge": ("layout", RETRY, row(2, marks("asks", moved(80)))),
    "a value that is another": ("values", GOAL, span(of("hold", "ann"), within("mono", written("0", "7")))),
    "a value that ends too early": ("values", GOAL, span(of("hold", "ann"), longer(-150))),
    "a value that goes on": ("values", TALK, span(of("hold"), longer(120))),
    "a value that is not drawn": ("values", TALK, span(of("hold"), gone)),
    "somebody else's value": (
        "values", GOAL, span(of("hold", "ann"), lambda span: replace(span, box=moved(76.2)(span.box))),
    ),
    "somebody else has the kettle": (
        "values", "together.lock", span(of("hold", "bob"), within("mono", written("Bob", "Eve"))),
    ),
    "in the queue too long": ("queue", "composition.round_robin", span(of("hold", "ann"), longer(60))),
    "not in the queue": ("queue", GUESTS, span(of("hold", "c1"), gone)),
    "a timer of another second": ("timers", BREAKFAST, span(of("hold", "c0"), within("mono", written("180", "200")))),
    "a timer that is not crossed out": (
        "timers", BREAKFAST, span(of("hold", "gone"), lambda span: replace(span, classes=span.classes - {"gone"})),
    ),
    "a timer that goes on": ("timers", BREAKFAST, span(of("hold", "c0"), longer(40))),
    "a deadline of another length": ("deadlines", RETRY, span(of("bracket"), within("limit", written("10", "9")))),
    "a deadline that does not ring": ("deadlines", RETRY, span(of("bracket"), within("bell", gone))),
    "a deadline that is taken back later": (
        "deadlines", RETRY, span(lambda span: not span.of("bell") and of("bracket")(span), longer(-60)),
    ),
    "a deadline that nobody has set": ("deadlines", RETRY, span(of("bracket"), gone)),
    "cancelled by somebody else": (
        "cancellations", NURSERY, span(of("doomed"), within("strikes", lambda mark: replace(mark, lines=tuple(
            ((x - 41.3, y), *more) for (x, y), *more in mark.lines
        )))),
    ),
    "cancelled too long": ("cancellations", NURSERY, span(lasting("doomed"), longer(50))),
    "not cancelled": ("cancellations", NURSERY, span(lasting("doomed"), gone)),
    "a wait of somebody else": (
        "asleep", POLLED, span(of("asleep"), lambda span: replace(span, box=moved(30.1)(span.box))),
    ),
    "a wait into the next": ("asleep", POLLED, span(of("asleep"), longer(70))),
    "a wait not drawn": ("asleep", POLLED, span(of("asleep"), gone)),
    "ready drawn as suspended": ("lives", ROBIN, span(of("ready", "bob"), lambda span: replace(span, kind="held"))),
    "a line that ends too early": ("lives", ROBIN, span(of("ready", "eve"), longer(-60))),
    "a line that goes on": ("lives", ROBIN, span(of("held"), longer(60))),
    "another output": ("all_told printed", ROBIN, lambda shown: replace(shown, output=["A 1", *shown.output[1:]])),
    "a note that is not so": ("notes words", AGAIN, row(2, marks("note", written("0", "77")))),
    "yields what another yields": (
        "yielding", "composition.round_robin",
        step(says("passes"), say=lambda step: re.sub("passes (.*) on", r"yields \1", step.say)),
    ),
    "yields beside a row what another yields": (
        "words yielding", "composition.round_robin",
        lambda shown: replace(shown, drawing=replace(shown.drawing, rows=tuple(
            marks("end", written("passes", "yields"))(row) for row in shown.drawing.rows
        ))),
    ),
}
"""Pages that break a law: which law, or which laws, on the page of which run, and how."""


@pytest.mark.parametrize(("law", "name", "spoil"), LAWLESS.values(), ids=LAWLESS)
def test_the_laws_and_no_others_are_broken(law: str, name: str, spoil: Spoil) -> None:
    assert sorted(broken(spoil(of_book("en")[name]))) == law.split()


def test_each_law_is_broken_by_a_page() -> None:
    assert {law for laws, _name, _spoil in LAWLESS.values() for law in laws.split()} == set(LAWS)


LIES: dict[str, tuple[str, str, Spoil]] = {
    "another line": (r"'line' .*:12, run\(\) is not shown", ROBIN, step(stands_at(12), at=moved_to(13))),
    "a line is left out": (
        "is not shown", ROBIN, lambda shown: replace(shown, steps=shown.steps[:3] + shown.steps[4:]),
    ),
    "the end is left out": (
        "after the last step, .* is not shown", ROBIN, lambda shown: replace(shown, steps=shown.steps[:-3]),
    ),
    "another function": (
        "stands at", ROBIN, step(stands_at(7), at=lambda step: [(*step.at[0][:2], "run"), *step.at[1:]]),
    ),
    "called from another line": (
        "stands at", ROBIN, step(stands_at(7), at=lambda step: [step.at[0], (0, 10, "run")]),
    ),
    "the line of the caller waits": ("stands at", BREAKFAST, step(kind("waits"), at=lambda step: step.at[1:])),
    "a call goes on": ("'resume', but what happens next is 'enter'", GUESTS, step(stands_at(6), kind="resume")),
    "the variables of the call before": (
        "name: says 'Ann', but it is 'Bob'", GUESTS, step(has("name", "'Bob'"), variables={"name": "'Ann'"}),
    ),
    "a variable that is not there": (r"talk\(\) has no n", ROBIN, step(stands_at(7), variables={"n": "1"})),
    "a variable that is not shown": (
        "self.heard = b'' is not shown", TALK, step(has("self.heard"), variables=without("self.heard")),
    ),
    "marked as changed, and as it was": (
        "are marked as changed", TALK,
        step(lambda step: step.number > 20 and has("self.heard")(step), changed=lambda step: tuple(step.variables)),
    ),
    "changed, and not marked": ("are marked as changed", ROBIN, step(lambda step: bool(step.changed), changed=())),
    "poll() at a line that says select()": (
        "but it is select", BREAKFAST, step(kind("waits"), say=lambda step: step.say.replace("select", "poll")),
    ),
    "the patience of somebody else": (
        "it waits at most for ever", "lost.lost_event_bug",
        step(says("poll() waits"), say=lambda step: f"{step.say}, at most 10\u00a0s"),
    ),
    "in and out of a queue, untold": (
        "and 1 times somebody enters", "lost.lost_event_bug", step(
            lambda step: "enters ready" in step.say and "leaves ready" in step.say,
            say=lambda step: re.sub("[^;]* (enters|leaves) ready(; )?", "", step.say),
        ),
    ),
    "what is typed is printed": (
        "is typed$", ROBIN, step(says("is typed"), say=lambda step: re.sub("; (.*) is typed", r"\1", step.say)),
    ),
    "the name of another object": (
        "<socket Ann> is <socket Bob", "descriptors.serve",
        step(has("client", "<socket Bob>"), variables=called("client", "<socket Ann>")),
    ),
    "an object that has lost its name": (
        "was called <Ann>", ROBIN,
        step(lambda step: step.number > 20 and has("task", "<Ann>")(step), variables=called("task", "<x>")),
    ),
    "nobody in the queue": ("but it holds", GUESTS, step(is_now("ready"), queues={"ready": []})),
    "another order in the queue": (
        "is <talk", ROBIN,
        step(
            lambda step: len(step.queues.get("ready", [])) == 2,
            queues=lambda step: {"ready": step.queues["ready"][::-1]},
        ),
    ),
    "a timer that is not cancelled": (
        "which is cancelled", "clocks.cancelled",
        step(lambda step: "✕" in str(step.queues), queues=lambda step: {"ready": [], "heap": [
            text.removeprefix("✕ ") for text in step.queues["heap"]
        ]}),
    ),
    "the method of another object": (
        "ready: future.wake_up, but it is", VALUE,
        step(lambda step: step.queues.get("ready") == ["task.wake_up"], queues={"ready": ["future.wake_up"]}),
    ),
    "another object runs": (
        "future runs, but it is", VALUE,
        step(
            lambda step: step.states["task"] == "run" and step.kind == "line",
            states=lambda step: step.states | {"task": "none", "future": "run"},
        ),
    ),
    "more output": ("1 lines of output, not 0", ROBIN, step(stands_at(7), output=1)),
    "another time": ("1 s, not 0", BREAKFAST, step(kind("waits"), time=1)),
    "somebody else runs": (
        "Eve runs, but it is", ROBIN,
        step(lambda step: step.states["Bob"] == "run", states=lambda step: step.states | {"Bob": "held", "Eve": "run"}),
    ),
    "two run": (
        "all of .* run", ROBIN,
        step(lambda step: step.states["Bob"] == "run", states=lambda step: step.states | {"Eve": "run"}),
    ),
    "finished too early": (
        "Bob is done, but has not ended", ROBIN,
        step(lambda step: step.states["Bob"] == "held", states=lambda step: step.states | {"Bob": "done"}),
    ),
    "runs while the process sleeps": (
        "while the process is asleep", POLLED,
        step(kind("connects"), states=lambda step: dict.fromkeys(step.states, "run")),
    ),
    "another value": (
        "says 'Bob 0> ', but it is 'Ann 0> '", "composition.talk",
        step(lambda step: "'Ann 0> '" in step.say, say=lambda step: step.say.replace("Ann", "Bob")),
    ),
    "other bytes sent": ("is drawn as sent", POLLED, row(6, marks("mono", written("hi", "ho")))),
    "other bytes said": ("is drawn as said", POLLED, row(5, marks("mono", written("hi", "ho")))),
    "somebody says nothing": ("is drawn as said", POLLED, row(5, marks("said", gone))),
    "it is sent to nobody": ("is drawn as sent", POLLED, row(6, marks("got", gone))),
    "it comes from somebody else": ("the arrow to .* goes", POLLED, row(6, marks("data", moved(30.2)))),
    "it goes elsewhere": ("the arrow of .* goes", POLLED, row(5, marks("data", moved(30.2)))),
    "a connection that was accepted lies on": (
        "is drawn as lying, and there lie", SERVE, span(of("hold", "lying"), longer(70)),
    ),
    "bytes that were received lie to the end": (
        "is drawn as lying", SERVE,
        span(lambda span: "lying" in span.classes and bool(span.of("mono")), within("data", gone)),
    ),
    "a connection that nobody has accepted is gone": (
        "lies there, and is not drawn", "lost.lost_event_bug", span(of("hold", "lying", "bob"), gone),
    ),
    "a connection that nobody has accepted is not there any more": (
        "does not lie any more", "lost.lost_event_bug", span(of("hold", "lying", "bob"), longer(-60)),
    ),
    "it is taken by somebody else": ("takes it", SERVE, span(of("hold", "lying"), within("data", moved(29)))),
    "it lies there before it is sent": (
        "is drawn as lying", SERVE,
        span(of("hold", "lying"), lambda span: replace(span, box=replace(span.box, top=100))),
    ),
    "an accept that is not told": (
        "is not what happens", POLLED,
        lambda shown: replace(shown, steps=[each for each in shown.steps if "accept() →" not in each.say]),
    ),
    "called from another function": (
        "is called from", "descriptors.serve",
        step(lambda step: ("turns/talk.py", 0, "talk") in step.callers, callers=lambda step: [
            each for each in step.callers if each[1]
        ]),
    ),
    "called by nobody": (
        "is called from", TALK, step(lambda step: len(step.callers) > 1, callers=lambda step: step.callers[:1]),
    ),
    "another line of a thread": (
        "of Ann, stop", "turns.threads", step(lambda step: step.who == "Ann" and step.kind == "line", at=moved_to(8)),
    ),
}
"""Pages that lie: what the oracle says, the page of which run, and how."""


@pytest.mark.parametrize(("said", "name", "spoil"), LIES.values(), ids=LIES)
def test_the_oracle_finds_a_lie(said: str, name: str, spoil: Spoil) -> None:
    assert re.search(said, "\n".join(lies(spoil(of_book("en")[name]), told(name))))
