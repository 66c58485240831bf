"""Who waits for whom: the tasks that an event leaves waiting, and those with which their waits can end."""
from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from graphlib import CycleError, TopologicalSorter

from whoruns.events import NO_FAULT, Event
from whoruns.story.recording import Recording
from whoruns.story.sentences import FEW, ended, shortened, state_words, who
from whoruns.wording import _

LINES = 3
"""So many lines are told in short."""
ENDED_BY = {"get": "put()", "put": "get()", "join": "task_done()", "acquire": "release()"}
"""By the end of a request's name: the call for which it waits."""
SHOWN = {"<Event": "set()", "<Condition": "notify()"}
"""Likewise for ``wait()``, by how the object is shown."""


def waits_for(recording: Recording, number: int) -> dict[int, list[int]]:
    """Return for each lane that waits at an event the lanes that it waits for: {lane: lanes}, the numbers rising.

    These are the tasks that it awaits, the holders of its lock, the members of its group. Of a lane that waits for
    nobody who is known, as at a queue, there are none.
    """
    states = recording.moments[number].states
    found = {}
    for lane in recording.tasks:
        if states.get(lane) == "read" and (asked := request(recording, lane, number)) is not None:
            event = recording.events[asked]
            lanes = [*event.get("awaits", [event["whom"]] if "whom" in event else [])]
            if "inside" in event:
                lanes += recording.holders_at(event["inside"], number)
            folded = dict.fromkeys(recording.folded[each] for each in lanes)
            found[lane] = [each for each in folded if states.get(each) != "done"]
    return found


def request(recording: Recording, lane: int, number: int) -> int | None:
    """Return the event with which a lane has asked for what it waits for at an event."""
    known = recording.asked.get(lane, [])
    place = bisect_right(known, number)
    return known[place - 1] if place else None


def in_short(recording: Recording, number: int) -> list[str]:
    """Return three lines at most: who waits for whom, and, as the last one, which tasks have failed unheard before."""
    lines = in_words(recording, number)
    failed = [failure(recording, each) for each in failures(recording, number)] if lines else []
    last = ["; ".join(shortened(failed, FEW))] * bool(failed)
    return lines[: LINES - len(last)] + last


def in_words(recording: Recording, number: int) -> list[str]:
    """Return lines that say who waits for whom at an event, in the language that is spoken: rings, then long chains.

    Who waits for the same thing is named together. Of chains that end with the same lane, the longest is told. Of those
    that are as long, a library's come last; its private ones, by themselves, are left out.
    """
    return list(Chains(recording, number).in_words())


