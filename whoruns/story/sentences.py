"""The events of a run, in words of the reader's language. Code and values stay as they are."""
from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import islice, takewhile

from whoruns.events import ACTS, BEGINS, ENDS, OS, SILENT, Event, State, value_of
from whoruns.story.recording import Recording, Step, Strike
from whoruns.story.replay import Queues, queue_changes
from whoruns.text import brief
from whoruns.wording import _

MANY, FEW = 14, 5
"""So many stand in one line, and in brackets; of more, the first ones are told, and their number."""
NOTHING = "nothing"
"""Why there is no drawing of a program in which nothing can be followed."""


def who(recording: Recording, lane: int) -> str:
    """Return the name of a lane: of code as the program has it, else a word."""
    return str(_("OS")) if lane == OS else recording.lanes[lane]["name"]


def whose(recording: Recording, lane: int) -> str:
    """Return the name of a lane; if a person has it, too, it is said that the program's is meant."""
    name = who(recording, lane)
    persons = (recording.lanes[person]["name"] for person in recording.persons)
    shared = lane > 0 and recording.lanes[lane]["kind"] != "peer" and name in persons
    return _("{who} (program)").format(who=name) if shared else name


def decimal(number: float) -> str:
    """Return a number with the decimal sign of the language."""
    return f"{number:g}".replace(".", _("."))


def seconds(time: float) -> str:
    """Return a time in words, to stand on one line."""
    return _("{seconds} s").format(seconds=decimal(time)).replace(" ", "\u00a0")


def leap(recording: Recording, event: int) -> str:
    """Say that the clock has gone on without a wait: it has jumped, or, in real time, code has blocked the loop."""
    if recording.real:
        return blocks(recording.events[event]["lasts"])
    old, new = (seconds(recording.time(number)) for number in (event - 1, event))
    return _("the clock jumps from {old} to {new}").format(old=old, new=new)


def blocks(time: float) -> str:
    """Say for how long nobody else could run."""
    return _("blocks for {time}").format(time=seconds(time))


def said(recording: Recording, event: Event) -> str:
    """Return the words for an event; nothing where there is nothing to say.

    Of a task that sleeps by ``time.sleep()`` it is said that it blocks all others.
    """
    kind, value, call = event["ev"], event.get("value", ""), event.get("call", "")
    if kind in ("print", "log"):
        return event["text"]
    if kind == "io":
        return socket_call(event)
    if kind in ("wakes", "looks"):
        return answer(call, event.get("ready", []), over=kind == "wakes")
    if kind == "waits" and call == "sleep" and event["lane"] > 0 and recording.kernel:
        return _("{who}: {what}").format(who=whose(recording, event["lane"]), what=blocks(event.get("timeout") or 0))
    limit = event.get("timeout") if call != "sleep" else None
    words = {
        "waits": _("{call}() waits, at most {time}") if limit else _("{call}() waits"),
        "connects": _("connects"), "sends": _("sends {value}"), "receives": _("receives {value}"),
        "closes": _("closes"),
    }
    return words[kind].format(call=call, value=value, time=seconds(limit or 0)) if kind in words else ""


def answer(call: str, ready: list[str], over: bool) -> str:
    """Return the result of a call that asks for ready sockets; `over`: it has waited."""
    if ready:
        return f"{call}() → {', '.join(ready)}"
    if call in ("poll", "select"):
        found = f"{call}() → []"
        return found + " · " + _("the time is over") if over else found
    return _("{call}() is over").format(call=call) if call == "sleep" else str(_("the wait is over"))


def socket_call(event: Event) -> str:
    """Return the result or the argument of a program's call on a socket: code, the same in every language."""
    call, value = event["call"], event.get("value", "")
    if call in ("accept", "recv", "recv_into") or (value and "size" not in event):
        return f"{call}() → {value}"
    return f"{call}({value})"


