"""A page about a kernel, held against the oracle: requests, answers, places, wakers."""
from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from whoruns.tests.oracle.one_to_one import Names
from whoruns.tests.oracle.shown import Step


class Trapped:
    """The story of a kernel, in English. `states` are those that its places give, `names` those of objects."""

    def __init__(self, states: dict[str, str], names: Names) -> None:
        self.states, self.names = states, names
        self.giver = ""  # for whom the kernel acts
        self.getter = 0  # the number of the frame that got control of it
        self.waited: set[str] = set()

    def lies(self, step: Step, moment: dict[str, Any]) -> Iterator[str]:
        """Yield false words about a kernel: requests, answers, wakers, places."""
        asked = re.search(r" (?:asks for|passes) (\w+)\(?(.*?)\)?(?: on)?$", step.say)
        if asked and step.kind == "yield":
            shown = f"('{asked[1]}', {asked[2]})" if asked[2] else f"('{asked[1]}',)"
            if wrong := self.names.wrong(shown, moment.get("value", "None")):
                yield f"{asked[0]}: {wrong}"
        given = re.search(r" (?:gets (.+?)|passes (.+) on|goes on with (.+))(?:, thrown in)?$", step.say)
        if step.kind == "resume":
            shown = given[given.lastindex or 0] if given else "None"
            if wrong := self.names.wrong(shown, moment.get("answer", "None")):
                yield f"{step.say}: {wrong}"
            if step.say.endswith(", thrown in") != moment.get("thrown", False):
                yield f"{step.say}, but it was {'' if moment.get('thrown') else 'not '}thrown in"
        yield from self.owners(step, moment)
        in_task = bool(moment["stack"]) and any(frame[4] for frame in moment["stack"])
        yield from self.wakers(step, moment, in_task)
        for name in moment["where"] if in_task else ():
            told = [words for _what, words, _cancelled in moment["where"][name]]
            for text in [text for text in step.queues.get(name, []) if "✕" not in text]:
                bare = re.sub(r"^[\d.]+ | \(.*\)$| \d+$", "", text)
                if not any(bare in words for words in told):
                    yield f"{name}: {text}, but there are, as they say themselves, {told}"
        here = {name: len(items) for name, items in moment["where"].items()}
        counting = {name: [text for text in items if "✕" not in text] for name, items in step.queues.items()}
        placed = {name: len(items) for name, items in counting.items() if items and self.state_of(name)}
        if in_task and placed != here:
            yield f"the places hold {placed}, but the tasks say {here}"

    def owners(self, step: Step, moment: dict[str, Any]) -> Iterator[str]:
        """Yield exits not named after the block that is left, and cancels not named after the task they cancel."""
        verbs = "starts|goes|passes|hands|returns|ends|fails|gets"
        owned = rf"(?:^|; )(?:(\S*)\.)?(__aenter__|__aexit__|cancel)(?: \d+)? (?:{verbs})"
        for owner, function in re.findall(owned, step.say):
            known = moment["vars"]
            seconds, name = known.get("self.seconds"), known.get("self.name", f"'{self.kind(moment)}'").strip("'")
            if moment["stack"][0][2] == function and owner != (f"timeout_after({seconds})" if seconds else name):
                yield f"{step.say}, but it is {function}() of {known}"

    def kind(self, moment: dict[str, Any]) -> str:
        """Return the name of a thing without one: a nursery, after its children and its error."""
        return "nursery" if {"self.children", "self.error"} <= {*moment["vars"]} else ""

    def wakers(self, step: Step, moment: dict[str, Any], in_task: bool) -> Iterator[str]:
        """Yield false wakers: the kernel acts for a task until it leaves the function that got control."""
        serials = [frame[3] for frame in moment["stack"]]
        if in_task:
            self.giver, self.getter = step.who, 0
        elif step.kind == "line":
            self.getter = self.getter or serials[0]
        self.giver = self.giver if in_task or self.getter in serials else ""
        ready = {name for name, state in step.states.items() if state == "ready"}
        true = {(name, self.giver) for name in self.waited & ready if self.giver not in ("", name)}
        self.waited |= {name for name, state in step.states.items() if state in ("sleep", "read")}
        self.waited -= ready
        told = set(re.findall(r"(?:^|; )([^;]+) is woken by ([^;]+)", step.say))
        if told != true:
            yield f"it says that {sorted(told)} are woken, by whom, and it is {sorted(true)}"

    def state_of(self, queue: str) -> str:
        """Return the state of a task in a queue."""
        return self.states.get(queue, "")