class Chains:
    """Who waits for whom at an event. Those that wait for the same thing are a knot, with the number of the first."""

    def __init__(self, recording: Recording, number: int) -> None:
        self._recording, self._number = recording, number
        self._waits = waits_for(recording, number)
        self._asked = {lane: request(recording, lane, number) or 0 for lane in self._waits}

    def in_words(self) -> Iterator[str]:
        """Yield lines: rings, then long chains."""
        graph = self._graph()
        closed = rings(graph)
        for ring in closed:
            yield self._ring(ring)
        inside = {knot for ring in closed for knot in ring}
        for chain in sorted(chains(graph), key=lambda each: (-len(each), not self._place(self._lanes(each[0])))):
            if len(chain) == 1 and self._is_private(chain[0]):
                continue
            first = next((place for place, knot in enumerate(chain) if knot in inside), None)
            if first is None:
                yield self._line(chain)
            elif first:
                yield self._line(chain[:first], chain[first])

    @cached_property
    def _knots(self) -> dict[int, list[int]]:
        """Return the lanes that wait for the same thing, by the first one."""
        found: dict[object, list[int]] = {}
        for lane in self._waits:
            found.setdefault(self._thing(lane), []).append(lane)
        return {lanes[0]: lanes for lanes in found.values()}

    @cached_property
    def _knot_of(self) -> dict[int, int]:
        return {lane: knot for knot, lanes in self._knots.items() for lane in lanes}

    def _thing(self, lane: int) -> object:
        """Return what is the same for all that wait for one thing: a lock, or the same tasks, call and line."""
        event = self._event(lane)
        return event.get("inside") or (called(event), place_of(self._recording, lane, self._number), *self._waits[lane])

    def _event(self, lane: int) -> Event:
        return self._recording.events[self._asked[lane]]

    def _whom(self, lanes: Sequence[int]) -> list[int]:
        """Return the lanes that some lanes wait for."""
        return list(dict.fromkeys(other for lane in lanes for other in self._waits.get(lane, ())))

    def _graph(self) -> dict[int, list[int]]:
        """Return for each knot the knots that it waits for, and the lanes that do not wait."""
        whom = {knot: self._whom(lanes) for knot, lanes in self._knots.items()}
        return {knot: list(dict.fromkeys(map(self._knot, lanes))) for knot, lanes in whom.items()}

    def _knot(self, lane: int) -> int:
        """Return the knot of a lane; one that does not wait is one by itself."""
        return self._knot_of.get(lane, lane)

    def _lanes(self, knot: int) -> list[int]:
        return self._knots.get(knot, [knot])

    def _ring(self, ring: Sequence[int]) -> str:
        """Say who waits for one another; or who waits for a lock that some of them have."""
        if len(ring) > 1:
            return _("a ring: {chain}").format(chain=self._line(ring, ring[0]))
        lanes = self._lanes(ring[0])
        told = self._told(lanes, called(self._event(ring[0])), self._place(lanes))
        return _("{what}, held by {names}").format(what=told, names=self._names(self._whom(lanes)))

    def _line(self, chain: Sequence[int], closes: int | None = None) -> str:
        """Return a chain in words; the last knot waits for the one that `closes` it, if there is one.

        Of a knot, those are told that the knot before waits for.
        """
        links = []
        before = self._lanes(chain[-1]) if closes == chain[0] else []
        for knot in chain:
            whom = self._whom(before)
            before = [lane for lane in self._lanes(knot) if lane in whom] or self._lanes(knot)
            links.append(before)
        places = [self._place(lanes) for lanes in links]
        same = [place for place in places if places.count(place) > 1]
        follows = [*chain[1:], closes]
        return "; ".join(
            self._link(lanes, after, self._place(lanes, place in same))
            for lanes, place, after in zip(links, places, follows)
        )

    def _link(self, lanes: Sequence[int], after: int | None, place: str) -> str:
        """Say what some lanes of a knot wait for; `after` is told first of those that they wait for."""
        recording, number, lane = self._recording, self._number, lanes[0]
        if lane not in self._waits:
            state = recording.moments[number].states.get(lane, "none")
            return at(f"{who(recording, lane)} {state_words()[state]}", place)
        event = self._event(lane)
        call = called(event)
        if after is None:
            told = self._told(lanes, call, place)
            return without_end(recording, told, self._asked[lane]) if is_stuck(recording, number) else told
        whom = self._names(sorted(self._whom(lanes), key=lambda each: self._knot(each) != after))
        direct = "future" in event or call.endswith(".__aexit__()")
        return self._told(lanes, whom, place if direct else ", ".join(filter(None, [call, place])))

    def _told(self, lanes: Sequence[int], what: str, place: str) -> str:
        """Say what lanes wait for."""
        words = _("{who} waits for {queue}") if len(lanes) == 1 else _("{who} wait for {queue}")
        return words.format(who=self._names(lanes), queue=at(what, place))

    def _names(self, lanes: Sequence[int]) -> str:
        return ", ".join(shortened([who(self._recording, lane) for lane in lanes], FEW))

    def _place(self, lanes: Sequence[int], called_from: bool = False) -> str:
        """Return where lanes wait; `called_from`: with the line from which that one is called."""
        places = (place_of(self._recording, lane, self._number, called_from) for lane in lanes)
        return ", ".join(shortened([*filter(None, dict.fromkeys(places))], FEW))

    def _is_private(self, knot: int) -> bool:
        lanes = self._lanes(knot)
        return not self._place(lanes) and all(who(self._recording, lane)[0] == "_" for lane in lanes)


