"""The events at the beginning of a long run, of which only the end is kept: they come down to a few.

They are taken in one by one, the oldest first, and none is kept; the memory does not grow with their number. The few
that stand for them bring about the same: who lives, runs, or waits in which place, for which timer; the variables of
the frames that go on, the attributes of their objects, and who was asked to end.
"""
from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from whoruns.events import BEGINS, ENDS, SILENT, Details, Event, Item, Lane, Queue, RecordingFile, Spot, Timer
from whoruns.stretch import Stretch, told_changes

PRINTED = 200
"""So many printed lines are kept besides."""
ENDED = 100
"""So many of those that have ended last are known, until the process waits."""
ASKED = ("request", "future", "whom", "awaits", "inside", "lock")
"""What is said of what a task has asked for."""
DEEP = 40
"""Of more frames than these, an event need not tell all."""


Asking = tuple[int, Event]
"""Who asked a task to end, and the event, to which it may be added later that this was taken back."""


@dataclass
class Frame:
    """A frame that goes on, at the last event that happened in it."""

    at: list[Spot]
    lane: int
    vars: dict[str, str] | None = None
    shown: dict[str, str] | None = None
    """Those at the last step."""
    this: int = 0


@dataclass
class Life:
    """A lane that has begun, and has not ended."""

    outer: int
    """The lane that it is drawn in."""
    frame: int = 0
    """The number of its own frame, or 0."""
    calls: dict[str, None] = field(default_factory=dict)
    """Of a function that is called: its names."""
    stands: list[Spot] = field(default_factory=list)
    """Of one that is drawn: its place at the last step."""
    asks: Details = field(default_factory=Details)
    """And what it has asked for last."""
    ran: int = 0
    """How many events there were by then."""


