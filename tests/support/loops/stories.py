"""Generators of several kinds, and all the short stories that can happen to one."""
from __future__ import annotations

from collections.abc import Callable, Generator
from itertools import product
from typing import Any


def echo(log: list[Any]) -> Generator[Any, Any, Any]:
    """Yield the value that came in, three times."""
    got = yield "ready"
    for _ in range(2):
        log.append(got)
        got = yield got
    return "result"


def stubborn(log: list[Any]) -> Generator[Any, Any, Any]:
    """Survive errors, and clean up."""
    try:
        while True:
            try:
                log.append((yield "waiting"))
            except ValueError as error:
                log.append(repr(error))
                if str(error) == "enough":
                    return "gave up"
    finally:
        log.append("cleaned up")


def failing(log: list[Any]) -> Generator[Any, Any, Any]:
    """Fail at the second step."""
    log.append((yield "once"))
    raise KeyError("lost")


def empty(log: list[Any]) -> Generator[Any, Any, Any]:
    """End at once."""
    return "nothing"
    yield


def ignoring(log: list[Any]) -> Generator[Any, Any, Any]:
    """Yield on close(), which a generator must not do."""
    try:
        yield 1
    except GeneratorExit:
        log.append("ignored")
        yield 2


STEPS: dict[str, Callable[[Generator[Any, Any, Any]], Any]] = {
    "next": next,
    "send": lambda process: process.send("answer"),
    "error": lambda process: process.throw(ValueError("oh")),
    "enough": lambda process: process.throw(ValueError("enough")),
    "stop": lambda process: process.throw(StopIteration("early")),
    "close": lambda process: process.close(),
}
STORIES = [story for length in range(1, 5) for story in product(STEPS, repeat=length)]
