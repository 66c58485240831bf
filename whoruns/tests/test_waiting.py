"""Who waits for whom: the tasks, holders and members that a wait is about, as they change, and their words."""
from __future__ import annotations

from textwrap import dedent

from whoruns.program import Seen, record
from whoruns.story.recording import Recording
from whoruns.story.waiting import in_words, waits_for

HELD = """
    import asyncio

    async def use(name, lock, seconds):
        async with lock:
            await asyncio.sleep(seconds)
        print(name, "has released it")
        if name == "A":
            group.create_task(asyncio.sleep(5), name="A2")

    async def main():
        global group
        lock, pool = asyncio.Lock(), asyncio.Semaphore(2)
        async with asyncio.TaskGroup() as group:
            for name in "ABC":
                group.create_task(use(name, lock, 2), name=name)
            for name in "XYZ":
                group.create_task(use(name, pool, 3 if name == "X" else 5), name=name)

    asyncio.run(main())
"""
HANGS = """
    import asyncio

    async def fetch(lock, queue):
        async with lock:
            await queue.get()

    async def cross(one, other):
        async with one:
            await asyncio.sleep(1)
            async with other:
                pass

    async def main():
        lock, one, other = asyncio.Lock(), asyncio.Lock(), asyncio.Lock()
        queue, event = asyncio.Queue(), asyncio.Event()
        tea = asyncio.create_task(fetch(lock, queue), name="tea")
        egg = asyncio.create_task(fetch(lock, queue), name="egg")
        asyncio.create_task(cross(one, other), name="L")
        asyncio.create_task(cross(other, one), name="R")
        asyncio.create_task(event.wait(), name="E")
        await asyncio.gather(tea, egg)

    asyncio.run(main())
"""


def seen(source: str) -> Seen:
    """Record a program that is written here."""
    return record(dedent(source).lstrip("\n"))


def named(story: Recording, number: int) -> dict[str, str]:
    """Return who waits for whom at an event."""
    names = [lane["name"] for lane in story.lanes]
    return {names[lane]: " ".join(names[each] for each in on) for lane, on in waits_for(story, number).items()}


def test_who_is_waited_for_changes_while_one_waits() -> None:
    story = seen(HELD).story
    assert story is not None
    assert {story.time(wait.first): named(story, wait.first) for wait in story.waits} == {
        0: {"main": "A B C X Y Z", "B": "A", "C": "A", "Z": "X Y"},
        2: {"main": "B C X Y Z A2", "C": "B", "Z": "X Y"},
        3: {"main": "B C Y Z A2", "C": "B"},
        4: {"main": "C Y Z A2"},
        5: {"main": "C Z A2"},
        6: {"main": "Z A2"},
        7: {"main": "Z"},
    }
    released = next(number for number, event in enumerate(story.events) if event["ev"] == "print")
    assert named(story, released)["C"] == "", "B will have it, and has not yet"


def test_a_program_that_hangs_says_who_waits_for_whom() -> None:
    found = seen(HANGS)
    assert found.ending == "hangs" and found.story is not None
    lines = [
        "a ring: L waits for R (other.acquire(), mine.py:10); R waits for L (other.acquire(), mine.py:10)",
        "main waits for egg, tea (gather(), mine.py:21); egg waits for tea (lock.acquire(), mine.py:4);"
        " tea waits for queue.get() (mine.py:5), and nobody is left to call put()",
        "E waits for event.wait(), and nobody is left to end that",
    ]
    assert in_words(found.story, len(found.story.events) - 1) == lines
    assert found.sentences()[-3:] == lines


TOGETHER = """
    import asyncio

    class Station:
        def __init__(self):
            self.lock = asyncio.Lock()

        async def use(self, other):
            async with self.lock:
                await asyncio.sleep(1)
                if other:
                    await other.use(None)

    async def handle(pool):
        async with pool:
            await asyncio.sleep(1)
            async with pool:
                pass

    async def work(queue, number):
        while await queue.get() != number:
            queue.task_done()
        raise ValueError(number)

    async def main():
        pool, queue, rest = asyncio.Semaphore(2), asyncio.Queue(), asyncio.Event()
        grill, oven = Station(), Station()
        for task in (grill.use(oven), oven.use(grill), *(handle(pool) for _ in range(3))):
            asyncio.create_task(task)
        for number in range(5):
            queue.put_nowait(number)
            asyncio.create_task(work(queue, number), name=f"worker {number}")
        heard = asyncio.create_task(work(queue, 5))
        queue.put_nowait(5)
        try:
            await asyncio.gather(heard, queue.join())
        except ValueError:
            await rest.wait()

    asyncio.run(main())
"""


def test_those_that_wait_for_one_thing_are_told_together() -> None:
    found = seen(TOGETHER)
    assert found.story is not None
    ring, pool, *rest = in_words(found.story, len(found.story.events) - 1)
    assert ring == (
        "a ring: use waits for use 2 (lock.acquire(), mine.py:11 → mine.py:8);"
        " use 2 waits for use (lock.acquire(), mine.py:11 → mine.py:8)"
    )
    assert pool == (
        "handle, handle 2, handle 3 wait for pool.acquire() (mine.py:16, mine.py:14), held by handle, handle 2"
    )
    assert rest[0] == "main waits for rest.wait() (mine.py:37), and nobody is left to call set()"
    failed = "; ".join(f"worker {number} fails: ValueError({number}) (mine.py:22)" for number in range(5))
    assert found.sentences()[-3:] == [ring, pool, failed]
