"""Random programs run alike on the plain kernel and on the quick ones; and what the quick ones must not keep."""
from __future__ import annotations

# mypy: allow-untyped-calls
from typing import Any

import pytest

from ghetto_asyncio.cancellation.timeout import timeout_after
from ghetto_asyncio.kernel.traps import schedule, sleep, spawn
from ghetto_asyncio.together import ops
from tests.support.loops.main_loops import pair
from tests.support.loops.quick_kernels import KERNELS
from tests.support.loops.small_programs import Program

QUICK = {name: kernel for name, kernel in KERNELS.items() if name != "plain"}
on_quick = pytest.mark.parametrize("kernel", QUICK.values(), ids=QUICK)


def different(kernel: type[Any], capsys: Any, programs: range) -> list[int]:
    """Return the numbers of the programs that run otherwise than on the plain kernel."""
    found = []
    for seed in programs:
        runs = [(Program(seed).run_on(each), capsys.readouterr().out) for each in (KERNELS["plain"], kernel)]
        found += [seed] * (runs[0] != runs[1])
    return found


@on_quick
def test_random_programs_have_the_same_log_on_each_kernel(kernel: type[Any], capsys: Any) -> None:
    assert different(kernel, capsys, range(750)) == []


def test_a_kernel_that_forgets_who_was_interrupted_in_the_queue_is_found(capsys: Any) -> None:
    kind: Any = QUICK["quick"]

    class Forgetful(kind):  # type: ignore[misc]
        def interrupt(self, task: Any, error: BaseException) -> None:
            super().interrupt(task, error)
            task.calm = True

    assert different(Forgetful, capsys, range(200))


@on_quick
def test_its_calls_hear_the_end_of_data(kernel: type[Any]) -> None:
    async def main() -> list[bytes]:
        reader = await ops.spawn(ops.sock_recv(ours, 10))
        await ops.sleep(1)
        await ops.sock_sendall(theirs, b"Ann")
        theirs.close()
        return [await reader.join(), await ops.sock_recv(ours, 10), await ops.sock_recv(ours, 10)]

    ours, theirs = pair()
    with ours, theirs:
        assert kernel().run(main()) == [b"Ann", b"", b""]


@on_quick
def test_a_million_timeouts_that_were_left_in_time_are_not_kept(kernel: type[Any]) -> None:
    async def main() -> int:
        for _ in range(20_000):
            async with timeout_after(1000):
                await schedule()
        return len(running.timeouts.heap)

    running = kernel()
    assert running.run(main()) <= 66


@on_quick
def test_what_a_switch_costs_does_not_grow_with_those_who_sleep(kernel: type[Any]) -> None:
    """Counted, not timed: while somebody is ready and nobody is due, no heap is touched, whatever its size."""
    async def main() -> None:
        tasks = [await spawn(sleep(1000)) for _ in range(300)]
        await schedule()
        before = running.sleepers.heap[:]
        looked.clear()
        for _ in range(100):
            await schedule()
        assert running.sleepers.heap == before
        for task in tasks:
            await task.cancel()

    class Counting(kernel):  # type: ignore[misc]
        def wait(self) -> None:
            looked.append(self)
            super().wait()

    looked: list[Any] = []
    running = Counting()
    running.run(main())
    assert not looked
