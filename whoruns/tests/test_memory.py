"""The operating system made of memory is like the real one: random programs cannot tell them apart."""
from __future__ import annotations

import json
from typing import Any

import pytest

from whoruns.tests.calls import difference, in_memory, outcomes

PROGRAMS = 200


@pytest.fixture(scope="module")
def memory() -> dict[str, Any]:
    """The results where everything is memory, in a process of its own."""
    found: dict[str, Any] = in_memory("whoruns.tests.in_memory", str(PROGRAMS))
    return found


def test_random_programs_get_the_same_from_memory_and_from_this_machine(memory: dict[str, Any]) -> None:
    differences = [difference(told, int(seed)) for seed, told in memory["programs"].items()]
    assert (len(differences), list(filter(None, differences))) == (PROGRAMS, [])


def test_a_system_that_differs_is_found_out() -> None:
    told = json.loads(json.dumps(outcomes([5])["5"]))
    told[-1][1] = "something else"
    assert "program 5, call 39" in difference(told, 5)


def test_what_no_random_program_does(memory: dict[str, Any]) -> None:
    assert memory["beside"] == {
        "hang": "Hang: recv would wait here for ever",
        "full": "Hang: sendall would wait here for ever",
        "refused": "ConnectionRefusedError: [Errno 111] Connection refused",
        "unknown": "gaierror: [Errno -2] Name or service not known",
        "heard": True,  # a signal
        "peer": "::1",
        "open": 0,
    }