def ended(recording: Recording, end: str, value: str, passed: bool = False, hands: bool = False) -> str:
    """Return the words for how a task handed control back; with levels, another one waits for its result."""
    value = brief(value)
    if passed and recording.levels:
        return _("passes {value} on").format(value=value)
    if passed and not recording.kernel:  # all of the task's generators are one column
        return _("hands {value} out").format(value=value)
    if recording.kernel and end == "yield" and not hands:
        return _("asks for {value}").format(value=value)
    words = {
        ("yield", True): _("gives way"), ("yield", False): _("yields {value}"),
        ("return", True): _("ends"), ("return", False): _("returns {value}"),
        ("raise", True): _("fails: {value}"), ("raise", False): _("fails: {value}"),
        ("preempted", True): _("is interrupted"),
    }
    nothing = value in ("None", "") and not (recording.levels and end == "return")
    return str(words.get((end, nothing), "")).format(value=value)


def answered(recording: Recording, event: int) -> str:
    """Return the words for the answer to a kernel's task when it goes on; nothing if there is none."""
    if not recording.kernel or recording.events[event]["ev"] != "resume":
        return ""
    given = recording.events[event]
    if "value" not in given or is_inner(recording, event):
        return ""
    words = _("gets {value}, thrown in") if given.get("thrown") else _("gets {value}")
    return words.format(value=given["value"])


def is_inner(recording: Recording, number: int) -> bool:
    """Say whether an answer is none of the program's: to a block of ``async with`` that ends, which has no value."""
    event = recording.events[number]
    asked = recording.asked.get(recording.folded[event["lane"]], [])
    place = bisect_left(asked, number)
    request = recording.events[asked[place - 1]]["request"][0] if place else ""
    return request.endswith(".__aexit__") and "thrown" not in event


def woken(recording: Recording, number: int) -> str:
    """Say whose deadline strikes at an event, who cancels whom, and who of a kernel is woken by whom."""
    told = [strikes(recording, strike) for strike in recording.strikes.get(number, ())]
    asks = takewhile(lambda event: event["ev"] == "cancels", islice(recording.events, number, None))
    whom = [recording.folded[event["whom"]] for event in asks]
    by = recording.folded[recording.events[number]["lane"]]
    if whom and (by or (whom[0], recording.time(number)) not in recording.struck):
        told.append(cancels(recording, by, whom[0]))
    others = (pair for pair in recording.wakers.get(number, ()) if pair[0] not in whom)
    return "; ".join([*told, *(woken_by(recording, lane, waker) for lane, waker in others)])


def cancels(recording: Recording, by: int, whom: int) -> str:
    """Say who cancels whom."""
    return _("{who} cancels {whom}").format(who=who(recording, by), whom=who(recording, whom))


def holders(recording: Recording, number: int) -> str:
    """Say who has the lock that a task asks for at an event, if somebody has it."""
    event = recording.events[number]
    lanes = recording.holders_at(event["inside"], number) if "lock" in event else []
    if not lanes:
        return ""
    words = _("{who} has it") if len(lanes) == 1 else _("{number} have it: {names}")
    names = some(recording, [recording.folded[lane] for lane in lanes])
    return words.format(who=names, number=len(lanes), names=names)


def hands(recording: Recording, number: int) -> str:
    """Say who takes a lock with an event, or gives it back, and who waits for it then.

    Where nobody waits any more, as after a deadline, it is not said that it is given back.
    """
    event, told = recording.events[number], []
    for hold in recording.hands.get(number, ()):
        takes, own = hold.first == number, recording.folded[event["lane"]] == hold.lane and event["ev"] not in BEGINS
        waiting = hold.waiting(number if takes else number - 1)
        if takes or waiting:
            gives = _("{who} gives {lock} back") if own else _("{who} has {lock} no more")
            words = (_("{who} takes {lock}") if takes else gives).format(who=who(recording, hold.lane), lock=hold.name)
            names = _("waiting for it: {names}").format(names=some(recording, waiting))
            told.append(words + f" ({names})" * bool(waiting))
    return "; ".join(told)


def some(recording: Recording, lanes: Sequence[int]) -> str:
    """Return the names of some lanes; of many, the first ones, and how many more there are."""
    return ", ".join(shortened([who(recording, lane) for lane in lanes], FEW))


def strikes(recording: Recording, strike: Strike) -> str:
    """Say whose deadline strikes, and how much time it gave."""
    told = _("the deadline of {who} strikes").format(who=who(recording, strike.lane))
    return f"{told} ({seconds(strike.gave)})"


