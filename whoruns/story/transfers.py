"""Bytes and connections between persons and the program, and how long they lie in the operating system's buffers."""
from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from whoruns.events import Event


@dataclass(frozen=True)
class Transfer:
    """A connection, bytes, or the end of data, on the way from one side to the other."""

    kind: Literal["connect", "data", "end"]
    person: int
    """The lane of the peer."""
    inwards: bool
    """From the peer to the program."""
    text: str
    """The bytes, as they are shown; nothing of a connection and of the end."""
    left: int
    """The event at which it was given to the operating system."""
    taken: int | None
    """The event at which the other side had taken all of it, or None if it never has."""


@dataclass
class _Chunk:
    index: int
    """Of its transfer, in the result."""
    size: int
    """Bytes that still lie there."""


def transfers(events: Sequence[Event]) -> list[Transfer]:
    """Follow sent bytes until they are received, in the order in which they were sent."""
    found: list[Transfer] = []
    lying: dict[tuple[int, bool], deque[_Chunk]] = {}

    def leave(kind: Literal["connect", "data", "end"], person: int, inwards: bool, event: Event, number: int) -> None:
        lying.setdefault((person, inwards), deque()).append(_Chunk(len(found), event.get("size", 0)))
        text = event.get("value", "") if kind == "data" else ""
        found.append(Transfer(kind, person, inwards, text, number, None))

    def take(person: int, inwards: bool, size: int, number: int, kind: str) -> None:
        queue = lying.setdefault((person, inwards), deque())
        while queue and found[queue[0].index].kind == kind and (size > 0 or kind != "data"):
            chunk = queue[0]
            part = min(size, chunk.size)
            size, chunk.size = size - part, chunk.size - part
            if chunk.size:
                return
            queue.popleft()
            found[chunk.index] = replace(found[chunk.index], taken=number)
            if kind != "data":
                return

    for number, event in enumerate(events):
        kind, size = event["ev"], event.get("size", 0)
        if kind == "connects":
            leave("connect", event["lane"], True, event, number)
        elif kind == "sends":
            leave("data", event["lane"], True, event, number)
        elif kind == "closes":
            leave("end", event["lane"], True, event, number)
        elif kind == "receives":
            take(event["lane"], False, size, number, "data" if size else "end")
        elif kind == "io" and "peer" in event:
            person, call = event["peer"], event["call"]
            if call == "accept":
                take(person, True, 0, number, "connect")
            elif call in ("recv", "recv_into") and "size" in event:
                take(person, True, size, number, "data" if size else "end")
            elif call in ("send", "sendall") and "size" in event:
                leave("data", person, False, event, number)
            elif call in ("close", "shutdown"):
                leave("end", person, False, event, number)
    return found