class Earlier:
    """Takes in the events that are not kept."""

    def __init__(self, states: Callable[[], Mapping[str, Queue | str]], kernel: bool) -> None:
        """`states` are those of the queues, `kernel` says whether tasks yield requests."""
        self.count = 0
        self.stack = [0]
        self.asleep = False
        self.lives: dict[int, Life] = {}
        """In the order in which they ran last."""
        self._states, self._kernel = states, kernel
        self._time = 0.0
        self._frames: dict[int, Frame] = {}
        self._loose: set[int] = set()  # numbers of frames that are those of no lane
        self._objects: dict[str, tuple[dict[str, str], dict[str, int] | None]] = {}
        self._queues: Mapping[str, Sequence[Item]] = {}
        self._there = Counter[int]()
        self._taken: set[int] = set()
        self._over: set[int] = set()
        self._ended: dict[int, int] = {}  # of those that ended last: how many events there were then
        self._holders: dict[str, list[int]] = {}
        self._timers: dict[int, Timer] = {}
        self._asked: dict[int, Asking] = {}  # by lanes: how one was asked to end, until it hears of it
        self._heard: dict[int, Asking] = {}  # likewise, the first time of which it has heard
        self._appeared: dict[int, None] = {}
        self._printed: deque[str] = deque(maxlen=PRINTED)
        self._before = ""
        self._goes_on: Frame | None = None
        self._yielded = self._yields = -1  # the lane that has yielded with the event before; with this one

    # ---- taking in

    def take(self, event: Event) -> None:
        """Take in the next event."""
        kind = event["ev"]
        self.count += 1
        self._time = event.get("t", 0)
        self._come_and_go(event)
        self._holders |= event.get("holders", {})
        if self._goes_on and kind != "resume":  # and there was a step
            self._goes_on.shown = self._goes_on.vars
        self._goes_on = None
        self._yielded, self._yields = self._yields, -1
        if kind in BEGINS:
            self._begin(event)
        self._appeared.setdefault(self._outer(event["lane"]))
        self._in_frame(event)
        if kind in ENDS:
            self._end(event)
        elif kind == "print":
            self._printed.append(event["text"])
        elif kind in ("waits", "wakes"):
            self.asleep = kind == "waits"
            self._ended.clear()  # who awaited them is told of it by now
        request = event.get("request", [""])[0] if kind in ("yield", "cancels") else ""
        if (kind == "cancels" or request in ("cancel", "interrupt")) and "whom" in event:
            self._ask(event)
        for number, told in event.get("objects", {}).items():
            self._objects[number] = told, event.get("owners", {}).get(number)
        for timer in event.get("sets", ()):
            self._timers[timer["id"]] = {**timer, "since": timer.get("since", self._time)}
        for over in (*event.get("rings", ()), *event.get("lapses", ())):
            self._timers.pop(over, None)
        self._before = kind

    def forget(self, lane: int) -> None:
        """A lane is no more, also where no event has told its end."""
        life = self.lives.pop(lane, None)
        self._over.add(lane)
        if life is not None and life.outer == lane:
            self._ended[lane] = self.count
            while len(self._ended) > ENDED:
                del self._ended[next(iter(self._ended))]
        self._asked.pop(lane, None)
        self._heard.pop(lane, None)
        if life is not None and life.frame:
            self._frames.pop(life.frame, None)

    def forget_object(self, number: int) -> None:
        """An object is no more."""
        self._objects.pop(str(number), None)

    def forget_owner(self, number: int) -> None:
        """A lock or a group is no more."""
        self._holders.pop(str(number), None)

    def _outer(self, lane: int) -> int:
        return self.lives[lane].outer if lane in self.lives else lane

    def _begin(self, event: Event) -> None:
        lane, above = event["lane"], self.stack[-1]
        life = self.lives.pop(lane, None)
        self._over.discard(lane)
        if life is None:
            life = Life(lane if above == 0 or "eager" in event else self._outer(above))
        self.lives[lane] = life
        self.stack.append(lane)
        self._taken.discard(lane)
        if "call" in event:
            life.calls[event["call"]] = None
        if event["ev"] == "resume" and lane in self._asked:
            asked = self._asked.pop(lane)
            self._heard.setdefault(lane, asked)

    def _end(self, event: Event) -> None:
        lane = event["lane"]
        outer = self._outer(lane)
        if event["ev"] == "yield" and self._yielded != outer and outer in self.lives and "request" in event:
            told: Any = {key: value for key, value in event.items() if key in ASKED}
            if event["request"][0].endswith(".__aexit__"):  # of a group: it waits for those who are in it by now
                told["awaits"] = [*told.get("awaits", ()), *self._holders.get(str(event.get("inside")), ())]
            self.lives[outer].asks = told
            self.lives[outer].ran = self.count
        self._yields = outer if event["ev"] == "yield" else -1
        if len(self.stack) > 1:
            self.stack.pop()
        if event["ev"] in ("return", "raise") and lane not in self.stack:
            self.forget(lane)

    def _ask(self, event: Event) -> None:
        whom = self._outer(event["whom"])
        if whom not in self._over and whom != self._outer(event["lane"]):
            self._asked.setdefault(whom, (self._outer(event["lane"]), event))

    def _in_frame(self, event: Event) -> None:
        """Take note of where it happened, and of the variables."""
        at = event.get("at", [])
        here = [spot[2] for spot in at if spot[0] >= 0]
        if not here:
            return
        number, kind = here[0], event["ev"]
        new = number not in self._frames
        frame = self._frames.setdefault(number, Frame(at, event["lane"]))
        frame.at = at
        frame.lane = event["lane"] if kind == "line" else frame.lane
        frame.vars = event.get("vars", frame.vars)
        frame.this = event.get("this", frame.this)
        if new and kind in BEGINS and event["lane"] in self.lives:
            self.lives[event["lane"]].frame = number
        elif new:
            self._loose.add(number)
        if len(at) < DEEP and self._loose:
            for over in self._loose.difference(here):
                self._loose.discard(over)
                self._frames.pop(over, None)
        if kind in SILENT or (self._kernel and kind == self._before == "yield"):
            return
        if self._kernel and kind == "resume":
            self._goes_on = frame
        else:
            frame.shown = frame.vars
        if outer := self.lives.get(self._outer(event["lane"])):
            outer.stands = at

    def _come_and_go(self, event: Event) -> None:
        """Take note of the queues."""
        if "queues" not in event:
            return
        before: dict[int, int] = {}
        changes = told_changes(self._queues, event["queues"])
        for _name, item, by in changes:
            if by > 0:
                self._appeared.setdefault(self._outer(item[0]))
        if event["ev"] == "moved":
            return
        states = self._states()
        for name, item, by in changes:
            lane = self._outer(item[0])
            before.setdefault(lane, self._there[lane])
            if states.get(name, "read"):
                self._there[lane] += by
        for lane, stood in before.items():
            if stood and not self._there[lane]:
                self._taken.add(lane)
            elif self._there[lane]:
                self._taken.discard(lane)
            if not self._there[lane]:
                del self._there[lane]
        self._queues = event["queues"]

    # ---- what is left of it

    def lanes(self) -> set[int]:
        """Return the lanes that the events refer to which stand for those that were taken in."""
        found = {0, *self.stack, *self._there, *self._taken}
        found |= {each for lane, life in self.lives.items() for each in (lane, life.outer)}
        found |= {life.asks["whom"] for life in self.lives.values() if "whom" in life.asks}
        found |= {each for life in self.lives.values() for each in life.asks.get("awaits", ()) if each in self._ended}
        found |= {timer["lane"] for timer in self._timers.values()}
        found |= {item[0] for items in self._queues.values() for item in items}
        found |= {lane for known in (self._asked, self._heard) for whom in known for lane in (whom, known[whom][0])}
        return found | {lane for _told, owners in self._objects.values() for lane in (owners or {}).values()}

    def prune(self, lanes: set[int]) -> None:
        """Forget all but these lanes."""
        self._appeared = {lane: None for lane in self._appeared if lane in lanes}
        self._taken &= lanes
        self._over &= lanes

    def events(self, lanes: Mapping[int, Lane]) -> list[Event]:
        """Return events that stand for those that were taken in; of the `lanes`, those without a life are over."""
        if not self.count:
            return []
        found = list(self._stand(lanes))
        for event in found:
            if self._time:
                event["t"] = self._time
        return found

    def _stand(self, lanes: Mapping[int, Lane]) -> Iterator[Event]:
        for text in self._printed:
            yield {"ev": "print", "lane": 0, "text": text}
        outer = {life.outer for life in self.lives.values()}
        yield from self._appearances(lanes, outer)
        loose = [self._frames[number] for number in sorted(self._loose, key=lambda each: len(self._frames[each].at))]
        for each in [frame for frame in loose if not frame.lane]:
            yield from self._line(0, each)
        when = {lane: count for lane, count in self._ended.items() if lane in lanes}
        when |= {lane: self.lives[lane].ran if lane in self.lives else when.get(lane, 0) for lane in outer}
        for lane in sorted(when, key=lambda each: when[each]):
            yield from self._life(lane) if lane in outer else self._start_and_end(lane)
        for lane in self.stack[1:]:
            yield {"ev": "call" if lanes[lane]["kind"] == "call" else "resume", "lane": lane}
            if lane in self.lives and (frame := self._frames.get(self.lives[lane].frame)):
                yield from self._line(lane, frame)
        for each in [frame for frame in loose if frame.lane]:
            yield from self._line(self.stack[-1], each)
        for by, event in self._asked.values():
            yield self._asking(by, event)
        here: Event = {"ev": "line", "lane": self.stack[-1]}
        queues: Any = dict(self._queues)
        if self._taken:
            name = next((name for name, state in self._states().items() if state == "ready"), "")
            standing = [(lane, lanes[lane]["name"]) for lane in sorted(self._taken) if lane in lanes]
            yield {**here, "queues": {**queues, name: [*queues.get(name, ()), *standing]}} if name else here
        yield {**here, "queues": queues, "sets": list(self._timers.values()), "holders": dict(self._holders)}

    def _appearances(self, lanes: Mapping[int, Lane], outer: set[int]) -> Iterator[Event]:
        """Let lanes appear in their order; those that have ended begin and end."""
        objects = {number: told for number, (told, _owners) in self._objects.items()}
        owners = {number: owners for number, (_told, owners) in self._objects.items() if owners}
        first: Event = {"ev": "moved", "lane": 0}
        yield {**first, "objects": objects, "owners": owners} if objects else first
        for lane in [lane for lane in self._appeared if lane in lanes and lane]:
            yield {"ev": "moved", "lane": 0, "queues": {"": [(lane, lanes[lane]["name"])]}}
            if lane in self._over - outer - self._ended.keys():
                yield from self._start_and_end(lane)

    def _start_and_end(self, lane: int) -> Iterator[Event]:
        yield {"ev": "start", "lane": lane}
        yield {"ev": "return", "lane": lane}

    def _asking(self, by: int, event: Event) -> Event:
        told: Event = {"ev": "cancels", "lane": by, "whom": self._outer(event["whom"])}
        return {**told, "request": event["request"]} if "request" in event else told

    def _line(self, lane: int, frame: Frame) -> Iterator[Event]:
        """Tell where a frame stands, and its variables: first as they were shown, then as they are."""
        found: Event = {"ev": "line", "lane": lane, "at": frame.at}
        if frame.this:
            found["this"] = frame.this
        yield found if frame.shown is None else {**found, "vars": frame.shown}
        if frame.vars is not frame.shown and frame.vars is not None:
            yield {"ev": "moved", "lane": lane, "at": frame.at, "vars": frame.vars}

    def _life(self, lane: int) -> Iterator[Event]:
        """Let a lane begin, with those that are drawn in it, and stand where it stood last."""
        life = self.lives.get(lane, Life(lane))
        if life.calls:
            for name in life.calls:
                yield {"ev": "call", "lane": lane, "call": name}
                yield {"ev": "step", "lane": lane, "call": name}
            return
        frame = self._frames.get(life.frame)
        yield {"ev": "start", "lane": lane, "at": frame.at if frame else []}
        if lane in self._heard and self._heard[lane][1].get("request") != ["interrupt"]:
            yield {"ev": "yield", "lane": lane}
            yield self._asking(*self._heard[lane])
            yield {"ev": "resume", "lane": lane}
        if frame:
            yield from self._line(lane, frame)
        top = next((spot[2] for spot in life.stands if spot[0] >= 0), 0)
        inner = [each for each in self.lives if self.lives[each].outer == lane and each != lane]
        last = lane
        for each in sorted(inner, key=lambda each: self.lives[each].frame == top):
            last = each
            own = self._frames.get(self.lives[each].frame)
            yield {"ev": "start", "lane": each, "at": own.at if own else []}
            if own:
                yield from self._line(each, own)
            told: Event = {"ev": "yield", "lane": each, "at": own.at if own else []}
            yield {**told, **life.asks} if own and self.lives[each].frame == top else told
        if inner and self.lives[last].frame != top:  # which has not yielded last
            yield {"ev": "line", "lane": lane, "at": life.stands}
        ends: Event = {"ev": "yield" if lane in self.lives else "return", "lane": lane, "at": life.stands}
        yield {**ends, **life.asks}


