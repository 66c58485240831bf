"""What happened in a run, in words of the reader's language. Code and values stay as they are."""
from __future__ import annotations

from typing import Any

from sphinx.locale import _

from press.run.recording import OS, Recording, Turn


def who(recording: Recording, lane: int) -> str:
    """Give the name of a lane: of code as the program has it, else a word."""
    return _("OS") if lane == OS else recording.lanes[lane]["name"]


def told(recording: Recording, turn: Turn) -> list[tuple[str, str]]:
    """Give what is to be said of a turn: (kind, text), output and values included."""
    found = [(kind, said(kind, text)) for kind, text in turn.said]
    if turn.passing and turn.end:
        found.append(("end", _("passes it on")))
    elif turn.end and (end := ended(turn.end, turn.value, recording.levels)):
        found.append(("end", end))
    return found


def said(kind: str, text: str) -> str:
    """Give the words for something that happened during a turn."""
    words = {
        "waits": _("{call}() waits"), "looks": _("{call}() looks"), "connects": _("connects"),
        "sends": _("sends {value}"), "receives": _("receives {value}"), "closes": _("closes"),
        "fails": _("fails: {value}"),
    }
    return words[kind].format(call=text, value=text) if kind in words else text


def ended(end: str, value: str, levels: bool = False) -> str:
    """Give the words for how a task handed control back; with `levels`, somebody waits for its result."""
    words = {
        ("yield", True): _("gives way"), ("yield", False): _("yields {value}"),
        ("return", True): _("ends"), ("return", False): _("returns {value}"),
        ("raise", True): _("fails: {value}"), ("raise", False): _("fails: {value}"),
        ("preempted", True): _("is interrupted"),
    }
    nothing = value in ("None", "") and not (levels and end == "return")
    return words.get((end, nothing), "").format(value=value)


def state_words(calls: bool = False) -> dict[str, str]:
    """Give the words for the states of a task, or of functions that are called."""
    return {
        "none": _("not running") if calls else _("not started yet"),
        "ready": _("ready"), "run": _("runs"), "pass": _("passes it on"),
        "calls": _("waits for the function it called") if calls else _("waits for the inner generator"),
        "sleep": _("sleeps"), "read": _("waits"), "core": _("has the core"), "held": _("suspended"),
        "done": _("finished"),
    }


def line_up(recording: Recording, queues: dict[str, list[list[Any]]]) -> str:
    """Give what stands in the queues: "ready: B, C", with what is kept with a task."""
    found = []
    for name, items in queues.items():
        tasks = (" ".join([who(recording, recording.folded[lane]), *kept]) for lane, *kept in items)
        found.append(f"{name}: {', '.join(tasks) or '–'}")
    return "; ".join(found)
