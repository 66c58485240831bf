"""Answers what a page asks Python, in the worker: a request as JSON, and what comes of it.

A request has ``do``, which names a function here, ``language``, and what that function takes. Whatever happens in a
program that is run, there is an answer; only what ends the interpreter itself, or cannot be put back, ends without one.
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
    """Do what a request says."""
    asked = json.loads(request)
    with speaking(asked.pop("language", SOURCE)):
        return DOES[asked.pop("do")](**asked)


def answer(request: str) -> str:
    """Do what a request says, and return the answer as JSON."""
    return json.dumps(done(request), ensure_ascii=False)


def answer_page(request: str) -> str:
    """Answer as well, and leave all as it was found, for the next program."""
    with left_as_found():
        found = contextvars.Context().run(done, request)
    return json.dumps(found, ensure_ascii=False)
