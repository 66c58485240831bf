"""Cancelled at any moment, once or twice, a transaction ends; and no pool loses a place, or mixes up answers."""

from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import random
from types import ModuleType

import pytest

from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.monday import leak_bug, pool, reuse_bug, sheltered, transaction
from ghetto_asyncio.monday.ann_and_eve import visit
from ghetto_asyncio.monday.cancelled_at import sent

MOMENTS = [0, 0.25, 0.75, 1.25, 1.75, 2.25, 2.75, 3.25]


@pytest.mark.parametrize("first", MOMENTS)
def test_a_transaction_has_an_end_whenever_it_is_cancelled(first: float) -> None:
    for second in (each for each in MOMENTS if each >= first):
        for order, ends in (transaction.order, ["bye"]), (sheltered.order, ["ROLLBACK", "RESET"]):
            heard = sent(order, first, second).split()
            assert not heard or heard == ["BEGIN", "INSERT", "COMMIT"] or heard[-len(ends):] == ends, second


async def rush(module: ModuleType, seed: int) -> bool:
    """Let thirty clients in a hurry share three connections; say whether three patient ones are served well then."""
    lots, shared = random.Random(seed), module.Pool(3)

    async def client(name: str, patience: float) -> tuple[str, str]:
        await asyncio.sleep(lots.random() * 9)
        return name, await visit(shared, name, patience)

    impatient = [client(str(number), lots.random() * 4) for number in range(30)]
    answers = await asyncio.gather(*impatient)
    answers += await asyncio.gather(*(client(name, 30) for name in ("Ann", "Bob", "Eve")))
    patient = dict(answers[-3:])
    well = all(answer in ("gone", f"answer to orders of {name}") for name, answer in answers)
    return well and "gone" not in patient.values() and len(shared.idle) <= 3


@pytest.mark.parametrize(("module", "good"), [(pool, True), (leak_bug, False), (reuse_bug, False)])
def test_a_pool_loses_nothing_in_a_rush(module: ModuleType, good: bool) -> None:
    for seed in range(5):
        with asyncio.Runner(loop_factory=AsyncioLoop) as runner:
            assert runner.run(rush(module, seed)) is good


@pytest.mark.parametrize(("inside", "answer"), [(True, "answer to orders of Ann"), (False, "answer to orders of Eve")])
def test_a_pool_hears_only_of_an_error_that_leaves_the_block(inside: bool, answer: str) -> None:
    async def main() -> str:
        shared = pool.Pool(1)
        if inside:
            async with shared.connection() as conn:
                with pytest.raises(TimeoutError):
                    async with asyncio.timeout(0.5):
                        await conn.ask("orders of Ann")
        else:
            assert await visit(shared, "Ann", 1.5) == "gone"
        return str(await visit(shared, "Eve", 9))

    with asyncio.Runner(loop_factory=AsyncioLoop) as runner:
        assert runner.run(main()) == answer
