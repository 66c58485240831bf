"""Bounded queues: ours and asyncio's, against a model; nothing is lost or there twice."""
from __future__ import annotations

# mypy: allow-untyped-calls
from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from ghetto_asyncio.together import both, queue
from tests.support.loops.worlds import either, ended, within

pytestmark = pytest.mark.usefixtures("lean_asyncio")


@dataclass
class Person:
    """Somebody who puts and gets; each time as long as they have patience, and until they are cancelled."""

    acts: list[tuple[str, int, int | None]]
    """What to do, how many seconds to rest before, and how many to wait for it at most."""
    cancelled: int | None
    waits_for: str = ""


SECONDS = st.integers(0, 3)
PEOPLE = st.lists(
    st.builds(
        Person,
        st.lists(st.tuples(st.sampled_from(["put", "get"]), SECONDS, st.none() | SECONDS), max_size=6),
        st.none() | st.integers(0, 9),
    ),
    min_size=2, max_size=6,
)


@dataclass
class Table:
    """A queue with a model beside it, and who waits for what."""

    world: Any
    queue: Any
    maxsize: int
    model: deque[int] = field(default_factory=deque)
    number: int = 0
    line: dict[str, list[int]] = field(default_factory=lambda: {"put": [], "get": []})
    """Who had to wait, in the order in which they asked."""

    async def live(self, person: Person) -> None:
        for what, rest, patience in person.acts:
            await self.world.sleep(rest)
            try:
                async with within(self.world, 1000 if patience is None else patience):
                    await self.act(person, what)
            except TimeoutError:
                pass
            finally:
                person.waits_for = ""

    async def act(self, person: Person, what: str) -> None:
        """Put or get, and do the same to the model, before anybody else runs."""
        person.waits_for = what
        mine = self.number = self.number + 1
        semaphore = getattr(self.queue, {"put": "room", "get": "there"}[what], None)
        in_line = semaphore is not None and semaphore.locked()
        if in_line:
            self.line[what].append(mine)
        try:
            if what == "put":
                await self.queue.put(mine)
                self.model.append(mine)
            else:
                assert await self.queue.get() == self.model.popleft()
            assert not in_line or self.line[what][0] == mine, "somebody has got past somebody"
        finally:
            if in_line:
                self.line[what].remove(mine)
        assert self.queue.qsize() == len(self.model)
        assert not self.maxsize or len(self.model) <= self.maxsize


async def evening(world: Any, people: list[Person], maxsize: int) -> None:
    """Let people put and get until nobody can, and compare with the model."""
    table = Table(world, world.Queue(maxsize), maxsize)
    tasks = [await world.spawn(table.live(person)) for person in people]

    async def cancel_at(person: Person, task: Any) -> None:
        if person.cancelled is not None:
            await world.sleep(person.cancelled)
            await world.cancel(task)

    for person, task in zip(people, tasks):
        await world.spawn(cancel_at(person, task))
    await world.sleep(500)
    waiting = {person.waits_for for person in people}
    assert "get" not in waiting or not table.model, "somebody waits, and there is something"
    assert "put" not in waiting or len(table.model) == maxsize, "somebody waits, and there is room"
    for task in tasks:
        await world.cancel(task)
        assert await ended(world, task) in ("returned None", "CancelledError")
    left = [await table.queue.get() for _ in range(table.queue.qsize())]
    assert left == list(table.model)


def try_evenings(world: Any, number: int, phases: Collection[Phase] = tuple(Phase)) -> None:
    """Invent so many evenings, and spend them."""

    @settings(max_examples=number, report_multiple_bugs=False, phases=phases)
    @given(people=PEOPLE, maxsize=st.integers(0, 3))
    def spend(people: list[Person], maxsize: int) -> None:
        for person in people:
            person.waits_for = ""
        world.run(evening(world, people, maxsize))

    spend()


@either
def test_no_item_is_lost_or_there_twice_whoever_is_cancelled(world: Any) -> None:
    try_evenings(world, 100)


class Careless(queue.Queue):
    """Frees the room before it has the item."""

    async def get(self) -> Any:
        await self.room.release()
        await self.there.acquire()
        return self.take()


class Forgetful(queue.Queue):
    """Takes the item first, and then waits for something else."""

    async def get(self) -> Any:
        await self.there.acquire()
        item = self.take()
        await both.ours.sleep(1)
        await self.room.release()
        return item


@pytest.mark.parametrize("kind", [Careless, Forgetful])
def test_the_model_finds_what_a_careless_queue_loses(kind: Any) -> None:
    world: Any = type("World", (both.Ours,), {"Queue": kind})()
    with pytest.raises((AssertionError, IndexError)):
        try_evenings(world, 1000, [Phase.generate])  # and look for no shorter one
