"""In real time: who blocks, threads and processes beside the loop, and what a recording does to a program: nothing."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from whoruns.program import Seen, record
from whoruns.recorder.real import RealRecorder
from whoruns.story.recording import Recording
from whoruns.tests.places import ROOT

BLOCKED = """
    import asyncio
    import time

    async def bad():
        await asyncio.sleep(0)
        time.sleep(0.05)
        return 1

    async def good():
        await asyncio.sleep(0.01)

    async def main():
        await asyncio.gather(bad(), good(), asyncio.sleep(0.06))

    asyncio.run(main())
"""
THREADS = """
    import asyncio
    import threading

    def work(begun, open):
        print("at work")
        begun.set()
        open.wait()

    async def main():
        begun, open = threading.Event(), threading.Event()
        task = asyncio.create_task(asyncio.to_thread(work, begun, open), name="Ann")
        while not begun.is_set():
            await asyncio.sleep(0.001)
        task.cancel()
        await asyncio.wait([task])
        print("cancelled")
        open.set()
        child = await asyncio.create_subprocess_exec("sleep", "0")
        print(await child.wait())

    asyncio.run(main())
"""
LOOPS = """
    import asyncio
    import signal
    import threading

    async def main():
        done = asyncio.Event()
        asyncio.get_running_loop().call_later(0.001, signal.raise_signal, signal.SIGUSR1)
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, done.set)
        await done.wait()

    asyncio.run(main())
    other = threading.Thread(target=lambda: asyncio.run(asyncio.sleep(0.001)))
    other.start()
    asyncio.run(main())
    other.join()
    print("over")
"""
HOT = """
    import asyncio

    def more(n):
        return n + 1

    async def hot():
        total = sum(n for n in range(100_000))
        for n in range(20_000):
            total = more(total)
        await asyncio.sleep(0)
        return more(total)

    print(asyncio.run(hot()))
"""
STOPPED = """
    import asyncio
    import os
    import signal

    async def main():
        child = os.fork()
        if not child:
            print("child", flush=True)
            raise SystemExit(3)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        asyncio.get_running_loop().call_later(0, os.kill, os.getpid(), signal.SIGINT)
        try:
            await asyncio.sleep(3600)
        finally:
            print("cleaned up")

    asyncio.run(main())
"""


def seen_of(source: str) -> tuple[Seen, Recording]:
    """Record a program in real time."""
    seen = record(dedent(source).lstrip("\n"), real=True)
    assert seen.story is not None and not seen.error, seen.error
    return seen, seen.story


def lane_of(story: Recording, name: str) -> int:
    """Return the lane with a name."""
    return next(number for number, lane in enumerate(story.lanes) if lane["name"] == name)


def test_a_call_that_blocks_is_drawn_where_it_stands_and_all_others_wait() -> None:
    seen, story = seen_of(BLOCKED)
    bad, good = lane_of(story, "bad"), lane_of(story, "good")
    number = next(
        n for n, event in enumerate(story.events)
        if event["ev"] == "blocks" and event["lane"] == bad and event["lasts"] >= 0.05
    )
    assert story.events[number]["at"][0][:2] == (0, 6), "the line that blocks"
    assert story.time(number) - story.time(number - 1) > 0.049
    assert story.moments[number].states[good] in ("sleep", "ready"), "its time is over, and it does not run"
    due = next(alarm for alarm in story.alarms if story.events[alarm.first]["lane"] == good).due
    assert due < story.time(number) < 3600, "timers are told by the same clock"
    assert f"blocks for {story.events[number]['lasts']:g}" in seen.page()
    assert "in real time" in seen.page() and "jumps" not in seen.page()


def test_of_a_hot_loop_a_beginning_is_heard_and_all_again_in_the_next_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []

    def hearing(name: str, real: Any) -> Any:
        def hear(*args: Any) -> None:
            heard.append(name)
            real(*args)

        return hear

    for name in ("enter", "line", "suspend", "leave"):
        monkeypatch.setattr(RealRecorder, name, hearing(name, getattr(RealRecorder, name)))
    seen, story = seen_of(HOT)
    assert seen.output == ["4999970001"] and len(heard) < 4000, f"{len(heard)} calls of the recorder"
    again = next(number for number, event in enumerate(story.events) if event["ev"] == "resume")
    assert -1 in [event.get("untold") for event in story.events[:again]] and "many more lines are run" in seen.page()
    told = {event["at"][0][1] for event in story.events[again:] if event["ev"] == "line"}
    assert {11, 4} <= told, "lines of the coroutine, and of a function that was not heard any more"


def test_calls_in_threads_and_processes_are_lanes_that_wait_until_they_are_over() -> None:
    seen, story = seen_of(THREADS)
    work, sleep = lane_of(story, "work"), lane_of(story, "sleep")
    assert seen.output == ["at work", "cancelled", "0"]
    printed = {event["text"]: (event["lane"], number) for number, event in enumerate(story.events) if "text" in event}
    assert printed["at work"][0] == work
    states = story.moments[printed["cancelled"][1]].states
    assert (states[work], states[lane_of(story, "Ann")]) == ("read", "done"), "a thread cannot be cancelled"
    for lane in (work, sleep):
        assert story.courses[lane].states[-1] == "none" and "read" in story.courses[lane].states


def test_a_loop_of_another_thread_is_not_followed_and_that_is_said() -> None:
    seen, story = seen_of(LOOPS)
    assert seen.output == ["over"] and [limit.kind for limit in seen.limits] == ["loops"]
    assert [lane["name"] for lane in story.lanes if lane["kind"] == "task"] == ["main", "main 2"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing can be forked")
def test_ctrl_c_ends_the_program_and_the_page_is_written_but_not_by_a_child(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(dedent(STOPPED))
    done = subprocess.run(
        [sys.executable, "-m", "whoruns", "--real", "mine.py"], cwd=tmp_path, env={"PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, timeout=60, check=False,
    )
    assert done.stdout.split("\n") == ["child", "3", "cleaned up", ""]
    assert "KeyboardInterrupt" in done.stderr and done.stderr.count("mine.html") == 1 and done.returncode == 130
    assert "cleaned up" in (tmp_path / "mine.html").read_text("utf-8")
