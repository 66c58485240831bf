"""Nothing that an earlier kernel could do is lost in a later one: the sessions of all steps run on the last kernels."""
from __future__ import annotations

import importlib
import re
import sys
from types import FrameType, ModuleType
from typing import Any

import pytest

from ghetto_asyncio.kernel import two_ways, virtual
from press.catalogue import PACKAGE, ROOT, Listing, every
from press.proof import run_doctest
from tests.support.loops.quick_kernels import KERNELS

LAST = {"kernel.kernel": virtual.Kernel, **KERNELS}
"""The kernels on which the sessions run, with a clock that jumps, as some of the steps have one."""


def module(listing: Listing) -> ModuleType:
    return importlib.import_module(f"{PACKAGE}.{listing.name}")


AFTER = ("kernel.ctrl_c", "kernel.strace")
"""What are no steps to the last kernel, but stand on it."""

STEPS = [
    listing for listing in every(ROOT)
    if re.fullmatch(r"kernel\.\w+(?<!_bug)", listing.name) and listing.name not in AFTER
    and listing.session.is_file() and f".{listing.name} import Kernel" in listing.session.read_text("utf-8")
]


def told(listing: Listing, kernel: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what is wrong when the session of a step is run on another kernel."""
    monkeypatch.setattr(module(listing), "Kernel", kernel)
    return run_doctest(listing.session.read_text("utf-8"), listing.name, str(listing.session))


def test_all_steps_are_here() -> None:
    names = {listing.name.removeprefix("kernel.") for listing in STEPS}
    assert names >= {"one", "spawn", "join", "deadlock", "sleep", "io", "kernel", "virtual"}


@pytest.mark.parametrize("last", LAST)
@pytest.mark.parametrize("listing", STEPS, ids=lambda listing: listing.name)
def test_what_a_step_could_do_the_last_kernels_can(
    listing: Listing, last: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert told(listing, LAST[last], monkeypatch) == ""


def test_a_kernel_that_has_lost_something_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Forgetful(virtual.Kernel):
        def trap_wake(self, place: Any, number: int) -> None:
            """Wake nobody."""

    assert "nobody can go on" in told(Listing("kernel.join", ROOT), Forgetful, monkeypatch)


def test_the_calls_of_both_designs_are_as_many_as_the_page_says() -> None:
    def calls(run: Any) -> int:
        names: list[str] = []

        def note(frame: FrameType, event: str, _arg: object) -> None:
            if event == "call" and PACKAGE in frame.f_code.co_filename:
                names.append(frame.f_code.co_name)

        before = sys.getprofile()
        sys.setprofile(note)
        try:
            run(two_ways.boil, "tea", 180)
        finally:
            sys.setprofile(before)
        return len(names) - names.index("boil")

    assert 80 < calls(two_ways.on_tasks) < 90
    assert 30 < calls(two_ways.on_the_kernel) < 40
