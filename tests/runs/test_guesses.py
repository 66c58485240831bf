"""What is asked before a row is uncovered: it did happen, and something else could have been foreseen."""
from __future__ import annotations

from tests.support.recorded import recorded
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


def test_the_answer_is_what_happened_and_no_other_choice_is(recording: Recording) -> None:
    for kind, choices, right, row, before in asked(recording):
        told = happened(recording, kind, row, before)
        assert [text == told for text, _colour in choices] == [n == right for n in range(len(choices))], (row, told)


def test_there_is_a_choice_and_there_are_not_too_many_questions(recording: Recording) -> None:
    found = asked(recording)
    assert all(len(choices) > 1 for _kind, choices, *_rest in found)
    assert all(len({text for text, _colour in choices}) == len(choices) for _kind, choices, *_rest in found)
    rows = [row.first for *_rest, row, _before in found]
    assert rows == sorted(set(rows))
    assert len(found) <= MOST


def test_what_only_a_person_knows_is_not_asked(recording: Recording) -> None:
    for kind, _choices, _right, row, _before in asked(recording):
        assert row.kind in ("turn", "wait", "leap")
        ready = [event.get("ready") for event in recording.events[row.first : row.last + 1] if event["ev"] == "wakes"]
        assert kind != "until" or not any(ready)


def test_times_are_those_of_timers_that_are_set(recording: Recording) -> None:
    for kind, choices, _right, row, _before in asked(recording):
        due = {seconds(timer["due"]) for event in recording.events[: row.last] for timer in event.get("sets", ())}
        assert kind != "until" or {text for text, _colour in choices} <= due


def test_who_has_ended_is_no_choice(recording: Recording) -> None:
    for _kind, choices, _right, row, _before in asked(recording):
        last = {recording.folded[event["lane"]]: number for number, event in enumerate(recording.events)}
        gone = [lane for lane in set(recording.tasks) - recording.calls if last[lane] < row.first]
        ended = [recording.lanes[lane]["name"] for lane in gone if recording.events[last[lane]]["ev"] != "yield"]
        assert not set(ended) & {text for text, _colour in choices}


def texts(name: str, kind: str) -> list[tuple[list[str], str]]:
    """Return the questions of a kind in a run: the choices, and the right one."""
    found = [(choices, right) for asked_for, choices, right, *_rest in asked(recorded(name)) if asked_for == kind]
    return [([text.replace("\u00a0", " ") for text, _colour in choices], choices[right][0]) for choices, right in found]


def test_deadlines_are_asked_for_one_by_one() -> None:
    assert [choices for choices, _right in texts("cancellation.retry", "until")] == [
        ["3 s", "5 s", "10 s"], ["4 s", "5 s", "10 s"], ["5 s", "7 s", "9 s", "10 s"], ["9 s", "10 s"],
        ["10 s", "12 s", "14 s"],
    ]


def test_an_object_is_asked_which_function_is_called() -> None:
    called = ["Ann.on_data", "Ann.on_room", "the whole program waits"]
    assert {tuple(choices) for choices, _right in texts("callbacks.talk", "who")} == {tuple(called)}


def test_the_same_is_not_asked_again_and_again() -> None:
    assert [right for _choices, right in texts("mainloop.goal", "who")] == [
        "Bob", "Eve", "the whole program waits", "Bob", "the whole program waits", "Ann",
    ]


def test_where_a_request_leads_is_asked_once() -> None:
    assert texts("kernel.teapot", "where") == [(["ready", "waits", "finished"], "waits")]


def test_of_real_threads_nothing_is_asked() -> None:
    assert asked(recorded("turns.threads")) == []
