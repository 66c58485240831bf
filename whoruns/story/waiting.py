"""Who waits for whom."""
from __future__ import annotations

from whoruns.story.recording import Recording


def waits_for(recording: Recording, number: int) -> dict[int, list[int]]:
    """Return for each lane that waits at an event the lanes that it waits for: the tasks that it awaits."""
    states = recording.moments[number].states
    found = {}
    for lane in recording.tasks:
        if states.get(lane) == "read":
            asks = (n for n in range(number, -1, -1) if recording.folded[recording.events[n]["lane"]] == lane)
            event = recording.events[next(asks, 0)]
            found[lane] = [recording.folded[event["whom"]]] if "whom" in event and "future" in event else []
    return found
