"""What a page shows of a kernel, held against the oracle: requests, answers, who is where, who woke whom."""
from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tests.support.one_to_one import Names
from tests.support.shown import Step


class Trapped:
    """The story of a kernel, in English. `states` are those that its places give, `names` those of objects."""

    def __init__(self, states: dict[str, str], names: Names) -> None:
        self.states, self.names = states, names
        self.giver = ""

    def lies(self, step: Step, moment: dict[str, Any]) -> Iterator[str]:
        """Yield what is not so of a kernel: what is asked for, what is given, who is woken by whom, who is where."""
        if asked := re.search(r" asks for (\w+)\((.*)\)$", step.say):
            shown = f"('{asked[1]}', {asked[2]})" if asked[2] else f"('{asked[1]}',)"
            if wrong := self.names.wrong(shown, moment.get("value", "None")):
                yield f"{asked[0]}: {wrong}"
        given = re.search(r" gets (.+?)(?:, thrown in)?$", step.say)
        true = moment.get("answer", "None")
        if step.kind == "resume" and (wrong := self.names.wrong(given[1] if given else "None", true)):
            yield f"{step.say}: {wrong}"
        for waker in re.findall(r" is woken by ([^;]+)", step.say):
            if waker != self.giver:
                yield f"{step.say}, but it was {self.giver or 'nobody'} who gave control to the kernel"
        in_task = bool(moment["stack"]) and any(frame[4] for frame in moment["stack"])
        self.giver = step.who if in_task else self.giver
        for name in moment["where"] if in_task else ():
            told = [words for _what, words, _cancelled in moment["where"][name]]
            for text in step.queues.get(name, []):
                bare = re.sub(r"^[\d.]+ | \(.*\)$| \d+$", "", text)
                if not any(bare in words for words in told):
                    yield f"{name}: {text}, but there are, as they say themselves, {told}"
        here = {name: len(items) for name, items in moment["where"].items()}
        placed = {name: len(items) for name, items in step.queues.items() if items and self.state_of(name)}
        if in_task and placed != here:
            yield f"the places hold {placed}, but the tasks say {here}"

    def state_of(self, queue: str) -> str:
        """Return what a task in a queue is."""
        return self.states.get(queue, "")
