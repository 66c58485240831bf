"""What is recorded of programs made by chance is what a second witness sees of them, line by line.

Thousands of them, by hand, under any Python: ``python -m whoruns.tests.facts 0 5000``. A program that fails is shown by
``python -m whoruns.tests.facts -p NUMBER``. To keep it, put it into ``KEPT``, as small as ``shrunk()`` makes it.
"""
from __future__ import annotations

import functools
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from whoruns.tests.facts import NOT_YET, Comparison, Record, differences, of_number, recorded
from whoruns.tests.pythons import pythons
from whoruns.tests.random_programs import library, program
from whoruns.tests.witness import Sight, witnessed

ROOT = Path(__file__).parents[2]
NUMBERS = range(12)
ELSEWHERE = range(100, 106)
"""The programs that other Pythons run."""

KEPT = {
    "F1": """
        async def job(n):
            await asyncio.sleep(1)
            print("job", n)

        async def main():
            await asyncio.gather(*(job(n) for n in range(6)))
    """,
    "F2": """
        import helpers

        async def order(name):
            await asyncio.sleep(1)
            return name

        async def main():
            print(await helpers.spawn(order("tea"), name="guarded"))
    """,
    "F3": """
        async def main():
            pool = asyncio.Semaphore(2)
            async with pool:
                print("in")
            print("out")
    """,
    "F4": """
        async def main():
            asyncio.get_running_loop().call_later(1, print, "late")
            print("set")
            await asyncio.sleep(2)
    """,
    "W1": """
        async def order(name, bell):
            try:
                await asyncio.wait_for(bell.wait(), 1)
            except TimeoutError:
                print(name)

        async def main():
            await asyncio.gather(asyncio.sleep(1, 7), asyncio.sleep(2))

        with asyncio.Runner() as runner:
            runner.run(main())
    """,
    "W2": """
        async def ticks(most):
            for i in range(most):
                yield i

        async def main():
            it = ticks(3)
            task = asyncio.ensure_future(anext(it))
            await asyncio.sleep(1)
            print(task.done())
    """,
    "W3": """
        async def order(name):
            asyncio.current_task().cancel()
            return name

        async def main():
            print(await asyncio.gather(order("tea"), return_exceptions=True))
    """,
    "W4": """
        async def order(name):
            await asyncio.sleep(1)

        async def main():
            task = asyncio.create_task(order("tea"))
            await asyncio.sleep(0)
            task.cancel(), task.cancel()
            print(task.cancelling())
    """,
    "W5": """
        async def main():
            task = asyncio.create_task(other())
            for each in asyncio.as_completed([asyncio.sleep(1), asyncio.sleep(2)]):
                await each

        async def other():
            await asyncio.sleep(0.5)
            print("meanwhile")
    """,
    "W6": """
        async def pour(queue):
            try:
                await asyncio.shield(queue.get())
            except asyncio.CancelledError:
                pass
            await asyncio.wait([asyncio.create_task(queue.get())])

        async def order(queue):
            await pour(queue)

        async def main():
            queue = asyncio.Queue()
            task = asyncio.create_task(order(queue))
            await asyncio.sleep(1)
            task.cancel()
            await asyncio.sleep(1)
            print("here")
    """,
    "W7": """
        async def main():
            queue = asyncio.Queue()
            task = asyncio.create_task(queue.get())
            await asyncio.sleep(1)
            print("here")
    """,
    "W8": """
        async def ticks(most):
            try:
                for i in range(most):
                    yield i
            finally:
                print("closed")

        async def main():
            async for n in ticks(2):
                break
            await asyncio.sleep(1)
            print("here")
    """,
    "W9": """
        async def order(name, lock):
            async with lock:
                print(name)

        async def main():
            lock = asyncio.Lock()
            asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)
            task = asyncio.create_task(order("tea", lock), name="job")
            await task
    """,
    "W10": """
        async def order(name):
            await asyncio.sleep(1)

        async def main():
            task = asyncio.create_task(order("tea"))
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.sleep(0)
            asyncio.get_running_loop().call_later(1, task.cancel)
            print("set")
            await asyncio.sleep(2)
    """,
    "W11": """
        async def order(name):
            try:
                await asyncio.sleep(1)
            finally:
                print(name)

        async def main():
            task = asyncio.create_task(order("tea"))
            await asyncio.sleep(0)
            asyncio.current_task().cancel()
            await asyncio.gather(task)
    """,
    "W12": """
        async def ticks(most):
            for i in range(most):
                yield i

        async def main():
            asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)
            it = ticks(3)
            print(await asyncio.ensure_future(anext(it)))
    """,
    "W13": """
        async def order(bell):
            await asyncio.shield(bell.wait())

        async def main():
            bell = asyncio.Event()
            task = asyncio.create_task(order(bell))
            await asyncio.sleep(1)
            print("here")
    """,
    "W14": """
        async def ticks(most):
            yield most + ""

        async def order(lock):
            async with lock:
                async for n in ticks(3):
                    pass

        async def main():
            print(await asyncio.gather(order(asyncio.Lock()), return_exceptions=True))
    """,
    "W15": """
        async def ticks(most):
            for i in range(most):
                yield i

        async def order(name):
            it = ticks(3)
            print(await asyncio.ensure_future(anext(it)))

        async def main():
            await order("tea")
            await asyncio.sleep(1)
            print("here")
            await asyncio.sleep(1)
            print("there")
    """,
    "W16": """
        async def order(name):
            raise ValueError(name)

        async def main():
            try:
                async with asyncio.TaskGroup() as outer:
                    outer.create_task(order("tea"))
                    try:
                        async with asyncio.TaskGroup() as inner:
                            inner.create_task(order("milk"))
                    except* ValueError:
                        print("inner")
            except* ValueError:
                print("outer")
    """,
    "W17": """
        async def ticks(most):
            for i in range(most):
                yield i

        async def order(name, source):
            print(name, await anext(source))

        async def main():
            source = ticks(3)
            await asyncio.create_task(order("tea", source))
            await asyncio.create_task(order("milk", source))
    """,
    "W17, plain": """
        def numbers():
            n = 0
            while True:
                n += 1
                yield n

        async def order(name, ids):
            await asyncio.sleep(1)
            print(name, next(ids))

        async def main():
            ids = numbers()
            await asyncio.gather(order("tea", ids), order("milk", ids))
    """,
    "W18": """
        async def order(name, future):
            print(name, await future)

        def give(future):
            future.set_result(3)

        async def main():
            future = asyncio.get_running_loop().create_future()
            task = asyncio.create_task(order("tea", future))
            asyncio.get_running_loop().call_later(1, give, future)
            await asyncio.sleep(0.5)
            print("here")
            await task
    """,
    "W19": """
        async def ticks(most):
            for i in range(most):
                yield i

        async def main():
            asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)
            it = ticks(3)
            await it.aclose()
            task = asyncio.ensure_future(anext(it, 7))
            print(task.done())
            await asyncio.sleep(1)
            print(await task)
    """,
    "W20": """
        async def ticks(most):
            try:
                for i in range(most):
                    yield i
            finally:
                print("closed")

        async def order(name, bell):
            source = ticks(3)
            print(name, await anext(source))
            await bell.wait()

        async def main():
            try:
                await asyncio.wait_for(order("tea", asyncio.Event()), 1)
            except TimeoutError:
                print("late")
            await asyncio.sleep(1)
            print("end")
    """,
    "W21": """
        import helpers

        async def main():
            async for n in helpers.every(1, 2):
                await asyncio.shield(order("tea"))

        async def order(name):
            await asyncio.sleep(1)
            print(name)
    """,
    "W22": """
        import helpers

        async def main():
            helpers.later(1, lambda: print("late"))
            print("set")
            await asyncio.sleep(2)
    """,
    "W23": """
        async def main():
            for n in range(3):
                tasks = [asyncio.create_task(asyncio.sleep(1)), asyncio.create_task(asyncio.sleep(2))]
                done, pending = await asyncio.wait(tasks, timeout=0.3)
                for each in pending:
                    each.cancel()
                    print(n)
    """,
    "W24": """
        import helpers

        async def order(name):
            async with asyncio.timeout(0.5):
                try:
                    await asyncio.shield(helpers.pause(1))
                except asyncio.CancelledError:
                    pass

        async def main():
            async with helpers.Workers(order, 1) as crew:
                crew.queue.put_nowait('milk')
    """,
    "W25": """
        import helpers

        async def fetch(name):
            try:
                await asyncio.gather(helpers.pause(0.5))
            except Exception as error:
                pass

        async def main():
            async with asyncio.timeout(0.5):
                async with helpers.Workers(fetch, 2) as crew:
                    crew.queue.put_nowait("Ann")
                    crew.queue.put_nowait("milk")
    """,
    "closed": """
        async def ticks(most):
            try:
                for i in range(most):
                    yield i
            finally:
                await asyncio.sleep(1)
                print("closed")

        async def main():
            it = ticks(3)
            print(await anext(it))
            await it.aclose()
            print(await anext(it, "the end"))
    """,
    "hangs": """
        async def main():
            queue = asyncio.Queue(1)
            await queue.put(1)
            await queue.put(2)
    """,
}
"""Programs that have been told wrongly once; ``asyncio`` is imported, and main() is run, unless they do it."""
SINCE = {"W5": (3, 13), "W9": (3, 12), "W12": (3, 12), "W19": (3, 12), "W16": (3, 13)}
BEFORE = {"W14": (3, 12), "W20": (3, 12)}