def failures(recording: Recording, number: int) -> list[int]:
    """Return the events up to this one with which a task fails that nobody awaits."""
    found = []
    for each, event in enumerate(recording.events[: number + 1]):
        lane = event["lane"]
        is_over = event["ev"] == "raise" and recording.moments[each].states.get(lane) == "done"
        if is_over and lane not in recording.calls and not event.get("value", "").startswith(NO_FAULT):
            heard = any(lane in others for others in waits_for(recording, each - 1).values())
            found += [each] * (not heard)
    return found


def failure(recording: Recording, number: int) -> str:
    """Say that a task fails, with the line where its error comes from."""
    event = recording.events[number]
    lane, value, first = recording.folded[event["lane"]], event.get("value", ""), number
    while (before := recording.events[first - 1])["ev"] == "raise" and before.get("value") == value:
        first -= 1
    return at(f"{who(recording, lane)} {ended(recording, 'raise', value)}", line_of(recording, first))


def rings(graph: dict[int, list[int]]) -> list[list[int]]:
    """Return the lanes that wait for one another in a ring, and take one wait out of each."""
    found = []
    while True:
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            ring = error.args[1][:0:-1]  # graphlib names first who is waited for
            start = ring.index(min(ring))
            found.append(ring[start:] + ring[:start])
            graph[ring[-1]] = [each for each in graph[ring[-1]] if each != ring[0]]
        else:
            return found


def chains(graph: Mapping[int, Sequence[int]]) -> list[list[int]]:
    """Return chains of lanes, each of which waits for the next; the graph has no ring."""
    longest: dict[int, list[int]] = {}
    for lane in TopologicalSorter(graph).static_order():
        longest[lane] = [lane, *max((longest[each] for each in graph.get(lane, ())), key=len, default=[])]
    by_end: dict[int, list[int]] = {}
    for lane in sorted(graph):
        chain = longest[lane]
        by_end[chain[-1]] = max(by_end.get(chain[-1], []), chain, key=len)
    return list(by_end.values())


def at(text: str, place: str) -> str:
    """Return a text, and behind it the place, if there is one."""
    return f"{text} ({place})" if place else text


def without_end(recording: Recording, told: str, asked: int) -> str:
    """Say of a wait that nobody is left who could end it."""
    event, moment = recording.events[asked], recording.moments[asked]
    thing, _dot, method = event.get("request", [""])[0].rpartition(".")
    text = moment.variables.get(thing, moment.attributes.get(thing, ""))
    ends = ENDED_BY.get(method) or SHOWN.get(text.split(" ")[0])
    if ends or "future" in event:
        return _("{what}, and nobody is left to call {call}").format(what=told, call=ends or "set_result()")
    return _("{what}, and nobody is left to end that").format(what=told)


def is_stuck(recording: Recording, number: int) -> bool:
    """Say whether the process waits for ever from an event on."""
    return number == len(recording.events) - 1 and bool(recording.moments[-1].asleep)


def called(event: Event) -> str:
    """Return a request as a call; one for a future, by its name."""
    name = event.get("request", [""])[0]
    return name if "future" in event else f"{name}()"


def place_of(recording: Recording, lane: int, number: int, called_from: bool = False) -> str:
    """Return where a lane has asked for what it waits for, "client.py:31"; nothing, if that line is not followed.

    `called_from`: with the line from which that one is called, "shop.py:7 → client.py:31".
    """
    asked = request(recording, lane, number)
    return "" if asked is None else line_of(recording, asked, called_from)


def line_of(recording: Recording, event: int, called_from: bool = False) -> str:
    """Return where an event happens, likewise."""
    spots = [spot for spot in recording.moments[event].at if spot[2] not in recording.around]
    lines = [f"{recording.files[file].name}:{line}" for file, line, _frame in spots[: 2 if called_from else 1]]
    return " → ".join(reversed(lines))
