"""The recording of programs made by chance agrees with the sight of a second witness, line by line.

Thousands of them, by hand, under any Python: ``python -m whoruns.tests.facts 0 5000``. A program that fails is shown by
``python -m whoruns.tests.facts -p NUMBER``. To keep it, put it into ``KEPT``, as small as ``shrunk()`` makes it.
"""
from __future__ import annotations

import os
import sys
from textwrap import dedent

import pytest

from whoruns.tests.complaints import none
from whoruns.tests.facts import NOT_YET, differences, of_number
from whoruns.tests.pythons import pythons, start
from whoruns.tests.random_programs import program

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
    command = ("-m", "whoruns.tests.facts", str(ELSEWHERE.start), str(ELSEWHERE.stop))
    started = [start(python, *command) for python in list(pythons().values())[1:]]
    none(said for process in started if (said := process.communicate()[0]) and process.returncode)
