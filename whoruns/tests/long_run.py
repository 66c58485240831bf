"""A long recording, made without a recorder: tasks on a loop that give way a number of times."""
from __future__ import annotations

from typing import Any

from whoruns.source import Text
from whoruns.story.recording import Recording, read

SOURCE = """\
async def work(n):
    for step in range(5):
        await sleep(0)

run(work(n) for n in range(9))
"""


def long_run(tasks: int, times: int) -> Recording:
    """Return a recording in which so many tasks have so many turns each, and one more to end."""
    lanes = [{"kind": "loop", "name": "loop"}, *({"kind": "task", "name": f"work({n})"} for n in range(tasks))]
    items = [(lane, str(each["name"])) for lane, each in enumerate(lanes)]
    ready = items[1:]
    events: list[dict[str, Any]] = [{"ev": "line", "lane": 0, "at": [[0, 5, 0]], "queues": {"ready": list(ready)}}]

    def tell(kind: str, lane: int, line: int, **more: object) -> None:
        events.append({"ev": kind, "lane": lane, "at": [[0, line, lane], [0, 5, 0]], **more})

    for turn in range(times + 1):
        for item in ready[:]:
            lane = item[0]
            ready.remove(item)
            tell("resume" if turn else "start", lane, 3 if turn else 1, queues={"ready": list(ready)})
            tell("line", lane, 2, vars={"n": str(lane - 1), "step": str(turn)})
            if turn == times:
                tell("return", lane, 2, value="None")
            else:
                tell("line", lane, 3)
                ready.append(item)
                tell("yield", lane, 3, request=["sleep", "0"], queues={"ready": list(ready)})
    data = {
        "run": "long.py", "entry": "", "outside": [], "lanes": lanes, "queues": {"ready": "ready"}, "events": events,
        "kernel": True,
    }
    return read(data, (Text("long.py", SOURCE),))
