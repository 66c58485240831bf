"""What a person may answer when a number is wanted."""
from __future__ import annotations

# mypy: allow-untyped-calls
from contextlib import suppress

import pytest

from ghetto_asyncio.composition.person import Person
from ghetto_asyncio.composition.solutions.three_levels import area, ask_number


@pytest.mark.parametrize("odd", ["", "tall", "-3", "0x10", "1.5", "1" * 5000, "\u00b2"])
def test_it_is_asked_again_until_it_is_one(odd: str) -> None:
    """More than 4300 digits are too much for int(); \u00b2 is a digit and no decimal."""
    task = ask_number(Person("Ann"), "width? ")
    next(task)
    task.send(f"{odd}\n")
    with pytest.raises(StopIteration) as end:
        task.send("12\n")
    assert end.value.value == 12


def test_a_large_area_can_be_told(capsys: pytest.CaptureFixture[str]) -> None:
    task = area(Person("Ann"))
    next(task)
    task.send("9" * 990 + "\n")
    with suppress(StopIteration):
        task.send("9" * 990 + "\n")
    assert len(capsys.readouterr().out) > 1980