def woken_by(recording: Recording, lane: int, waker: int) -> str:
    """Say by which task another one is woken."""
    return _("{who} is woken by {waker}").format(who=who(recording, lane), waker=who(recording, waker))


def state_words(calls: bool = False, kernel: bool = False) -> dict[State, str]:
    """Return the words for the states of a task, or of functions that are called."""
    return {
        "none": _("not running") if calls else _("not started yet"), "made": _("made, not started yet"),
        "dropped": _("made and thrown away"), "cancelled": _("cancelled, still in a queue"),
        "ready": _("ready"), "taken": _("taken from the queue"), "run": _("runs"), "pass": _("passes it on"),
        "calls": _("waits for the function it called") if calls else _("waits for the inner generator or coroutine"),
        "sleep": _("its timer is set") if calls else _("sleeps"), "read": _("waits"),
        "core": _("has the core"), "held": _("has asked") if kernel else _("suspended"),
        "lost": _("lost"), "done": _("finished"),
    }


def queues_head(kernel: bool) -> str:
    """Return the word for where tasks stand: in queues, or in the places of a kernel."""
    return str(_("Places") if kernel else _("Queues"))


def line_up(queues: Queues) -> str:
    """Return the items of the queues: "ready: B, C"; of many, the first ones, and how many more."""
    lines = [f"{brief(name)}: {', '.join(shortened(items)) or '–'}" for name, items in queues.items()]
    return "; ".join(lines)


def left_out(recording: Recording, first: int, last: int, rows: int) -> str:
    """Describe the gap of a row: how many rows, from when to when, and whose turns."""
    if recording.earlier:
        return _("{number} events went before").format(number=recording.went_before(last))
    start, end = recording.time(first), recording.time(last)
    words = _("{number} rows are left out") if start == end else _("{number} rows are left out, from {start} to {end}")
    turns = (turn for turn in recording.turns if first <= turn.first <= last and turn.lane > 0)
    names = [whose(recording, lane) for lane in dict.fromkeys(turn.lane for turn in turns)]
    told = words.format(number=rows, start=seconds(start), end=seconds(end))
    return _("{who}: {what}").format(who=told, what=", ".join(shortened(names))) if names else told


def shortened(items: Sequence[object], most: int = MANY) -> list[str]:
    """Return the text of each; of many, those of the first ones, and how many more there are."""
    if len(items) <= most:
        return list(map(str, items))
    return [*map(str, items[: most - 2]), more(len(items) - most + 2)]


def more(number: int) -> str:
    """Say how many there are besides those that are shown."""
    return _("… {number} more").format(number=number)


def happening(recording: Recording, number: int, then: bool = True) -> str:
    """Return the words for a step: the effects of the lines since the last one, and the event itself.

    `then`: also who takes a lock for which others will wait.
    """
    step = recording.steps[number]
    before = recording.handed_back(recording.steps[number - 1].event) if number else -1
    found = []
    for event in range(before + 1, recording.handed_back(step.event) + 1):
        if event in recording.leaps:
            words = leap(recording, event)
            blocker = whose(recording, recording.events[event]["lane"])
            found.append(_("{who}: {what}").format(who=blocker, what=words) if recording.real else words)
        found.append(untold(recording.events[event]))
        found.append(hands(recording, event) if then else "")
        own = loudly(recording, step) if event == step.event else silently(recording, event)
        gives = recording.events[event]["ev"] in ENDS | {"wakes", "looks"}
        first = recording.kernel and gives and event == step.event  # and then what the loop has done
        found += [own] * first
        old = recording.moments[event - 1].meanwhile if event else {}
        new = recording.moments[event].meanwhile
        left, entered, cancelled = queue_changes(old, new) if new is not old else ([], [], [])
        found += [moves(recording, queue)[1].format(who=text, queue=brief(queue)) for queue, text in left]
        found += [moves(recording, queue)[0].format(who=text, queue=brief(queue)) for queue, text in entered]
        found.append(woken(recording, event))
        ceased = _("the entry {who} counts no more") if recording.kernel else _("{who} is cancelled")
        found += [ceased.format(who=text) for text in cancelled]
        lost = _("{who} is lost: nobody will ever resume it")
        found += [lost.format(who=who(recording, task)) for task in recording.losses.get(event, ())]
        found += [own] * (not first)
        found.append(holders(recording, event) if event == recording.handed_back(step.event) else "")
    return "; ".join(text for text in found if text)