def whole(source: str) -> str:
    """Return a kept program as it is run."""
    start = "" if ".run(" in source else "\n\nasyncio.run(main())\n"
    return f"import asyncio\n{dedent(source)}{start}"


@pytest.mark.parametrize("number", range(int(os.environ.get("PROGRAMS", len(NUMBERS)))))
def test_a_random_program_is_told_as_it_is(number: int) -> None:
    found = of_number(number)
    assert not found, "\n".join([f"python -m whoruns.tests.facts -p {number}", *map(str, found[:9]), program(number)])


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=[
        pytest.mark.skipif(
            not SINCE.get(name, (3, 11)) <= sys.version_info < BEFORE.get(name, (4,)), reason="not in this Python"
        ),
        *(pytest.mark.xfail(reason=f"{each}: {NOT_YET[each]}") for each in name.split(", ") if each in NOT_YET),
    ])
    for name in KEPT
])
def test_a_kept_program_is_told_as_it_is(name: str) -> None:
    found = differences(whole(KEPT[name]), ())
    assert not found, "\n".join(map(str, found))


def test_other_pythons_run_them_too() -> None:
    numbers = [str(each) for each in (ELSEWHERE.start, ELSEWHERE.stop)]
    command = ("-m", "whoruns.tests.facts", *numbers)
    _here, *others = pythons().values()
    started = [subprocess.Popen((each, *command), cwd=ROOT, stdout=subprocess.PIPE, text=True) for each in others]
    said = [process.communicate()[0].strip() for process in started]
    assert [process.returncode for process in started] == [0] * len(started), "\n".join(said)


