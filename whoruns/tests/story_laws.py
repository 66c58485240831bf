"""Laws of a recording that is read: its turns, steps and rows, and what is asked before a row is uncovered."""
from __future__ import annotations

from whoruns.events import ACTS, BEGINS, ENDS, OS
from whoruns.story.beats import Beat, beats
from whoruns.story.guesses import Choice, asks
from whoruns.story.recording import Recording
from whoruns.story.sentences import seconds, state_words
from whoruns.story.steps import data
from whoruns.tests.oracle.shown import as_steps

MOST = 14
"""More questions than that a reader does not answer."""
Asked = tuple[str, list[Choice], int, Beat, Beat]
"""The kind of question, the choices, the right one, the row before which it is asked, and the one before that."""


def asked(recording: Recording) -> list[Asked]:
    """Return what is asked of a run."""
    rows = beats(recording)
    return [(kind, choices, right, rows[row], rows[row - 1]) for row, kind, choices, right in asks(recording, rows)]


def happened(recording: Recording, kind: str, row: Beat, before: Beat) -> str:
    """Return the right answer, from the events alone."""
    events = recording.events
    if kind == "until":
        now, heard = events[row.first - 1].get("t", 0), ("receives",)  # nobody is woken by that
        times = (event.get("t", 0) for event in events[row.first :] if event["ev"] not in heard)
        return seconds(next(time for time in times if time > now))
    if kind == "where":
        queues = next(event["queues"] for event in events[row.first - 1 :: -1] if "queues" in event)
        places = [name for name in queues if any(recording.folded[item[0]] == before.lane for item in queues[name])]
        later = any(recording.folded[event["lane"]] == before.lane for event in events[row.first :])
        states = [state for name in places if (state := recording.queues[name])]
        return str(state_words(kernel=True)[states[0] if later else "done"])
    if events[row.first]["ev"] in ("waits", "wakes"):
        return "the whole program waits"
    begun = [event for event in events[row.first :: -1] if event["ev"] in BEGINS]
    goes_on = next(event for event in begun if recording.folded[event["lane"]] == row.lane)
    named = row.lane in recording.calls and not recording.levels
    return goes_on.get("call", "") * named or recording.lanes[row.lane]["name"]


def steps(recording: Recording) -> None:
    """The steps hold what the recording has."""
    given = as_steps(data(recording, beats(recording)))
    steps = given["steps"]
    assert [step["kind"] for step in steps] == [recording.events[step.event]["ev"] for step in recording.steps]
    assert given["output"] == [event["text"] for event in recording.events if event["ev"] == "print"]
    assert steps[-1]["output"] == len(given["output"])
    for step, known in zip(steps, recording.steps):
        there = [[file if line else recording.outside[-1 - file]["file"], line] for file, line, _frame in known.at]
        assert [place[:2] for place in step["at"]] == there
        states = [known.states[lane] for lane in recording.tasks]
        assert [given["states"][place][0] for place in step["states"]] == states
        assert dict(step["variables"]) == known.variables
        assert set(step["changed"]) <= set(known.variables)
        assert {name: [text for text, _class in items] for name, items in step["queues"]} == {
            name: list(map(str, items)) for name, items in known.queues.items()
        }


def rows(recording: Recording) -> None:
    """Each step is in one row, and each row shows a step of its own."""
    there = beats(recording)
    given = as_steps(data(recording, there))
    assert len(given["rows"]) == len(there)
    for number, (step, known) in enumerate(zip(given["steps"], recording.steps)):
        assert there[step["row"]].first <= known.event <= there[step["row"]].last
        first, last, shown = given["rows"][step["row"]]
        assert first <= number <= last and first <= shown <= last
    assert [step["row"] for step in given["steps"]] == sorted(step["row"] for step in given["steps"])
    begins = given["steps"][given["begins"]]["row"]
    assert [row.kind == "setup" for row in there[: begins + 1]] == [True] * begins + [False]


def turns(recording: Recording) -> None:
    """Turns hold every event once, and in order."""
    events = [number for turn in recording.turns for number in range(turn.first, turn.last + 1)]
    assert events == list(range(len(recording.events)))


def whose(recording: Recording) -> None:
    """A turn belongs to whoever runs."""
    for turn in recording.turns:
        for moment in recording.moments[turn.first : turn.last + 1]:
            running = [lane for lane, state in moment.states.items() if state == "run"]
            assert len(running) <= 1
            if moment.event["ev"] not in ENDS | ACTS and turn.lane != OS:
                assert running == ([turn.lane] if turn.lane in recording.tasks else []) or moment.event["ev"] == "made"


def begins(recording: Recording) -> None:
    """The run begins where something happens."""
    first = next((n for n, event in enumerate(recording.events) if event["ev"] not in ("line", "made", "io")), 0)
    assert recording.first_event <= first + 1


def answers(recording: Recording) -> None:
    """The right answer is what happened, and no other choice is."""
    for kind, choices, right, row, before in asked(recording):
        told = happened(recording, kind, row, before)
        assert [text == told for text, _colour in choices] == [n == right for n in range(len(choices))], (row, told)


def choices(recording: Recording) -> None:
    """There is a choice, and there are not too many questions."""
    found = asked(recording)
    assert all(len(choices) > 1 for _kind, choices, *_rest in found)
    assert all(len({text for text, _colour in choices}) == len(choices) for _kind, choices, *_rest in found)
    rows = [row.first for *_rest, row, _before in found]
    assert rows == sorted(set(rows))
    assert len(found) <= MOST


def nobody_guesses_persons(recording: Recording) -> None:
    """What only a person knows is not asked."""
    for kind, _choices, _right, row, _before in asked(recording):
        assert row.kind in ("turn", "wait", "leap") or kind == "where"
        ready = [event.get("ready") for event in recording.events[row.first : row.last + 1] if event["ev"] == "wakes"]
        assert kind != "until" or not any(ready)


def times(recording: Recording) -> None:
    """Times to choose from are those of timers that are set."""
    for kind, choices, _right, row, _before in asked(recording):
        due = {seconds(timer["due"]) for event in recording.events[: row.last] for timer in event.get("sets", ())}
        assert kind != "until" or {text for text, _colour in choices} <= due


def ended(recording: Recording) -> None:
    """Who has ended is no choice."""
    for _kind, choices, _right, row, _before in asked(recording):
        last = {recording.folded[event["lane"]]: number for number, event in enumerate(recording.events)}
        gone = [lane for lane in set(recording.tasks) - recording.calls if last[lane] < row.first]
        ended = [recording.lanes[lane]["name"] for lane in gone if recording.events[last[lane]]["ev"] != "yield"]
        assert not set(ended) & {text for text, _colour in choices}


LAWS = (
    steps, rows, turns, whose, begins, answers, choices, nobody_guesses_persons, times, ended,
)


def hold(recording: Recording) -> None:
    """All of them hold."""
    for law in LAWS:
        law(recording)