def shortened(data: RecordingFile, number: int) -> RecordingFile:
    """Return the end of a recording, in which a few events stand for the first `number`, and for what goes before."""
    earlier = Earlier(lambda: data["queues"], "kernel" in data)
    for event in data["events"][:number]:
        earlier.take(event)
    kept = data["events"][number:]
    needed = references(kept) | earlier.lanes()
    stand = earlier.events({lane: data["lanes"][lane] for lane in needed})
    lanes = sorted(references([*stand, *kept]) | {0})
    before = data.get("earlier", {"events": 0, "stands": 0})
    return {
        **data, "lanes": [data["lanes"][lane] for lane in lanes], "events": renumbered([*stand, *kept], lanes),
        "earlier": {"events": before["events"] + number - before["stands"], "stands": len(stand)},
    }


def references(events: Iterable[Event]) -> set[int]:
    """Return the lanes that events refer to."""
    found: set[int] = set()
    queues: dict[int, Sequence[Item]] = {}
    pieces: dict[int, tuple[list[Item], int, int]] = {}
    for event in events:
        found.add(event["lane"])
        found.update(each for each in (event.get("whom"), event.get("peer")) if each is not None)
        found.update(timer["lane"] for timer in event.get("sets", ()))
        found.update(lane for owned in event.get("owners", {}).values() for lane in owned.values())
        for items in event.get("queues", {}).values():
            if isinstance(items, Stretch):
                _all, first, last = pieces.get(id(items.all), (items.all, items.first, items.last))
                pieces[id(items.all)] = items.all, min(first, items.first), max(last, items.last)
            else:
                queues[id(items)] = items
    for each in queues.values():
        found.update(item[0] for item in each)
    for every, first, last in pieces.values():
        found.update(item[0] for item in every[first:last])
    return found


