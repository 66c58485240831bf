"""Errors of earlier recordings, of programs that people write: each has its case here."""
from __future__ import annotations

import sys
from textwrap import dedent
from typing import Any

import pytest

from whoruns.recorder import limited, news
from whoruns.recorder.asyncio_tasks import Asyncio
from whoruns.recorder.own import Own, record_own
from whoruns.story.beats import beats
from whoruns.story.notes import Notes
from whoruns.story.recording import read
from whoruns.story.sentences import happening, loudly


def own_of(source: str) -> Own:
    """Record a program that is written here."""
    own = record_own(dedent(source).lstrip("\n"), "mine.py")
    assert own.recording is not None, own
    return own


def on_asyncio(source: str) -> Own:
    """Record a program whose function main() asyncio runs."""
    return own_of(f"import asyncio\n\n{dedent(source)}\nasyncio.run(main())\n")


def events(own: Own) -> list[dict[str, Any]]:
    """Return the events."""
    assert own.recording is not None
    return [dict(event) for event in own.recording["events"]]


def lanes(own: Own) -> list[str]:
    """Return how the lanes are called."""
    assert own.recording is not None
    return [lane["name"] for lane in own.recording["lanes"]]


def variables(own: Own, name: str) -> list[str]:
    """Return the texts of a variable, one after the other."""
    texts = [event["vars"][name] for event in events(own) if name in event.get("vars", ())]
    return [text for before, text in zip(["", *texts], texts) if text != before]


def timers(own: Own) -> list[tuple[str, str, float]]:
    """Return the timers that are set: where, whose, and when they are due."""
    told = [timer for event in events(own) for timer in event.get("sets", ())]
    return [(timer["queue"], lanes(own)[timer["lane"]], timer["due"]) for timer in told]


def test_a_program_sees_the_times_that_it_has_asked_for() -> None:
    own = on_asyncio("""
        async def main():
            loop = asyncio.get_running_loop()
            handles = [loop.call_later(1, print) for _ in range(3)]
            print([handle.when() for handle in handles], loop.time(), loop.time())
    """)
    assert own.output == ["[1.0, 1.0, 1.0] 0.0 0.0"]


@pytest.mark.parametrize(("call", "queue", "whose"), [
    ("loop.call_later(2, lambda: None)", "scheduled", "lambda"),
    ("loop.call_later(2, print, 'late')", "scheduled", "print"),
    ("loop.call_at(2, stop.set)", "scheduled", "stop.set"),
    ("loop.call_later(2, other.cancel)", "scheduled", "other.cancel"),
    ("loop.call_later(2, asyncio.current_task().cancel)", "deadlines", "main"),
    ("next(asyncio.as_completed([stop.wait()], timeout=2)).close()", "deadlines", "main"),
])
def test_every_timer_is_there(call: str, queue: str, whose: str) -> None:
    own = on_asyncio(f"""
        async def main():
            loop, stop = asyncio.get_running_loop(), asyncio.Event()
            other = loop.call_soon(print)
            {call}
            print("set")
    """)
    assert timers(own) == [(queue, whose, 2.0)]


def test_a_timer_that_is_taken_back_lapses_and_one_that_rings_has_rung() -> None:
    own = on_asyncio("""
        async def main():
            loop = asyncio.get_running_loop()
            late = loop.call_later(1, print, "late")
            later = loop.call_later(2, print, "later")
            later.cancel()
            await asyncio.sleep(3)
    """)
    told = {kind: [n for event in events(own) for n in event.get(kind, ())] for kind in ("rings", "lapses")}
    assert told == {"rings": [1, 3], "lapses": [2]}


