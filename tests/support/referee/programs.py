"""Random programs for a kernel, as data; and how a kernel plays one, under the eyes of a referee.

A program is a list of scripts: the first is the main task's, the others belong to tasks that acts may spawn. A
script is a list of acts, such as ("sleep", 2) or ("limit", 3, [...]), whose last item is the script inside.
"""
from __future__ import annotations

# mypy: allow-untyped-calls
import random
import socket
from asyncio import CancelledError
from collections.abc import Awaitable
from contextlib import ExitStack
from types import ModuleType
from typing import Any

from ghetto_asyncio.cancellation.shield import shield
from ghetto_asyncio.cancellation.timeout import TimedOut, timeout_after
from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import close, current_task, park, schedule, sleep, spawn, wake
from tests.support.referee.actors import Actor, Oops
from tests.support.referee.referee import Referee

Act = tuple[Any, ...]
Program = list[list[Act]]

KINDS = (
    ["spawn"] * 2 + ["sleep"] * 5 + ["yield"] * 3 + ["join"] * 3 + ["cancel"] * 4 + ["park"] * 4 + ["wake"] * 4
    + ["recv"] * 3 + ["send"] * 3 + ["pour", "shut", "close", "fail"]
)
WHERE = (0, 0, 0, 1)
"""One place is liked more than the other, and one connection; so people meet."""
BLOCKS = ["limit", "limit", "tidy", "shield", "catch"]
SMALL, MUCH = 3, 9000
"""Bytes for which there is room, and bytes for which there is none."""


def invent(seed: int, most: int = 5) -> Program:
    """Return the program with this number."""
    dice = random.Random(seed)
    number = dice.randrange(1, most + 1)
    scripts = [acts(dice, number, 2) for _ in range(number)]
    begin: list[Act] = [("spawn", other) for other in range(1, number) if dice.random() < 0.8]
    end: list[Act] = [("sleep", 3)] if dice.random() < 0.5 else []
    return [begin + scripts[0] + end, *scripts[1:]]


def acts(dice: random.Random, scripts: int, depth: int) -> list[Act]:
    """Return some acts, with blocks in blocks."""
    found: list[Act] = []
    for _ in range(dice.randrange(6 if depth == 2 else 4)):
        if depth and dice.random() < 0.25:
            kind = dice.choice(BLOCKS)
            inside = acts(dice, scripts, depth - 1)
            match kind:
                case "limit":
                    found.append((kind, dice.choice((0, 1, 1, 2, 3, None)), inside))
                case "tidy":
                    found.append((kind, acts(dice, scripts, depth - 1), inside))
                case _:
                    found.append((kind, inside))
        else:
            kind = dice.choice(KINDS)
            match kind:
                case "sleep":
                    found.append((kind, dice.choice((0, 0, 1, 1, 2, 3))))
                case "yield" | "fail":
                    found.append((kind,))
                case "spawn" | "join":
                    found.append((kind, dice.randrange(scripts)))
                case "cancel":
                    found.append((kind, dice.randrange(scripts), dice.random() < 0.5))
                case "wake":
                    found.append((kind, dice.choice(WHERE), dice.randrange(1, 3)))
                case _:
                    found.append((kind, dice.choice(WHERE)))
    return found


class Mouth(socket.socket):
    """An end of a connection that remembers the bytes it has sent."""

    said = b""

    def send(self, data: Any, flags: int = 0) -> int:
        """Send, and remember."""
        number = super().send(data, flags)
        self.said += bytes(data[:number])
        return number