def renumbered(events: Iterable[Event], lanes: Sequence[int]) -> list[Event]:
    """Return events that call these lanes by their places here."""
    new = {lane: number for number, lane in enumerate(lanes)}
    known: dict[int, tuple[object, Any]] = {}

    def items(told: Sequence[Item]) -> Any:
        every = told.all if isinstance(told, Stretch) else told
        if id(every) not in known:
            known[id(every)] = every, [(new.get(item[0], 0), *item[1:]) for item in every]
        here = known[id(every)][1]
        return Stretch(here, told.first, told.last) if isinstance(told, Stretch) else here

    found: list[Event] = []
    for event in events:
        told: Any = {**event, "lane": new[event["lane"]]}
        for key in ("whom", "peer"):
            if key in told:
                told[key] = new[told[key]]
        if "awaits" in event:
            told["awaits"] = [new[lane] for lane in event["awaits"] if lane in new]
        if "holders" in event:
            told["holders"] = {
                key: [new[lane] for lane in held if lane in new] for key, held in told["holders"].items()
            }
        if "sets" in event:
            told["sets"] = [{**timer, "lane": new[timer["lane"]]} for timer in event["sets"]]
        if "owners" in event:
            told["owners"] = {
                number: {name: new[lane] for name, lane in owned.items()} for number, owned in event["owners"].items()
            }
        if "queues" in event:
            told["queues"] = {name: items(each) for name, each in event["queues"].items()}
        found.append(told)
    return found
