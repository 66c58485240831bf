"""What is read from a recording, as far as no law holds the finished page to it (tests/support/oracle)."""
from __future__ import annotations

from tests.support.recorded import recorded
from whoruns.events import ACTS, ENDS, OS
from whoruns.story.recording import Recording


def test_turns_hold_every_event_once_and_in_order(recording: Recording) -> None:
    events = [number for turn in recording.turns for number in range(turn.first, turn.last + 1)]
    assert events == list(range(len(recording.events)))


def test_a_turn_belongs_to_whoever_runs(recording: Recording) -> None:
    for turn in recording.turns:
        for moment in recording.moments[turn.first : turn.last + 1]:
            running = [lane for lane, state in moment.states.items() if state == "run"]
            assert len(running) <= 1
            if moment.event["ev"] not in ENDS | ACTS and turn.lane != OS:
                assert running == ([turn.lane] if turn.lane in recording.tasks else []) or moment.event["ev"] == "made"


def test_the_run_begins_where_something_happens(recording: Recording) -> None:
    first = next((n for n, event in enumerate(recording.events) if event["ev"] not in ("line", "made", "io")), 0)
    assert recording.first_event <= first + 1


def test_lost_is_who_nobody_will_ever_resume() -> None:
    found = recorded("lost.lost_event_bug")
    server = next(lane for lane in found.tasks if found.lanes[lane]["name"] == "serve")
    lost = [number for number, moment in enumerate(found.moments) if moment.states[server] == "lost"]
    assert lost == list(range(lost[0], len(found.events)))
    file, line, _frame = found.moments[lost[0] - 1].at[0]
    assert "in self.poll.poll(" in found.files[file].source().splitlines()[line - 1]


def test_what_is_sent_into_a_generator_is_read_from_the_line_that_sends() -> None:
    found = recorded("composition.lost_answer_bug")
    resumed = [event for event in found.events if event["ev"] == "resume"]
    assert [(found.lanes[event["lane"]]["name"], event["value"]) for event in resumed] == [
        ("relay", "'hello\\n'"), ("ask", "None"),
    ]


def test_bytes_lie_in_a_buffer_until_they_are_taken() -> None:
    found = recorded("descriptors.serve")
    bob = next(each for each in found.transfers if each.text == r"b'at last!\n'" and each.inwards)
    assert bob.taken is not None
    assert (found.time(bob.left), found.time(bob.taken)) == (3, 5)


def test_who_is_in_a_variable_only_does_not_stand_before_who_is_in_a_queue() -> None:
    value = recorded("tasks.value")
    seen = [lane["name"] for lane in value.lanes]
    assert seen.index("hear") < seen.index("task"), "create_task() has the coroutine in a variable"
    drawn = [value.lanes[lane]["name"] for lane in value.tasks]
    assert drawn == ["task", "hear", "sock_recv", "sock_ready", "future"]
