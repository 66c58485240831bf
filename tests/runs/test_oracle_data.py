"""The oracle is seen to find what is not so of what a recording says as data; that it is so, test_oracle.py asks."""
from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from press.catalogue import ROOT, Listing
from press.figures.recordings import every_run
from tests.support.oracle.oracle import told
from tests.support.oracle.recorded import lies_of_data

RETRY, LOCK, NURSERY, PATIENCE = "cancellation.retry", "together.lock", "together.block", "clocks.patience"


def kept(name: str) -> dict[str, Any]:
    """Return a recording that is kept."""
    data: dict[str, Any] = json.loads(Listing(name, ROOT).recording.read_text("utf-8"))
    return data


def first(field: str, change: Callable[[Any], None]) -> Callable[[dict[str, Any]], None]:
    """Return a function that changes the first event that has a field."""
    return lambda data: change(next(event for event in data["events"] if field in event))


def rung_not(event: dict[str, Any]) -> None:
    """Let what has rung count no more instead."""
    event["lapses"] = event.pop("rings")


def stand_ins(run_file: str, listings: list[str]) -> set[str]:
    """Return what a run file defines under a name of the listings that it shows: then others run than those shown."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    own, shown = (
        {node.name for text in texts for node in ast.parse(text).body if isinstance(node, kinds)}
        for texts in ([run_file], listings)
    )
    return own & shown


def test_what_is_shown_as_running_is_what_runs() -> None:
    for name in every_run():
        listings = [Listing(each["name"], ROOT).source() for each in kept(name)["files"]]
        assert stand_ins(Listing(name, ROOT).run.read_text("utf-8"), listings) == set(), name


def test_a_stand_in_is_found() -> None:
    serve = Listing("mainloop.serve", ROOT).source()
    assert stand_ins("class Person(serve.Person):\n    pass\n\ndef ann(peer):\n    pass\n", [serve]) == {"Person"}


LIES: dict[str, tuple[str, str, Callable[[dict[str, Any]], None]]] = {
    "due at another time": ("told and true", RETRY, first("sets", lambda event: event["sets"][0].update(due=11))),
    "a timer that is not told": ("told and true", LOCK, first("sets", lambda event: event.pop("sets"))),
    "counts no more, and has rung": ("told and true", RETRY, first("rings", rung_not)),
    "a timer that never ends": ("told and true", PATIENCE, first("lapses", lambda event: event.pop("lapses"))),
    "about another task": ("is about", NURSERY, first("whom", lambda event: event.update(whom=1))),
    "about nobody": ("is about", NURSERY, first("whom", lambda event: event.pop("whom"))),
    "another owner": (
        "not Bob", LOCK, first("owners", lambda event: event.update(
            owners={this: dict.fromkeys(owners, 2) for this, owners in event["owners"].items()}
        )),
    ),
    "an owner that is not told": ("is not told", LOCK, first("owners", lambda event: event.pop("owners"))),
}
"""Recordings that lie: what the oracle says, of which run, and how."""


@pytest.mark.parametrize(("said", "name", "spoil"), LIES.values(), ids=LIES)
def test_the_oracle_finds_a_lie(said: str, name: str, spoil: Callable[[dict[str, Any]], None]) -> None:
    data = kept(name)
    spoil(data)
    assert re.search(said, "\n".join(lies_of_data(data, told(name))))
