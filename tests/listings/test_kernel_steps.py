"""The kernel grows: what its page says of the steps, and no session shows, on each step and on the last kernel."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import gc
from collections.abc import Awaitable, Callable
from itertools import permutations
from types import ModuleType
from typing import Any

import pytest

from ghetto_asyncio.cancellation import virtual as cancellation
from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.kernel import deadlock, join, join_race_bug, one, sleep, spawn, virtual
from ghetto_asyncio.kernel import kernel as whole
from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.solutions import circle, error, too_late, value
from ghetto_asyncio.kernel.traps import clock, current_task, park, schedule, wake
from ghetto_asyncio.kernel.traps import sleep as take_time
from ghetto_asyncio.kernel.traps import spawn as begin

LAST = [virtual, cancellation]
STEPS: list[ModuleType] = [one, spawn, join, deadlock, sleep]
EXERCISES: list[ModuleType] = [value, error, circle]


def from_step(step: ModuleType) -> Callable[[Any], Any]:
    """Run a test on a step, on all that came later, and on what the exercises make of them."""
    return pytest.mark.parametrize("kernel", [*STEPS[STEPS.index(step):], *LAST, *EXERCISES], ids=lambda m: m.__name__)


def made_by(kernel: type[object]) -> set[str]:
    """Return the methods of a class and of those that it grew from."""
    return {name for each in kernel.__mro__ for name in vars(each) if each is not object and not name.startswith("_")}


def test_each_method_of_a_step_is_in_the_whole_kernel() -> None:
    assert made_by(sleep.Kernel) <= made_by(whole.Kernel)


@from_step(one)
def test_an_error_comes_out_of_run(kernel: ModuleType) -> None:
    async def main() -> None:
        await clock()
        raise ValueError("burnt")

    with pytest.raises(ValueError, match="burnt"):
        kernel.Kernel().run(main())


@from_step(spawn)
def test_who_spawns_goes_on_and_the_child_has_its_turn_in_the_next_round(kernel: ModuleType) -> None:
    log: list[str] = []

    async def tell(name: str, children: int) -> None:
        log.append(name)
        if children:
            await begin(tell(f"{name}.{children}", children - 1))
            await current_task()
            log.append(f"{name} goes on")
        await schedule()
        log.append(f"{name} ends")

    async def main() -> None:
        await begin(tell("Ann", 2))
        await begin(tell("Bob", 0))
        log.append("main")
        for _ in range(9):
            log.append("-")
            await schedule()

    kernel.Kernel().run(main())
    rounds = [part.split() for part in " ".join(each.replace(" ", "_") for each in log).split("-")]
    assert rounds[:5] == [
        ["main"],
        ["Ann", "Ann_goes_on", "Bob"],
        ["Ann.2", "Ann.2_goes_on", "Ann_ends", "Bob_ends"],
        ["Ann.2.1", "Ann.2_ends"],
        ["Ann.2.1_ends"],
    ]


@from_step(spawn)
def test_only_who_parks_gives_up_the_turn(kernel: ModuleType) -> None:
    log: list[str] = []

    async def say(name: str, request: Callable[[], Awaitable[object]]) -> None:
        for _ in range(2):
            log.append(name)
            await request()

    async def main(request: Callable[[], Awaitable[object]]) -> list[str]:
        log.clear()
        for name in "Ann", "Bob":
            await begin(say(name, request))
        for _ in range(5):
            await schedule()
        return log

    assert kernel.Kernel().run(main(clock)) == ["Ann", "Ann", "Bob", "Bob"]
    assert kernel.Kernel().run(main(current_task)) == ["Ann", "Ann", "Bob", "Bob"]
    assert kernel.Kernel().run(main(schedule)) == ["Ann", "Bob", "Ann", "Bob"]


@pytest.mark.parametrize("child", range(4))
@pytest.mark.parametrize("parent", range(4))
@from_step(join)
def test_a_child_may_end_before_or_after_the_join(kernel: ModuleType, parent: int, child: int) -> None:
    """And the kernel with the bug forgets the parent if it was before, in each of the orders."""
    async def rest(rounds: int) -> str:
        for _ in range(rounds):
            await schedule()
        return "tea"

    async def main() -> Any:
        task = await begin(rest(child))
        await rest(parent)
        return await task.join(), await task.join()

    assert kernel.Kernel().run(main()) == ("tea", "tea")

    async def once() -> Any:
        task = await begin(rest(child))
        await rest(parent)
        return await task.join()

    assert join_race_bug.Kernel().run(once()) == (None if parent > child else "tea")


@from_step(join)
def test_all_who_wait_for_an_end_are_told(kernel: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    async def fail() -> None:
        await schedule()
        raise ValueError("burnt")

    async def hear(task: Any) -> str:
        with pytest.raises(ValueError, match="burnt"):
            await task.join()
        return "heard"

    async def main() -> list[str]:
        task = await begin(fail())
        hearers = [await begin(hear(task)) for _ in range(3)]
        return [await each.join() for each in hearers]

    assert kernel.Kernel().run(main()) == ["heard"] * 3
    assert capsys.readouterr().out == ""


@from_step(join)
def test_ctrl_c_in_a_task_ends_the_kernel(kernel: ModuleType) -> None:
    async def interrupted() -> None:
        raise KeyboardInterrupt

    async def main() -> None:
        await begin(interrupted())
        await schedule()
        await schedule()

    with pytest.raises(KeyboardInterrupt):
        kernel.Kernel().run(main())


@from_step(join)
def test_as_many_are_woken_as_somebody_wants(kernel: ModuleType) -> None:
    place, log = Place("the bell"), []

    async def wait(name: str) -> None:
        await park(place)
        log.append(name)

    async def main() -> list[list[str]]:
        for name in "Ann", "Bob", "Eve":
            await begin(wait(name))
        seen = []
        for number in 0, 1, 5, 1:
            await schedule()
            await wake(place, number)
            await schedule()
            seen.append(log.copy())
        return seen

    assert kernel.Kernel().run(main()) == [[], ["Ann"], ["Ann", "Bob", "Eve"], ["Ann", "Bob", "Eve"]]


@from_step(deadlock)
def test_whoever_is_left_is_closed(kernel: ModuleType) -> None:
    left: list[str] = []

    async def wait(name: str) -> None:
        try:
            await park(Place("Godot"))
        finally:
            left.append(name)

    async def main(stay: bool) -> None:
        for name in "Ann", "Bob":
            await begin(wait(name), name)
        await schedule()
        if stay:
            await park(Place("the end"))

    with pytest.raises(RuntimeError, match="main waits for the end, Ann waits for Godot, Bob waits for Godot"):
        kernel.Kernel().run(main(stay=True))
    kernel.Kernel().run(main(stay=False))
    assert sorted(left) == ["Ann", "Ann", "Bob", "Bob"]


@from_step(sleep)
def test_sleepers_wake_in_the_order_of_their_times(kernel: ModuleType) -> None:
    async def nap(name: str, seconds: float, log: list[tuple[str, float]]) -> None:
        await take_time(seconds)
        log.append((name, await clock()))

    async def main(times: tuple[float, ...]) -> None:
        log: list[tuple[str, float]] = []
        tasks = [await begin(nap(f"{number}", seconds, log)) for number, seconds in enumerate(times)]
        for task in tasks:
            await task.join()
        assert log == [(f"{n}", max(0, when)) for n, when in sorted(enumerate(times), key=lambda each: each[1])]

    for times in permutations((3, 0, 1, 1, -2)):
        kernel.Kernel().run(main(times))


@pytest.mark.parametrize("kernel", [join, deadlock, sleep, *LAST], ids=lambda m: m.__name__)
def test_the_forgetful_kernel_is_found_out(kernel: ModuleType) -> None:
    assert not too_late.forgets(kernel.Kernel())
    assert too_late.forgets(join_race_bug.Kernel())


def test_asyncio_does_not_say_who_waits_for_whom() -> None:
    """A loop with a real clock would sleep for ever, and whoever stops it sends the cancelling round the circle."""
    said: list[str] = []

    async def wait(task: asyncio.Task[Any] | None) -> None:
        if task:
            await task

    async def main() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _loop, context: said.append(context["message"]))
        await asyncio.create_task(wait(asyncio.current_task()))

    with pytest.raises(RecursionError), asyncio.Runner(loop_factory=AsyncioLoop) as runner, \
         pytest.raises(RuntimeError, match="nothing will ever happen"):
        runner.run(main())
    gc.collect()
    assert said == ["Task was destroyed but it is pending!"] * 2
