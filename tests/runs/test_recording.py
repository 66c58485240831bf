"""What is read from the recordings of the book keeps the laws of the story; some of it, as the pages speak of it."""
from __future__ import annotations

from tests.support.recorded import recorded
from whoruns.story.beats import beats
from whoruns.story.recording import Recording
from whoruns.story.steps import data
from whoruns.tests.oracle.shown import as_steps
from whoruns.tests.story_laws import asked, hold


def test_each_recording_keeps_the_laws(recording: Recording) -> None:
    hold(recording)


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


def test_where_everybody_stands_is_the_line_last_shown_with_what_nobody_else_can_have_changed() -> None:
    recording = recorded("mainloop.goal")
    given = as_steps(data(recording, beats(recording)))
    waits = (step for step in given["steps"] if step["kind"] == "waits" and len(step["stand"]) == 3)
    names = [name for name, _class in given["lanes"]]
    stand = [[names[lane], line, dict(values)["number"]] for lane, _file, line, values in next(waits)["stand"]]
    line = recording.files[0].source().splitlines().index('    while line := await person.ask(f"{number}> "):') + 1
    assert stand == [["Ann", line, "0"], ["Bob", line, "0"], ["Eve", line, "0"]]
    assert not any(step["stand"] for step in given["steps"] if step["at"])


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
