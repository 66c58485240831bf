"""Names of objects on a page are true if they are one-to-one with the objects that the oracle has seen."""
from __future__ import annotations

import re

NAME = re.compile(r"<[^<>]*>|…|\.\.\.|\b(?:READ|WRITE)\b")
"""Placeholders on a page."""
EVENTS = {"READ": "1", "WRITE": "(?:2|4)", "…": ".*", "...": ".*"}
"""The possible values of such a word; of a name in brackets, any one object."""


class Names:
    """The names of objects in one run; each is of one object, and each object has one."""

    def __init__(self) -> None:
        self._object: dict[str, str] = {}
        self._name: dict[str, str] = {}

    def clash(self, name: str, thing: str) -> str:
        """Return a complaint if `name` cannot be `thing`, or nothing."""
        person = re.fullmatch(r"<(?:socket|fd) (\w+) ?.*>", thing)
        if person and person[1] not in name:
            return f"{name} is {thing}"
        known, other = self._object.setdefault(name, thing), self._name.setdefault(thing, name)
        if known != thing:
            return f"{name} is {thing}, and was {known}"
        return f"{name} is {thing}, and was called {other}" if other != name else ""

    def wrong(self, shown: str, true: str) -> str:
        """Return a complaint if `shown` cannot stand for the value `true`, or nothing."""
        names = [text for text in NAME.findall(shown) if text[0] == "<"]
        literal = NAME.split(shown)
        marks = NAME.findall(shown)
        pattern = "".join(
            re.escape(text) + (EVENTS.get(mark, r"(<[^<>]*>|\[.*\]|\{.*\}|-?\d+)") if mark else "")
            for text, mark in zip(literal, [*marks, ""])
        )
        found = re.fullmatch(pattern, true, re.DOTALL)
        if not found:
            return f"says {shown}, but it is {true}"
        return "; ".join(filter(None, map(self.clash, names, found.groups())))
