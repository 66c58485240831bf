"""Each law, and each thing that the oracle is asked for, is seen to fail: on pages that are spoilt."""
from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.support.oracle.laws import LAWS, broken
from tests.support.oracle.oracle import told
from tests.support.oracle.shown import of_book
from tests.support.oracle.spoil import (
    Spoil,
    called,
    drawing,
    has,
    is_now,
    kind,
    last,
    moved_to,
    never,
    says,
    stands_at,
    step,
    swallowing,
    table,
    turned,
    without,
)
from tests.support.oracle.truth import lies

ROBIN, GUESTS, POLLED, BREAKFAST = "turns.round_robin", "callbacks.ready_queue", "readiness.serve", "clocks.loop"
TALK, VALUE, TEAPOT = "callbacks.talk", "tasks.value", "kernel.teapot"

LAWLESS: dict[str, tuple[str, str, Spoil]] = {
    "line 0": ("place", ROBIN, step(kind("line"), at=moved_to(0))),
    "Ann has a line of the server": ("place", POLLED, step(kind("connects"), at=[(0, 45, "serve")])),
    "a wait of a loop that is followed is nowhere": ("place", BREAKFAST, step(kind("waits"), at=[])),
    "poll() waits at another line": ("waiting", BREAKFAST, step(kind("waits"), at=moved_to(18))),
    "a function goes on": ("going_on", GUESTS, step(stands_at(6), kind="resume", say="guest goes on")),
    "ready, and in no queue": ("all_told in_queue", GUESTS, step(is_now("ready"), queues={"ready": []}, say="")),
    "in the queue, and not ready": ("in_queue", ROBIN, step(is_now("ready"), states=turned("ready", "none"))),
    "a wait is over that has not begun": (
        "no_overlap", BREAKFAST, step(kind("waits"), kind="looks", say="poll() → []"),
    ),
    "taken, and not started again": ("life", ROBIN, step(is_now("taken"), states=turned("taken", "none"))),
    "suspended when finished": (
        "life", ROBIN, lambda shown: last(shown, states=turned("done", "held")(shown.steps[-1])),
    ),
    "taken, and from no queue": (
        "taken", TEAPOT,
        step(lambda step: stands_at(15)(step) and is_now("held")(step), states=turned("held", "taken")),
    ),
    "called by nobody, all of a sudden": (
        "life", "kernel.two_ways",
        step(lambda step: step.kind == "waits", states=lambda step: step.states | {"trap": "calls"}),
    ),
    "asleep, and in no place": (
        "in_queue", TEAPOT,
        step(lambda step: stands_at(39)(step) and is_now("taken")(step), states=turned("taken", "sleep")),
    ),
    "somebody goes, and nobody says it": ("all_told", TEAPOT, step(says("leaves ready"), say="")),
    "nothing is asked for": ("all_told", TEAPOT, step(kind("yield"), say="")),
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
    "output is taken back": ("forward", ROBIN, lambda shown: last(shown, output=0)),
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
    "another queue in the table": ("table", GUESTS, table(", tea Ann", "")),
    "two rows are exchanged": ("table", ROBIN, lambda shown: replace(shown, rows=shown.rows[1::-1] + shown.rows[2:])),
    "a turn in another's column": (
        "turns", ROBIN, drawing(bars=lambda old: [replace(bar, who=bar.who.replace("A", "B")) for bar in old.bars]),
    ),
    "a column without a name": ("turns", POLLED, drawing(heads=lambda old: ("", *old.heads[1:]))),
    "a turn over the next": (
        "turns", ROBIN, drawing(bars=lambda old: [replace(old.bars[0], bottom=old.bars[1].bottom), *old.bars[1:]]),
    ),
    "a wait over the next": ("drawn_waits", BREAKFAST, drawing(asleep=swallowing)),
    "a wait too short": ("drawn_waits", POLLED, drawing(asleep=lambda old: [(top, top + 1) for top, _ in old.asleep])),
    "a wait not drawn": ("drawn_waits", POLLED, drawing(asleep=lambda old: old.asleep[1:])),
    "another output": ("all_told words", ROBIN, lambda shown: replace(shown, output=["A 1", *shown.output[1:]])),
    "another answer": ("words", POLLED, step(kind("wakes"), say="poll() → Bob WRITE")),
    "a note that is not so": (
        "notes", TALK, drawing(bars=lambda old: [
            replace(bar, texts=tuple((kind, text.replace("number=0", "number=7")) for kind, text in bar.texts))
            for bar in old.bars
        ]),
    ),
    "a function that does not run": (
        "notes", VALUE, drawing(bars=lambda old: [
            replace(bar, texts=tuple((kind, text.replace("set_result", "result")) for kind, text in bar.texts))
            for bar in old.bars
        ]),
    ),
    "the time of the persons in the strip": (
        "strip", "clocks.patience", drawing(measured=lambda old: old.measured.replace(" of ", " of 1")),
    ),
    "crossed out before it is cancelled": (
        "crosses", "clocks.patience", drawing(crosses=lambda old: [(lane, y - 40) for lane, y in old.crosses]),
    ),
    "yields what another yields": (
        "yielding", "composition.round_robin",
        step(says("passes"), say=lambda step: re.sub("passes (.*) on", r"yields \1", step.say)),
    ),
    "yields beside a turn what another yields": (
        "yielding", "composition.round_robin", drawing(bars=lambda old: [
            replace(bar, texts=tuple((kind, re.sub("passes (.*) on", r"yields \1", text)) for kind, text in bar.texts))
            for bar in old.bars
        ]),
    ),
    "a wait too long in the strip": (
        "strip", BREAKFAST, drawing(strip=lambda old: [(begin, end + 9) for begin, end in old.strip]),
    ),
    "ready drawn as suspended": (
        "lines", ROBIN, drawing(lines=lambda old: [(lane, "held", *place) for lane, _state, *place in old.lines]),
    ),
    "no state drawn": ("lines", ROBIN, drawing(lines=lambda old: ())),
}
"""Pages that break a law: which law, or which laws, on the page of which run, and how."""


@pytest.mark.parametrize(("law", "name", "spoil"), LAWLESS.values(), ids=LAWLESS)
def test_the_laws_and_no_others_are_broken(law: str, name: str, spoil: Spoil) -> None:
    assert sorted(broken(spoil(of_book("en")[name]))) == law.split()


def test_each_law_is_broken_by_a_page() -> None:
    assert {law for laws, _name, _spoil in LAWLESS.values() for law in laws.split()} == set(LAWS)


def lying(sent: tuple[float, float, str], text: str) -> tuple[float, float, str]:
    """Return something that is sent; if it is this, it lies to the end."""
    return (sent[0], 9999, text) if sent[2] == text else sent


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
    "other bytes": (
        "is drawn and true", POLLED,
        drawing(sent=lambda old: [(*place, text.replace("hi", "ho")) for *place, text in old.sent]),
    ),
    "bytes taken too early": (
        "is drawn and true", POLLED, drawing(sent=lambda old: [(left, left, text) for left, _taken, text in old.sent]),
    ),
    "a connection that was accepted lies to the end": (
        "is drawn and true: .*, 46, ''", POLLED, drawing(sent=lambda old: [lying(each, "") for each in old.sent]),
    ),
    "bytes that were received lie to the end": (
        "is drawn and true: .*b'hel", TALK, drawing(sent=lambda old: [lying(each, "b'hel'") for each in old.sent]),
    ),
    "the end of data that was received is not drawn": (
        "is drawn and true: .*\"b''\"", TALK, drawing(sent=lambda old: [each for each in old.sent if each[2] != "b''"]),
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