def untold(event: Event) -> str:
    """Say how many lines have been run before an event that are not told one by one; nothing if there are none."""
    number = event.get("untold", 0)
    if number < 0:
        return _("many more lines are run")
    return _("{number} more lines are run").format(number=number) if number else ""


def moves(recording: Recording, queue: str) -> tuple[str, str]:
    """Return the words for coming into a queue, and for leaving it; a place has the name of the thing awaited."""
    if queue not in recording.awaited:
        return _("{who} enters {queue}"), _("{who} leaves {queue}")
    return _("{who} waits for {queue}"), _("{who} waits no more for {queue}")


def silently(recording: Recording, number: int) -> str:
    """Return the words for an event without a step of its own: a line's effect, or the call of a function."""
    event = recording.events[number]
    kind, name = event["ev"], event.get("call") or whose(recording, event["lane"])
    if kind in ("call", "step"):
        stack = recording.moments[number - 1 if kind == "call" else number].stack
        if recording.folded[event["lane"]] in stack:
            return ""  # a function of the lane has called another one of it
    if kind == "print":
        typed = event.get("typed", "")
        prompt = event["text"].removesuffix(typed)
        found = [_("prints {text}").format(text=prompt)] if prompt or not typed else []
        return "; ".join(found + [_("{text} is typed").format(text=typed)] * bool(typed))
    if kind == "log":
        return event["text"]
    words = {
        "start": _("{who} starts"), "call": _("{who} is called"),
        "made": _("{who} is made"), "dropped": _("{who} is thrown away"), "step": _("{who} is done"),
    }
    return words[kind].format(who=name) if kind in words else ""


def loudly(recording: Recording, step: Step) -> str:
    """Return the words for the event of a step, if it is more than a line that is about to run."""
    event = recording.events[step.event]
    kind, name = event["ev"], whose(recording, event["lane"])
    if kind == "line" or kind in SILENT:
        return "" if kind == "line" else silently(recording, step.event)
    if kind in ENDS:
        value = value_of(event)
        if recording.kernel and kind == "yield" and "hands" not in event:
            name = whose(recording, step.lane)
        words = ended(recording, kind, value, "passed" in event, "hands" in event)
        return f"{name} {words}" if words else ""
    if kind == "resume":
        name = event.get("call") or name
        following = recording.events[step.event + 1]["ev"] if step.event + 1 < len(recording.events) else ""
        value = event.get("value", "None" if recording.kernel else "")
        value = value if recording.levels or value != "None" else ""
        if recording.kernel and (not recording.levels or following != "resume"):
            words = answered(recording, step.event) or _("goes on")
            return f"{whose(recording, step.lane)} {words}"
        if following == "resume":
            words = _("passes {value} on").format(value=value or "None")
        else:
            words = _("goes on with {value}").format(value=value) if value else _("goes on")
        return f"{name} {words}"
    words = said(recording, event)
    if kind == "waits" and "peer" in event:
        words = _("{call}() waits for {who}").format(call=event["call"], who=who(recording, event["peer"]))
    return f"{name} {words}" if kind in ACTS else words


def words_of_limits() -> dict[str, str]:
    """Return the words for parts that could not be followed, or for a program of which nothing can be drawn."""
    return {
        "threads": _("It starts a thread. Threads cannot be followed, so a recording starts none."),
        "processes": _("It starts another process, which cannot be followed, so a recording starts none."),
        "network": _("It asks for another machine. There is none here; “peers” says who sits at the other end."),
        "leaves": _("It ends its process at once. What it has done until then is recorded."),
        "outside": _("It waits for somebody outside, who was silent for {number} s. Then the clock jumped on."),
        "others": _(
            "Only tasks are recorded of these files, and no lines. The option “follow” takes files and folders."
        ),
        "loops": _("It runs a loop in another thread, which is not followed."),
        NOTHING: _("No generator, coroutine or task has run: there is nothing to be drawn."),
    }