ASKED = """
class Proxy:
    def __getattribute__(self, name): raise RuntimeError(name)
    def __eq__(self, other): raise RuntimeError("eq")
    def __hash__(self): raise RuntimeError("hash")
    def __len__(self): raise RuntimeError("len")
    def __bool__(self): raise RuntimeError("bool")
    def __repr__(self): raise RuntimeError("repr")

class Loud:
    coro = cancelled = name = __dict__ = property(lambda self: print("asked"))
    def __getattr__(self, name): print(name)

class Words(str):
    def __repr__(self): raise RuntimeError("repr")
    def __len__(self): raise RuntimeError("len")

class Numbers(list):
    def __iter__(self): raise RuntimeError("iter")
    def __len__(self): raise RuntimeError("len")

class Meta(type):
    def __getattribute__(cls, name): raise RuntimeError(name)

class Odd(metaclass=Meta):
    pass

class Wrong(Exception):
    args = property(lambda self: print("asked"))

class Holder:
    def __init__(self):
        self.proxy, self.loud = Proxy(), Loud()

    async def run(self, proxy, loud):
        words, numbers, odd = Words("a"), Numbers([1]), Odd()
        both, queue = [proxy, loud, words], asyncio.Queue()
        await queue.put(proxy)
        await asyncio.sleep(1, loud)
        try:
            raise Wrong("x")
        except Wrong as wrong:
            await asyncio.wait_for(asyncio.sleep(1, proxy), 3)
        return loud

async def main():
    holder = Holder()
    await asyncio.create_task(holder.run(holder.proxy, holder.loud))
    print("fine")
"""


def test_no_object_of_a_program_is_asked_anything() -> None:
    own = on_asyncio(ASKED)
    assert (own.error, own.output) == (None, ["fine"])
    assert variables(own, "words")[-1] == "'a'"


def test_a_long_loop_is_neither_cut_nor_kept() -> None:
    own = own_of("""
        import asyncio

        table = []
        for n in range(20_000):
            if n % 3 == 1:
                table.append(n)

        async def main():
            await asyncio.sleep(1)
            print(len(table))

        asyncio.run(main())
    """)
    assert (own.output, own.ending) == (["6667"], "")
    assert len(events(own)) < 400
    assert sum(event.get("untold", 0) for event in events(own)) > 40_000


def test_who_has_done_enough_is_ended_without_a_word_on_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(limited, "MOST_EVENTS", 500)
    own = on_asyncio("""
        async def work():
            while True:
                await asyncio.sleep(1)

        async def main():
            await asyncio.gather(*(work() for _ in range(50)))
    """)
    assert (own.ending, len(events(own)), capfd.readouterr()) == ("too long", 500, ("", ""))


def test_what_a_generator_hands_to_a_loop_is_no_request_of_its_task() -> None:
    own = on_asyncio("""
        async def users():
            for n in range(2):
                await asyncio.sleep(1)
                yield f"users-{n}"

        async def main():
            async for user in users():
                print(user)
    """)
    assert own.recording is not None
    recording = read(own.recording, own.texts)
    words = [loudly(recording, step) for step in recording.steps]
    handed = [each for each in words if "users-" in each and each[0] == "u"]
    assert handed == ["users yields 'users-0'", "users yields 'users-1'"]


def test_recursion_ends_as_it_does_alone_and_has_one_lane() -> None:
    own = on_asyncio("""
        import sys

        async def deep(n):
            return await deep(n + 1)

        async def main():
            try:
                await deep(0)
            except RecursionError:
                print("too deep")
            later = asyncio.create_task(asyncio.sleep(1, "goes on"), name="later")
            print(await later, sys.getrecursionlimit())
    """)
    assert own.recording is not None and own.output == ["too deep", f"goes on {sys.getrecursionlimit()}"]
    story = read(own.recording, own.texts)
    depth = sum(event["ev"] == "raise" for event in story.events)
    assert len(set(story.folded)) == 3 and abs(sys.getrecursionlimit() - depth) < 20
    assert story.moments[-1].stack == (0,) and [lane for lane, _by in story.wakers[max(story.wakers)]] == [1]


