"""Answers the requests of a page, in the worker: JSON in, JSON out.

A request has ``do``, which names a function here, ``language``, and that function's arguments. A program's errors are
answered, too; only an end of the interpreter itself, or a state that cannot be put back, ends without an answer.
"""
from __future__ import annotations

import contextvars
import json
import sys
from collections.abc import Callable, Mapping
from typing import Any

from press.language import SOURCE
from press.playground import proving
from press.playground.as_found import left_as_found
from press.playground.redrawing import record
from whoruns.program import program
from whoruns.wording import speaking

Answer = Mapping[str, Any]


def version() -> Answer:
    """Return which Python this is, such as 3.14.2."""
    return {"version": sys.version.split()[0]}


DOES: Mapping[str, Callable[..., Answer]] = {
    "version": version, "session": proving.session, "exercise": proving.exercise, "record": record, "program": program,
}


def done(request: str) -> Answer:
    """Run the function that a request names."""
    asked = json.loads(request)
    with speaking(asked.pop("language", SOURCE)):
        return DOES[asked.pop("do")](**asked)


def answer(request: str) -> str:
    """Do a request, and return the answer as JSON."""
    return json.dumps(done(request), ensure_ascii=False)


def answer_page(request: str) -> str:
    """Answer as well, and leave all as it was found, for the next program."""
    with left_as_found():
        found = contextvars.Context().run(done, request)
    return json.dumps(found, ensure_ascii=False)
