"""The recorder's events of generators, tasks, errors, threads and the world."""
from __future__ import annotations

import time

import pytest

from whoruns.recorder import sandbox
from whoruns.recorder.world import TooLong
from whoruns.tests.tiny import TinyRun

TALK = """
    def inner():
        answer = yield 1
        return answer

    def outer():
        result = yield from inner()
        print(result)
"""


def test_a_generator_starts_yields_goes_on_and_returns(tiny_run: TinyRun) -> None:
    run = """
        def main():
            it = inner()
            next(it)
            try:
                it.send("x")
            except StopIteration:
                pass
    """
    expected = ["start inner", "yield inner 1", "resume inner", "return inner 'x'"]
    assert tiny_run.events(TALK, run, "value") == expected


def test_delegation_is_told_level_by_level(tiny_run: TinyRun) -> None:
    run = """
        def main():
            it = outer()
            next(it)
            try:
                it.send("x")
            except StopIteration:
                pass
    """
    assert tiny_run.events(TALK, run, "value", "text") == [
        "start outer", "start inner", "yield inner 1", "yield outer 1",
        "resume outer", "resume inner", "return inner 'x'", "print outer x", "return outer None",
    ]


THROWN = """
    def inner():
        try:
            yield 1
        except ValueError:
            yield 2
        finally:
            print("clean")

    def outer():
        yield from inner()
"""


def test_an_error_is_thrown_into_the_innermost(tiny_run: TinyRun) -> None:
    run = """
        def main():
            it = outer()
            next(it)
            it.throw(ValueError("v"))
            it.close()
    """
    told = tiny_run.events(THROWN, run, "value", "text")
    assert told[:4] == ["start outer", "start inner", "yield inner 1", "yield outer 1"]
    assert "yield inner 2" in told
    assert "print inner clean" in told
    assert "raise inner GeneratorExit()" in told


def test_an_error_that_nobody_catches_ends_both(tiny_run: TinyRun) -> None:
    run = """
        def main():
            it = outer()
            next(it)
            try:
                it.throw(KeyError("k"))
            except KeyError:
                pass
    """
    told = tiny_run.events(THROWN, run, "value", "text")
    assert told[4:] == [
        "resume inner", "print inner clean", "raise inner KeyError('k')", "resume outer", "raise outer KeyError('k')",
    ]


def test_a_generator_that_is_dropped_before_it_starts_is_not_there(tiny_run: TinyRun) -> None:
    run = """
        def main():
            for _ in range(3):
                inner()
            next(inner())
    """
    told = tiny_run.events(TALK, run, "value")
    assert told[:2] == ["start inner", "yield inner 1"]


def test_coroutines_are_tasks_too(tiny_run: TinyRun) -> None:
    listing = """
        import types

        @types.coroutine
        def trap(request):
            return (yield request)

        async def work():
            print(await trap("please"))
    """
    run = """
        def main():
            coro = work()
            coro.send(None)
            try:
                coro.send("there you are")
            except StopIteration:
                pass
    """
    told = tiny_run.events(listing, run, "value", "text")
    assert told == [
        "start work", "start trap", "yield trap 'please'", "yield work 'please'",
        "resume work", "resume trap", "return trap 'there you are'", "print work there you are", "return work None",
    ]


def test_queues_names_and_variables(tiny_run: TinyRun) -> None:
    listing = """
        class Task:
            def __init__(self, coro):
                self.coro = coro

        class Loop:
            def __init__(self):
                self.ready = []

            def run(self):
                while self.ready:
                    deadline, task = self.ready.pop(0)
                    next(task.coro, None)

        def work(name):
            yield
    """
    run = """
        queues = {"ready": "ready"}
        names = {"work": "{name}!"}

        def main():
            loop = Loop()
            loop.ready.append((1.5, Task(work("A"))))
            loop.ready.append((2.5, Task(work("B"))))
            loop.run()
    """
    tiny_run.write(listing, run)
    recording = tiny_run.record()
    assert [lane["name"] for lane in recording["lanes"][1:]] == ["A!", "B!"]
    queues = [event["queues"]["ready"] for event in recording["events"] if "queues" in event]
    assert queues == [[(1, "1.5 A!"), (2, "2.5 B!")], [(2, "2.5 B!")], []]
    variables = [event["vars"] for event in recording["events"] if event.get("vars")]
    assert {"deadline": "1.5", "task": "<Task A!>"} in variables
    assert {"name": "'A'"} in variables


def test_a_run_without_end_outside_the_listings_is_stopped(tiny_run: TinyRun, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "SECONDS", 0.1)
    tiny_run.write("def go(): pass", "def main():\n    while True:\n        pass")
    with pytest.raises(TooLong, match=r"no end after 0\.1 s"):
        tiny_run.record()


def test_time_is_real_again_after_a_run(tiny_run: TinyRun) -> None:
    before = time.sleep, time.monotonic
    tiny_run.write("import time\ndef go():\n    time.sleep(3600)\n    print(time.monotonic())", "def main(): go()")
    assert [event["text"] for event in tiny_run.record()["events"] if event["ev"] == "print"] == ["3600.0"]
    assert (time.sleep, time.monotonic) == before
