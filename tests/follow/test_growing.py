"""An older method takes the place of its call by super() where that is the same program, and nowhere else."""
from __future__ import annotations

import pytest

from press.follow.growing import inlined

WAIT = "def wait(self, seconds):\n    \"\"\"Wait.\"\"\"\n    self.look(seconds)"
STEP = "def step(self, error=None):\n    try:\n        self.go(error)\n    finally:\n        self = error = None"
ASK = "def ask(self, what):\n    if what:\n        return self.one(what)\n    return None"
FINISH = "def finish(self, state):\n    waiting, self.callbacks = self.callbacks, []\n    self.call(waiting)"


@pytest.mark.parametrize(
    ("old", "new", "whole"),
    [
        (WAIT, "def wait(self, seconds):\n    super().wait(seconds)\n    self.due()",
         "def wait(self, seconds):\n    self.look(seconds)\n    self.due()"),
        (WAIT, "def wait(self):\n    super().wait(self.how_long())",
         "def wait(self):\n    seconds = self.how_long()\n    self.look(seconds)"),
        ("def due(self):\n    return self.a or self.b", "def due(self):\n    return 0 if self.c else super().due()",
         "def due(self):\n    return 0 if self.c else (self.a or self.b)"),
        ("def due(self):\n    self.a()\n    return self.b",
         "def due(self):\n    found = super().due()\n    self.c(found)",
         "def due(self):\n    self.a()\n    found = self.b\n    self.c(found)"),
        (ASK, "def ask(self, what):\n    self.log(what)\n    return super().ask(what)",
         "def ask(self, what):\n    self.log(what)\n    if what:\n        return self.one(what)\n    return None"),
        (STEP, "def step(self, error=None):\n    enter(self)\n    try:\n        super().step(error)\n    finally:\n"
         "        leave(self)\n        self = error = None",
         "def step(self, error=None):\n    enter(self)\n    try:\n        self.go(error)\n    finally:\n"
         "        leave(self)\n        self = error = None"),
    ],
)
def test_the_older_one_takes_the_place_of_its_call(old: str, new: str, whole: str) -> None:
    assert inlined(new, old) == whole


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (ASK, "def ask(self, what):\n    super().ask(what)\n    self.log(what)", "it would return too early"),
        (ASK, "def ask(self, what):\n    found = super().ask(what)\n    self.log(found)", "it returns in two places"),
        (FINISH, "def finish(self, state):\n    waiting = self.callbacks\n    super().finish(state)\n    tell(waiting)",
         "it has a name of the newer one"),
        (STEP, "def step(self, error=None):\n    super().step(error)\n    self.log()", "it forgets self too early"),
        (STEP, "def step(self, error=None):\n    self.context.run(super().step, error)", "it is not called here"),
        (WAIT, "def wait(self):\n    super().wait(1)\n    super().wait(2)", "it is called twice"),
        (WAIT, "def wait(self, seconds):\n    super().wait(2)\n    self.log(seconds)", "another value has its name"),
        (WAIT, "async def wait(self, seconds):\n    await super().wait(seconds)", "it is awaited"),
        (WAIT, "def wait(self, seconds):\n    if super().wait(seconds):\n        self.due()", "its value is asked for"),
        ("def sum(self, *all):\n    self.a(all)", "def sum(self, one):\n    super().sum(*one)", "what is in it?"),
    ],
)
def test_what_would_be_another_program_is_left_alone(old: str, new: str, why: str) -> None:
    assert inlined(new, old) is None, why