class Stage:
    """Where a program is played: two places, and two connections if anybody wants them."""

    def __init__(self, program: Program, referee: Referee, stack: ExitStack, ops: ModuleType) -> None:
        self.program, self.referee, self.stack, self.ops = program, referee, stack, ops
        self.actors = [Actor(number) for number in range(len(program))]
        referee.actors = self.actors
        self.places = referee.places = [Place("one table"), Place("another table")]
        self.lines: dict[int, tuple[Mouth, socket.socket]] = {}

    def line(self, number: int) -> tuple[Mouth, socket.socket]:
        """Return a connection, the end for sending first."""
        if number not in self.lines:
            mouth, ear = socket.socketpair()
            self.lines[number] = Mouth(fileno=mouth.detach()), ear
            for end in self.lines[number]:
                self.stack.enter_context(end)
                end.setblocking(False)
            self.lines[number][0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
            self.referee.lines[number] = self.lines[number]
        return self.lines[number]

    async def live(self, me: Actor) -> int:
        """Play a script to its end, with or without an error."""
        me.task = me.task or await current_task()
        self.referee.begins(me)
        try:
            await self.play(me, self.program[me.number])
        except BaseException as error:
            self.referee.ends(me, error)
            raise
        self.referee.ends(me, None)
        return me.number

    async def play(self, me: Actor, script: list[Act]) -> None:
        """Play some acts."""
        for act in script:
            await getattr(self, f"act_{act[0]}")(me, *act[1:])

    async def ask(self, me: Actor, kind: str, what: Any, wish: Awaitable[Any]) -> Any:
        """Wait for something, and let the referee see when it comes."""
        self.referee.asks(me, kind, what)
        try:
            answer = await wish
        except BaseException as error:
            self.referee.fails(me, error)
            raise
        self.referee.passes(me, answer)
        return answer

    async def act_spawn(self, me: Actor, number: int) -> None:
        other = self.actors[number]
        if other.state == "unborn" and number:
            self.referee.spawns(other)
            coro = self.live(other)
            try:
                other.task = await spawn(coro, f"{number}")
            except CancelledError:  # it has been cut
                coro.close()
                raise

    async def act_sleep(self, me: Actor, seconds: float) -> None:
        await self.ask(me, "sleep", self.referee.now() + seconds, sleep(seconds))

    async def act_yield(self, me: Actor) -> None:
        await self.ask(me, "yield", None, schedule())

    async def act_join(self, me: Actor, number: int) -> None:
        other = self.actors[number]
        if other.task:
            try:
                assert await self.ask(me, "join", other, other.task.join()) == number
            except BaseException as error:
                if error is not other.error or error in me.met:
                    raise

    async def act_cancel(self, me: Actor, number: int, blocking: bool) -> None:
        other = self.actors[number]
        if other.task:
            late = other.state == "ended"
            self.referee.cancels(other)
            wish = other.task.cancel(blocking=blocking)
            answer = await (self.ask(me, "cancel", other, wish) if blocking and not late else wish)
            assert answer is not late

    async def act_park(self, me: Actor, number: int) -> None:
        await self.ask(me, "park", number, park(self.places[number]))

    async def act_wake(self, me: Actor, place: int, number: int) -> None:
        self.referee.wakes(place, number)
        await wake(self.places[place], number)

    async def act_recv(self, me: Actor, number: int) -> None:
        try:
            await self.ask(me, "recv", number, self.ops.sock_recv(self.line(number)[1], 5000))
        except (OSError, RuntimeError, ValueError):
            await self.act_yield(me)

    async def act_send(self, me: Actor, number: int, size: int = SMALL) -> None:
        try:
            mouth, data = self.line(number)[0], bytes([me.number + 1]) * size
            await self.ask(me, "send", number, self.ops.sock_sendall(mouth, data))
        except (OSError, RuntimeError, ValueError):
            await self.act_yield(me)

    async def act_pour(self, me: Actor, number: int) -> None:
        await self.act_send(me, number, MUCH)

    async def act_shut(self, me: Actor, number: int) -> None:
        if self.line(number)[0].fileno() != -1:
            self.referee.shut.add(number)
            self.line(number)[0].shutdown(socket.SHUT_WR)

    async def act_close(self, me: Actor, number: int) -> None:
        self.line(number)
        self.referee.closes(number)
        await close(self.line(number)[1])

    async def act_fail(self, me: Actor) -> None:
        me.met.append(Oops(me.number))
        raise me.met[-1]

    async def act_limit(self, me: Actor, seconds: float | None, inside: list[Act]) -> None:
        limit = timeout_after(seconds)
        try:
            async with limit:
                self.referee.limits(me, limit, seconds)
                try:
                    await self.play(me, inside)
                finally:
                    self.referee.unlimits(me, limit)
        except TimeoutError as error:
            self.referee.check(error.__cause__ is limit.error in me.met, me, "the time of another is up")
        else:
            self.referee.check(me.met[-1:] != [limit.error], me, "its time was up, and nobody says so")

    async def act_tidy(self, me: Actor, tidying: list[Act], inside: list[Act]) -> None:
        try:
            await self.play(me, inside)
        finally:
            await self.play(me, tidying)

    async def act_shield(self, me: Actor, inside: list[Act]) -> None:
        async with shield():
            me.shields += 1
            try:
                await self.play(me, inside)
            finally:
                me.shields -= 1

    async def act_catch(self, me: Actor, inside: list[Act]) -> None:
        try:
            await self.play(me, inside)
        except CancelledError as error:
            if me.cut or error not in me.met or isinstance(error, TimedOut):
                raise
