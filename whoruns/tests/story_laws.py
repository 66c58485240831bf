"""Laws of the questions before a row is uncovered; the oracle holds steps, rows and turns against the truth."""
from __future__ import annotations

from whoruns.events import BEGINS
from whoruns.story.beats import Beat, beats
from whoruns.story.guesses import Choice, asks
from whoruns.story.recording import Recording
from whoruns.story.sentences import seconds, state_words

MOST = 14
"""More questions than that a reader does not answer."""
Asked = tuple[str, list[Choice], int, Beat, Beat]
"""The kind of question, the choices, the right one, the row before which it is asked, and the one before that."""


def asked(recording: Recording) -> list[Asked]:
    """Return the questions on a run."""
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


def answers(recording: Recording) -> None:
    """The right answer is the truth, and no other choice is."""
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
    """Acts that only a person knows are not asked for."""
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
    """A task that has ended is no choice."""
    for _kind, choices, _right, row, _before in asked(recording):
        last = {recording.folded[event["lane"]]: number for number, event in enumerate(recording.events)}
        gone = [lane for lane in set(recording.tasks) - recording.calls if last[lane] < row.first]
        ended = [recording.lanes[lane]["name"] for lane in gone if recording.events[last[lane]]["ev"] != "yield"]
        assert not set(ended) & {text for text, _colour in choices}


LAWS = (answers, choices, nobody_guesses_persons, times, ended)


def hold(recording: Recording) -> None:
    """All of them hold."""
    for law in LAWS:
        law(recording)
