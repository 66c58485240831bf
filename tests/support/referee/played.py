"""Kernels that play random programs under a referee, and the checks afterwards."""
from __future__ import annotations

# mypy: allow-untyped-calls
import inspect
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from io import StringIO
from typing import Any

from ghetto_asyncio.kernel import ops
from ghetto_asyncio.together import ops as quick_ops
from ghetto_asyncio.together import watched
from tests.support.referee.programs import Program, Stage
from tests.support.referee.referee import Referee

PATIENCE = 500
"""More rounds than any program needs."""


class Spins(BaseException):
    """A kernel goes round and round."""


def refereed(kind: type[Any]) -> type[Any]:
    """Return a kernel that tells a referee its acts."""

    class Task(kind.new_task):  # type: ignore[misc, name-defined]
        """Tells of a task that is closed before its end."""

        def close(self) -> None:
            me = next((actor for actor in REFEREE[0].actors if actor.task is self), None)
            if me and inspect.getcoroutinestate(self.coro) != inspect.CORO_CLOSED:
                REFEREE[0].cuts(me)
            super().close()

    class Kernel(kind):  # type: ignore[misc]
        """Tells when it looks at its clock, gives up, and closes."""

        new_task = Task
        ops = quick_ops if issubclass(kind, watched.Kernel) else ops
        left = PATIENCE
        careful = True

        def wait(self) -> None:
            self.left -= 1
            if self.left < 0 or REFEREE[0].complaints:
                raise Spins
            if self.careful:
                self.look()
            before = self.trap_clock()
            try:
                super().wait()
            except RuntimeError:
                REFEREE[0].gives_up()
                raise
            REFEREE[0].looks(before)

        def look(self) -> None:
            """See that everybody is in one place, and knows in which."""
            there = found(self)
            for task in self.tasks:
                places = [place for place, tasks in there if any(one is task for one in tasks)]
                number = sum(one is task for _place, tasks in there for one in tasks)
                right = number == 1 and places[0] is task.place
                REFEREE[0].check(right, None, f"task {task.name} is in {number} places")
            strangers = [one for _place, tasks in there for one in tasks if one not in self.tasks]
            REFEREE[0].check(not strangers, None, "somebody waits who has ended")

        def close(self) -> None:
            REFEREE[0].closes_up()
            super().close()

        def end(self, task: Any, result: Any, error: Any) -> None:
            super().end(task, result, error)
            if not self.tasks:
                empty = not any(tasks for _place, tasks in found(self)) and self.timeouts.next() is None
                REFEREE[0].check(empty, None, "something is left in a place")

    return Kernel


REFEREE: list[Referee] = []
"""The referee of the program that is played now."""


def found(kernel: Any) -> list[tuple[Any, list[Any]]]:
    """Return the places and the tasks in each."""
    sockets = kernel.sockets
    if hasattr(sockets, "waiting"):
        reading = [task for tasks in sockets.waiting.values() for task in tasks.values()]
    else:
        reading = [task for key in sockets.selector.get_map().values() for task in key.data.values()]
    ends = [actor.task.joiners for actor in REFEREE[0].actors if actor.task]
    asleep = [entry[2] for entry in kernel.sleepers.heap if entry[2].deadline is entry]
    places = [(place, list(place)) for place in (kernel.ready, *REFEREE[0].places, *ends)]
    return [(kernel.sleepers, asleep), (sockets, reading), *places]


def play(kernel_type: type[Any], program: Program, careful: bool = True) -> list[str]:
    """Play a program on a new kernel; return the faults."""
    with ExitStack() as stack:
        kernel = kernel_type()
        kernel.careful = careful
        referee = Referee(kernel.trap_clock)
        REFEREE[:] = [referee]
        stage = Stage(program, referee, stack, kernel.ops)
        main = stage.actors[0]
        referee.spawns(main)
        said = StringIO()
        came: BaseException | None = None
        with redirect_stdout(said), redirect_stderr(StringIO()):
            try:
                kernel.run(stage.live(main))
            except BaseException as error:
                came = error
        if referee.complaints:
            return referee.complaints
        if isinstance(came, Spins | AssertionError | AttributeError | KeyError | TypeError):
            return [f"{came!r} came out"]
        lines = [line for line in said.getvalue().splitlines() if not line.startswith("while closing: ")]
        referee.check(sorted(lines) == sorted(referee.failures), None, f"{lines} instead of {referee.failures}")
        right = isinstance(came, RuntimeError) if referee.stuck else came is main.error
        referee.check(right, main, f"{came!r} came out")
        for actor in stage.actors:
            task = actor.task
            referee.check(not kernel.tasks, actor, "tasks are left")
            if task and not actor.cut:
                referee.check(actor.state == "ended" and task.ended, actor, "it has not ended")
                referee.check(task.error is actor.error, actor, f"its error is {task.error!r}, not {actor.error!r}")
                referee.check(task.result == (actor.number if task.error is None else None), actor, "another result")
        return referee.complaints