def test_who_ends_wakes_even_if_another_task_runs_before_it_is_told() -> None:
    own = on_asyncio("""
        async def quick():
            await asyncio.sleep(1)

        async def slow():
            await asyncio.sleep(1)
            await asyncio.sleep(1)

        def both(quick_one, slow_one):
            return asyncio.create_task(quick(), name=quick_one), asyncio.create_task(slow(), name=slow_one)

        async def any_of(tasks):
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)

        async def main():
            first = both("A", "B")
            await any_of(first)
            await asyncio.gather(*first)
            async with asyncio.TaskGroup() as group:
                group.create_task(quick(), name="C")
                last = asyncio.create_task(slow(), name="D")
            await last
            shielded, other = both("E", "F")
            await asyncio.shield(shielded)
            await other
    """)
    assert own.recording is not None
    story = read(own.recording, own.texts)
    names = [each["name"] for each in story.lanes]
    pairs = [(names[lane], names[by]) for each in story.wakers.values() for lane, by in each]
    assert pairs == [("main", name) for name in "ABCDEF"]


def test_tasks_are_not_asked_at_each_event(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cost of an event does not depend on how many there are."""
    asked = [0]
    real = Asyncio._ask_all

    def ask_all(this: Asyncio, *args: Any) -> None:
        asked[0] += 1
        real(this, *args)

    monkeypatch.setattr(Asyncio, "_ask_all", ask_all)
    own = on_asyncio("""
        async def work():
            for _ in range(10):
                await asyncio.sleep(0)

        async def main():
            await asyncio.gather(*(work() for _ in range(50)))
    """)
    assert len(events(own)) > 2000
    assert asked[0] < 70  # where a task begins or ends


@pytest.mark.parametrize("wait", ["await asyncio.sleep({})", "time.sleep({})"])
def test_who_sleeps_for_what_is_left_by_rounding_goes_on_one_day(wait: str) -> None:
    own = on_asyncio(f"""
        import time

        async def main():
            tokens, last = 1 - 1e-16, time.monotonic()
            while tokens < 1:
                {wait.format("(1 - tokens) / 10")}
                now = time.monotonic()
                tokens, last = tokens + (now - last) * 10, now
            end = time.monotonic() + 0.5
            await asyncio.sleep(0.5 - 1e-10)
            while (rest := end - time.monotonic()) > 0:
                {wait.format("rest")}
            print(round(time.monotonic(), 3))
    """)
    assert own.ending == "" and own.output == ["0.5"]


def test_a_timer_that_sends_a_signal_is_called_so() -> None:
    own = on_asyncio("""
        import os, signal

        async def main():
            before = signal.signal(signal.SIGUSR1, lambda *args: print("here"))
            asyncio.get_running_loop().call_later(1, signal.raise_signal, signal.SIGUSR1)
            await asyncio.sleep(2)
            signal.signal(signal.SIGUSR1, before)
    """)
    assert own.output == ["here"]
    assert timers(own)[0][:2] == ("scheduled", "raise_signal"), timers(own)


def test_two_locks_of_one_name_are_two_places_and_one_lock_is_one() -> None:
    own = on_asyncio("""
        async def use(lock):
            async with lock:
                await asyncio.sleep(3)

        async def main():
            oven, grill = asyncio.Lock(), asyncio.Lock()
            async with oven, grill:
                uses = [asyncio.create_task(use(lock), name=name) for name, lock in
                    [("fish", oven), ("bread", grill), ("rice", oven), ("soup", grill)]]
                await asyncio.sleep(1)
            await asyncio.wait(uses)
            async with grill:
                egg = asyncio.create_task(use(grill), name="egg")
                await asyncio.sleep(1)
            await egg
    """)
    told = [event["queues"] for event in events(own) if "queues" in event]
    there = [{name: [item[1] for item in items] for name, items in each.items() if "lock" in name} for each in told]
    assert {"lock.acquire": ["fish", "rice"], "lock.acquire 2": ["bread", "soup"]} in there
    texts = [name for each in there for name, items in each.items() if {*items} & {"bread", "soup", "egg"}]
    assert set(texts) == {"lock.acquire 2"}, "it keeps its name"


def test_who_hears_a_socket_of_the_program_is_woken_by_nobody() -> None:
    own = on_asyncio("""
        import socket

        async def hear(sock):
            sock.setblocking(False)
            print(await asyncio.get_running_loop().sock_recv(sock, 9))

        async def main():
            ours, anns = socket.socketpair()
            with ours, anns:
                task = asyncio.create_task(hear(ours), name="waiter")
                await asyncio.sleep(1)
                anns.send(b"tea")
                await task
    """)
    assert [event["ready"] for event in events(own) if event["ev"] == "looks"] == [["socket 1 READ"]]
    assert own.recording is not None
    woken = read(own.recording, own.texts).wakers
    names = lanes(own)
    assert [(names[lane], names[by]) for pairs in woken.values() for lane, by in pairs] == [("main", "waiter")]


def test_who_is_cancelled_when_main_has_ended_is_not_woken_by_it() -> None:
    own = on_asyncio("""
        async def eat():
            await asyncio.sleep(9)

        async def main():
            task = asyncio.create_task(eat(), name="Bob")
            await asyncio.sleep(1)
    """)
    assert own.recording is not None
    assert read(own.recording, own.texts).wakers == {}


def told(own: Own) -> list[str]:
    """Return what stands in the table's rows: who, and the notes."""
    assert own.recording is not None
    story = read(own.recording, own.texts)
    rows = beats(story)
    notes = Notes(story, rows)
    return [f"{story.lanes[row.lane]['name']}: {'; '.join(note.text for note in notes.of(row))}" for row in rows]


def test_who_cancels_whom_is_said_and_which_deadline_strikes() -> None:
    own = on_asyncio("""
        async def boat():
            await asyncio.sleep(5)

        async def fleet():
            await asyncio.gather(boat(), boat())

        async def main():
            task = asyncio.create_task(fleet(), name="fleet")
            await asyncio.sleep(1)
            task.cancel("storm")
            await asyncio.wait([task])
            for limit in (2, 0):
                try:
                    async with asyncio.timeout(3), asyncio.timeout(limit):
                        await asyncio.sleep(9)
                except TimeoutError:
                    print("late")
    """)
    clauses = [clause for row in told(own) for clause in row.partition(": ")[2].split("; ")]
    said = [each for each in clauses if any(verb in each for verb in ("cancels", "strikes", "woken"))]
    assert said == [
        "main cancels fleet", "main cancels boat", "main cancels boat 2", "fleet is woken by boat 2",
        "main is woken by fleet", "the deadline of main strikes (2\xa0s)", "the deadline of main strikes (0\xa0s)",
    ]
    assert [due for queue, _lane, due in timers(own) if queue == "deadlines"] == [4.0, 3.0, 6.0, 3.0]


def test_what_is_printed_by_finally_after_a_hang_is_output() -> None:
    own = own_of("""
        import asyncio

        async def main():
            try:
                await asyncio.Event().wait()
            finally:
                print("cleaned")

        try:
            asyncio.run(main())
        finally:
            print("outer")
    """)
    assert (own.ending, own.status, own.output, own.error) == ("hangs", 1, ["cleaned", "outer"], None)
    assert all(event["ev"] != "print" for event in events(own)), "and no part of the run"


def test_who_blocks_all_others_is_named() -> None:
    own = on_asyncio("""
        import time

        async def bad():
            time.sleep(0.4)

        async def main():
            await asyncio.gather(asyncio.sleep(0.1), bad())
    """)
    assert "bad: blocks for 0.4\xa0s" in " ".join(told(own)) and "sleep() waits" not in " ".join(told(own))


def test_whose_lock_it_is_and_who_has_it() -> None:
    own = on_asyncio("""
        class House:
            def __init__(self):
                self.desk = asyncio.Lock()

        async def main():
            north, beds = House(), {"south": asyncio.Lock()}
            async with north.desk, beds["south"]:
                task = asyncio.create_task(use(north), name="one"), asyncio.create_task(use(beds), name="two")
                await asyncio.sleep(1)
            await asyncio.wait(task)

        async def use(owner):
            async with owner.desk if isinstance(owner, House) else owner["south"]:
                pass
    """)
    said = "; ".join(told(own))
    assert "one: asks for owner.desk.acquire(); main has it" in said
    assert "two: asks for owner['south'].acquire(); main has it" in said
    assert own.recording is not None
    story = read(own.recording, own.texts)
    words = [happening(story, number) for number in range(len(story.steps))]
    assert any(each.endswith("one waits for owner.desk.acquire; main has it") for each in words)


LOST = """
    import asyncio, logging, sys
    {}
    background = set()

    async def note():
        raise KeyError("dee")

    async def main():
        background.add(asyncio.create_task(note(), name="note"))
        await asyncio.sleep(1)
        asyncio.get_running_loop().call_exception_handler({{"message": "told"}})

    asyncio.run(main())
"""
CONFIGURED = "logging.basicConfig(stream=sys.stdout, format='%(levelname)s %(name)s %(message).40s')"


@pytest.mark.parametrize(("line", "said"), [
    ("", ["told", "Task exception was never retrieved: KeyError: 'dee'"]),
    (CONFIGURED, ["ERROR asyncio told", "ERROR asyncio Task exception was never retrieved", "futur"]),
])
def test_what_asyncio_logs_goes_where_the_program_has_it(line: str, said: list[str]) -> None:
    """Also of a task that lives until the end of the interpreter."""
    own = own_of(LOST.format(line))
    assert [each[: len(words)] for each, words in zip(own.output, said)] == said


@pytest.mark.parametrize(("loop", "ending"), [
    ("while not found:", "again"), ("for _ in range(30):", ""), ("while len(found) < 30:\n        found.append(1)", ""),
])
def test_a_poll_without_news_is_ended_as_a_hang_is(loop: str, ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a test fails that polls, and not the session. What counts, or has a timer, goes on."""
    monkeypatch.setattr(news, "ROUNDS", 20)
    monkeypatch.setattr(news, "OFTEN", 4)
    own = own_of(f"""
import asyncio

async def main():
    found = []
    try:
        await asyncio.wait_for(asyncio.create_task(late()), 9)
    except TimeoutError:
        print("late")
    {loop}
        await asyncio.sleep(0.1)

async def late():
    while True:
        await asyncio.sleep(0.1)

try:
    asyncio.run(main())
except RuntimeError as error:
    print(error)
""")
    assert (own.ending, own.error) == (ending, None)
    assert own.output == ["late", *["it has waited 5000 times, and nothing new was seen"] * bool(ending)]


def test_what_is_asked_for_and_given_is_told_as_the_program_has_it() -> None:
    own = on_asyncio("""
        async def leaf(barrier):
            await asyncio.sleep(0.1 * 3)
            print(await barrier.wait())

        async def main():
            async with asyncio.TaskGroup() as group:
                barrier = asyncio.Barrier(3)
                group.create_task(leaf(barrier), name="one")
                await asyncio.gather(asyncio.gather(leaf(barrier)), leaf(barrier))
    """)
    said = "; ".join(told(own))
    assert own.output == ["2", "0", "1"] and "gets" not in said.replace("main: gets [[None], None]", "")
    assert "asks for sleep(0.3)" in said and "asks for gather(gather(leaf), leaf 2)" in said


def test_a_task_that_is_called_like_its_function_has_no_name_of_its_own() -> None:
    """As AnyIO calls them, with the module: they are told apart by their arguments."""
    own = on_asyncio("""
        async def make(n):
            await asyncio.sleep(n)

        async def main():
            tasks = [asyncio.create_task(make(n), name="shop.orders.make") for n in (1, 2)]
            await asyncio.wait([*tasks, asyncio.create_task(make(3), name="shop.last")])
    """)
    assert lanes(own) == ["loop", "main", "make(1)", "make(2)", "shop.last"]