# ---- that a lie is noticed

TRUE = whole("""
    async def order(name, lock, queue):
        async with lock:
            await asyncio.sleep(1)
            await queue.put(name)
        print(name)

    async def main():
        lock, queue, n = asyncio.Lock(), asyncio.Queue(), 0
        tasks = [asyncio.create_task(order(name, lock, queue)) for name in ("tea", "milk", "egg")]
        await asyncio.sleep(0.5)
        n += 1
        await asyncio.sleep(2)
        tasks[2].cancel()
        await asyncio.wait(tasks)
        print(await queue.get(), n)
""")


@functools.cache
def seen() -> Sight:
    """Return what is seen of the program about which lies are told."""
    return witnessed(TRUE)


def at(record: Record, number: int, which: int = 0) -> int:
    """Return the step at which a line is told the how manieth time."""
    return [step for step, line in enumerate(record.lines) if line.number == number][which]


def swap_lanes(record: Record) -> None:
    """Somebody else runs a line."""
    record.lines[at(record, 7, 1)].lane = record.lines[at(record, 7, 0)].lane


def shift_state(record: Record) -> None:
    """Who waits for a lock is told to be ready."""
    line = record.lines[at(record, 13)]
    line.states = {lane: "ready" if state == "read" else state for lane, state in line.states.items()}


