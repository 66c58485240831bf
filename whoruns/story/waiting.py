"""Who waits for whom: the tasks that an event leaves waiting, and those with which their waits can end."""
from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from whoruns.events import Event
from whoruns.story.recording import Recording
from whoruns.story.sentences import more, state_words, who
from whoruns.wording import _

FEW = 3
"""So many are named of those that one waits for."""
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


def in_words(recording: Recording, number: int) -> list[str]:
    """Return lines that say who waits for whom at an event, in the language that is spoken: rings, then long chains.

    Of chains that end with the same lane, the longest is told. Of those that are as long, a library's come last; its
    private ones, by themselves, are left out.
    """
    graph = waits_for(recording, number)
    closed = rings(graph)
    told = [_("a ring: {chain}").format(chain=in_line(recording, graph, ring, number, ring[0])) for ring in closed]
    inside = {lane for ring in closed for lane in ring}
    for chain in sorted(chains(graph), key=lambda each: (-len(each), not place_of(recording, each[0], number))):
        if len(chain) == 1 and who(recording, chain[0])[0] == "_" and not place_of(recording, chain[0], number):
            continue
        first = next((place for place, lane in enumerate(chain) if lane in inside), None)
        if first is None:
            told.append(in_line(recording, graph, chain, number))
        elif first:
            told.append(in_line(recording, graph, chain[:first], number, chain[first]))
    return told


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


def in_line(
    recording: Recording, graph: Mapping[int, Sequence[int]], chain: Sequence[int], number: int,
    closes: int | None = None,
) -> str:
    """Return a chain in words; the last lane waits for the one that `closes` it, if there is one."""
    follows = [*chain[1:], closes]
    return "; ".join(link(recording, graph.get(lane, ()), lane, after, number) for lane, after in zip(chain, follows))


def link(recording: Recording, lanes: Sequence[int], lane: int, after: int | None, number: int) -> str:
    """Say what a lane waits for, and where; `after` is told first of the lanes that it waits for."""
    asked = request(recording, lane, number)
    name, place = who(recording, lane), place_of(recording, lane, number)
    state = recording.moments[number].states.get(lane, "none")
    if asked is None or state != "read":
        return at(f"{name} {state_words()[state]}", place)
    event = recording.events[asked]
    call = called(event)
    if after is None:
        told = waits(name, call, place)
        return without_end(recording, told, asked) if is_stuck(recording, number) else told
    names = [who(recording, each) for each in dict.fromkeys([after, *lanes])]
    whom = ", ".join([*names[:FEW], *[more(len(names) - FEW)] * (len(names) > FEW)])
    direct = "future" in event or call.endswith(".__aexit__()")
    return waits(name, whom, place if direct else ", ".join(filter(None, [call, place])))


def waits(name: str, what: str, place: str) -> str:
    """Say what somebody waits for."""
    return _("{who} waits for {queue}").format(who=name, queue=at(what, place))


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


def place_of(recording: Recording, lane: int, number: int) -> str:
    """Return where a lane has asked for what it waits for, "client.py:31"; nothing, if that line is not followed."""
    asked = request(recording, lane, number)
    spots = recording.moments[asked].at if asked is not None else ()
    if not spots or spots[0][2] in recording.around:
        return ""
    return f"{recording.files[spots[0][0]].name}:{spots[0][1]}"
