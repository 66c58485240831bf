"""All clocks of Python jump together, under any name."""
from __future__ import annotations

import datetime
import sys
import time
from pathlib import Path

import pytest

from whoruns import record

PROGRAM = """
import asyncio, copy, datetime, pickle, time
from datetime import date, datetime as at

class Late(at):
    pass

async def main():
    began = at.now(), time.time_ns(), time.monotonic_ns(), time.perf_counter_ns(), time.time(), time.perf_counter()
    await asyncio.sleep(90.5)
    then = at.now(), time.time_ns(), time.monotonic_ns(), time.perf_counter_ns(), time.time(), time.perf_counter()
    print(*(now - before for now, before in zip(then, began)))
    print(time.clock_gettime_ns(time.CLOCK_MONOTONIC), time.clock_gettime(time.CLOCK_REALTIME) == time.time())
    print(time.gmtime()[:6], time.gmtime(None)[:6], time.strftime("%S"), time.strftime("%S", time.gmtime(7)))
    print(time.ctime()[11:], time.asctime()[11:], time.localtime()[4:6], date.today() == at.today().date())
    print(at.now(datetime.UTC), Late.now().second, type(Late.now()).__name__, at.utcnow() == at.now(None))
    print(type(then[0]) is at is datetime.datetime, repr(pickle.loads(pickle.dumps(then[0]))) == repr(then[0]))
    end, rounds = at.now() + datetime.timedelta(seconds=3), 0
    while at.now() < end:
        rounds += 1
        await asyncio.sleep(0.5)
    time.sleep(1.5)
    print(rounds, time.monotonic(), time.process_time() > 0)

asyncio.run(main())
"""


@pytest.mark.filterwarnings("ignore:datetime.datetime.utcnow")
def test_all_clocks_jump_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    assert record(PROGRAM).output == [
        "0:01:30.500000 90500000000 90500000000 90500000000 90.5 90.5",
        "90500000000 True",
        "(2026, 1, 1, 0, 1, 30) (2026, 1, 1, 0, 1, 30) 30 07",
        "00:01:30 2026 00:01:30 2026 (1, 30) True",
        "2026-01-01 00:01:30.500000+00:00 30 Late True",
        "True True",
        "6 95.0 True",
    ]
    monkeypatch.undo()
    time.tzset()
    assert datetime.datetime.now().timestamp() == pytest.approx(time.time(), abs=9)


def test_a_library_that_keeps_a_clock_is_right_in_the_next_recording_and_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "keeping.py").write_text("from datetime import datetime\nfrom time import monotonic\n")
    monkeypatch.syspath_prepend(tmp_path)
    program = "import keeping, time\ntime.sleep(2)\nprint(keeping.monotonic(), keeping.datetime.now().second)"
    assert [record(program).output for _again in range(2)] == [["2.0 2"]] * 2
    kept = sys.modules.pop("keeping")
    assert kept.monotonic() == pytest.approx(time.monotonic(), abs=9)
    assert kept.datetime.now().timestamp() == pytest.approx(time.time(), abs=9)


def test_no_negative_time_is_slept() -> None:
    error = record("import time\ntime.sleep(-1)").error
    assert error is not None and error["words"] == "ValueError: sleep length must be non-negative"