def drop_timer(record: Record) -> None:
    """A timer is left out."""
    record.lines[at(record, 14)].timers.pop()


def lend_timer(record: Record) -> None:
    """A timer is another one's."""
    timers = record.lines[at(record, 14)].timers
    timers[0] = timers[0][0], record.lines[at(record, 12)].lane


def move_waiter(record: Record) -> None:
    """Who waits for a lock is told to wait for the queue."""
    line = record.lines[at(record, 14)]
    waits = next(lane for lane, places in line.places.items() if places == ["lock.acquire"])
    line.places = {**line.places, waits: ["queue.get"]}


def turn_ready(record: Record) -> None:
    """Those who are ready are told in another order."""
    record.lines[at(record, 12)].ready.reverse()


def forget_cancel(record: Record) -> None:
    """Nobody is told to have been cancelled."""
    for line in record.lines:
        line.cancels.clear()


def blame(record: Record) -> None:
    """The wrong task is told to cancel."""
    last = record.lines[-1]
    last.cancels[0] = last.cancels[0][1], last.cancels[0][1]


def variable(name: str, value: str, number: int) -> Callable[[Record], None]:
    """Return what tells another value of a variable at a line."""
    def change(record: Record) -> None:
        line = record.lines[at(record, number, -1)]
        line.variables = {**line.variables, name: value}

    return change


def leave_out(record: Record) -> None:
    """A line is left out."""
    del record.lines[at(record, 15)]


def hurry(record: Record) -> None:
    """The clock is ahead."""
    record.lines[-1].time += 0.5


def print_late(record: Record) -> None:
    """A line of output comes later."""
    record.lines[-1].printed -= 1


def fail(record: Record) -> None:
    """A task that was cancelled is told to have returned."""
    record.ends = dict.fromkeys(record.ends, ("return", "None"))


LIES: dict[str, tuple[Callable[[Record], None], str]] = {
    "lanes": (swap_lanes, "who"),
    "state": (shift_state, "state"),
    "timer": (drop_timer, "timers"),
    "owner": (lend_timer, "timers' owners"),
    "place": (move_waiter, "place"),
    "ready": (turn_ready, "ready"),
    "cancel": (forget_cancel, "cancels"),
    "canceller": (blame, "cancels"),
    "holder": (variable("lock", "<Lock egg>", 7), "holders of a Lock"),
    "queue": (variable("queue", "<Queue ['tea']>", 17), "queue"),
    "number": (variable("n", "7", 15), "variable"),
    "gone": (variable("m", "7", 15), "variable that is gone"),
    "line": (leave_out, "line"),
    "time": (hurry, "time"),
    "printed": (print_late, "printed"),
    "end": (fail, "end"),
}


def test_the_truth_is_told_of_the_program_about_which_lies_are_told() -> None:
    assert differences(TRUE, ()) == []


@pytest.mark.parametrize("name", LIES)
def test_a_lie_is_noticed(name: str) -> None:
    lie, fact = LIES[name]
    with library():
        record = recorded(TRUE)
    lie(record)
    assert fact in {each.fact for each in Comparison(record, seen(), ()).differences()}
