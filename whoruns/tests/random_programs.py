"""Programs on asyncio as people write them, made by chance: the same number gives the same program under each Python.

Each is 20 to 80 lines, prints, and ends, or hangs, or fails. ``helpers`` is a module of another file, which is not
followed: it is there while ``library()`` is.
"""
from __future__ import annotations

import ast
import itertools
import random
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

LIBRARY = '''\
import asyncio
import contextlib
import functools


class Limiter:
    def __init__(self, pause):
        self.pause, self.next, self.lock = pause, 0.0, asyncio.Lock()

    async def take(self, cost=1):
        async with self.lock:
            now = asyncio.get_running_loop().time()
            wait, self.next = max(0.0, self.next - now), max(self.next, now) + cost * self.pause
        await asyncio.sleep(wait)


def retry(times, pause=0.5):
    def decorate(function):
        @functools.wraps(function)
        async def wrapper(*args, **named):
            for n in range(times):
                try:
                    return await function(*args, **named)
                except ValueError:
                    await asyncio.sleep(pause * 2 ** n)
            return None
        return wrapper
    return decorate


def plainly(function):
    @functools.wraps(function)
    def wrapper(*args, **named):
        return function(*args, **named)
    return wrapper


async def guard(coro):
    try:
        return await coro
    except Exception as error:
        return type(error).__name__


def spawn(coro, name=None):
    return asyncio.create_task(guard(coro), name=name)


async def first(*coros):
    tasks = [asyncio.ensure_future(coro) for coro in coros]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return next(n for n, task in enumerate(tasks) if task.done())
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@contextlib.asynccontextmanager
async def timed(seconds):
    try:
        async with asyncio.timeout(seconds):
            yield seconds
    except TimeoutError:
        pass


async def every(pause, times):
    for n in range(times):
        await asyncio.sleep(pause)
        yield n


class Workers:
    def __init__(self, function, count):
        self.queue = asyncio.Queue()
        self.tasks = [asyncio.create_task(self.work(function)) for _ in range(count)]

    async def work(self, function):
        while True:
            item = await self.queue.get()
            try:
                await function(item)
            except ValueError:
                pass
            finally:
                self.queue.task_done()

    async def __aenter__(self):
        return self

    async def __aexit__(self, *error):
        await self.queue.join()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


class Latch:
    def __init__(self):
        self.future = asyncio.get_running_loop().create_future()

    def __await__(self):
        return self.future.__await__()

    def open(self):
        if not self.future.done():
            self.future.set_result("open")


def later(seconds, function, *args):
    return asyncio.get_running_loop().call_later(seconds, function, *args)


async def pause(seconds):
    await asyncio.sleep(seconds)
'''


@contextmanager
def library() -> Iterator[None]:
    """Let a program import ``helpers``."""
    before = sys.modules.get("helpers")
    module = types.ModuleType("helpers")
    exec(compile(LIBRARY, "helpers.py", "exec"), module.__dict__)
    sys.modules["helpers"] = module
    try:
        yield
    finally:
        del sys.modules["helpers"]
        if before is not None:
            sys.modules["helpers"] = before


DISHES = "tea milk egg rice soup cake Ann Bob Eve Tom".split()
FUNCTIONS = "order cook serve fetch boil pour clean count".split()
DELAYS = ("0", "0.25", "0.5", "0.5", "1", "1", "1", "1.5", "2", "0.1", "0.3")
SHARED = {
    "lock": ("lock", "asyncio.Lock()"),
    "sem": ("pool", "asyncio.Semaphore({})"),
    "bounded": ("slots", "asyncio.BoundedSemaphore({})"),
    "cond": ("cond", "asyncio.Condition()"),
    "event": ("bell", "asyncio.Event()"),
    "queue": ("queue", "asyncio.Queue({})"),
    "heap": ("heap", "asyncio.PriorityQueue()"),
    "future": ("answer", "asyncio.get_running_loop().create_future()"),
}
"""Objects that tasks share: {kind: (name, how it is made)}."""
Lines = list[str]


def indented(lines: Lines) -> Lines:
    """Return lines one step to the right."""
    return ["    " + line for line in lines]


class Writer:
    """Writes one program."""

    def __init__(self, seed: int, eager: bool, helps: bool) -> None:
        self.chance = random.Random(seed)
        self.eager = self.likely(0.35) and eager
        kinds = self.chance.sample(list(SHARED), self.chance.randint(2, 5))
        self.shared = {SHARED[kind][0]: kind for kind in kinds}
        self.in_globals = self.chance.random() < 0.3 and "future" not in kinds
        self.helps = self.chance.random() < 0.35 and helps
        self.functions: list[str] = []
        self.calm: set[str] = set()
        """Functions that take a time and end, in any case."""
        self.generators: list[str] = []
        self.managers: list[str] = []
        self.has_shop = self.chance.random() < 0.25
        self.names = 0
        self.names_in_use: list[str] = []
        self.lines_left = 45
        # what the function that is being written has
        self.tasks: list[str] = []
        self.lists: list[str] = []
        self.sync = False

    # ---- pieces

    def pick(self, *each: str) -> str:
        """Return one of some texts."""
        return self.chance.choice(each)

    def likely(self, probability: float) -> bool:
        """Say yes with a probability."""
        return self.chance.random() < probability

    def fresh(self, name: str) -> str:
        """Return a name for a variable that no other one has."""
        self.names += 1
        return f"{name}{self.names}"

    def delay(self) -> str:
        """Return some seconds."""
        return self.chance.choice(DELAYS)

    def known(self, *kinds: str) -> str | None:
        """Return the name of an object of some kinds, or None."""
        found = [name for name, kind in self.shared.items() if kind in kinds]
        return self.chance.choice(found) if found else None

    def arguments(self) -> str:
        """Return the arguments of functions beside a name."""
        return "" if self.in_globals else "".join(f", {name}" for name in self.shared)

    def call(self) -> str:
        """Return a call that makes a coroutine."""
        chance = self.chance.random()
        if self.functions and chance < 0.85:
            call = f'{self.chance.choice(self.functions)}("{self.chance.choice(DISHES)}"{self.arguments()})'
            return f"helpers.guard({call})" if self.helps and self.likely(0.15) else call
        if self.helps and chance < 0.9:
            return f"helpers.pause({self.delay()})"
        queue, event = self.known("queue"), self.known("event")
        if event and chance < 0.93:
            return f"{event}.wait()"
        if queue and chance < 0.95:
            return f"{queue}.get()"
        return f"asyncio.sleep({self.delay()}{self.pick('', ', 7')})"

    def name(self) -> str:
        """Return the name that a task is given, as an argument, or nothing."""
        return f', name="{self.fresh(self.pick("job", "task", "cook"))}"' if self.likely(0.4) else ""

    def block(self, depth: int, most: int = 4) -> Lines:
        """Return some statements of an async function."""
        lines: Lines = []
        for _ in range(self.chance.randint(1, most)):
            if self.lines_left <= 0 and lines:
                break
            lines += self.statement(depth)
        return lines

    def statement(self, depth: int) -> Lines:
        """Return a statement, perhaps with others in it."""
        simple = [
            self.say, self.sleep, self.assign, self.lone, self.make_task, self.use_task, self.use_queue, self.use_event,
            self.use_future, self.call_later, self.use_task, self.make_task, self.wait_for, self.cancel_self,
            self.await_call, self.fail, self.gather, self.wait, self.shield, self.call_soon, self.uncancel,
        ]
        nested = [
            self.hold, self.hold, self.condition, self.deadline, self.group, self.attempt, self.repeat, self.gathered,
            self.as_completed, self.each, self.step, self.manager, self.choose, self.hold_by_hand, self.attempt,
        ]
        if self.helps:
            simple += [self.help, self.help, self.help]
            nested += [self.help_around, self.help_around]
        for _ in range(20):
            kind: Callable[[int], Lines] = self.chance.choice(nested if depth < 3 and self.likely(0.45) else simple)
            if lines := kind(depth + 1):
                self.lines_left -= len(lines) if kind in simple else 2
                return lines
        return ["pass"]

    # ---- statements

    def say(self, _depth: int) -> Lines:
        """Print."""
        return [f'print("{self.pick("a", "b", "c", "d")}", {self.pick("1", "name", "len(name)")})']

    def sleep(self, _depth: int) -> Lines:
        """Sleep."""
        return [f"await asyncio.sleep({self.delay()})"]

    def assign(self, _depth: int) -> Lines:
        """Change a variable."""
        return [self.pick("n += 1", "n = n * 2", "seen.append(n)", "n, text = n + 1, name * 2", "pair = (n, name)")]

    def lone(self, _depth: int) -> Lines:
        """Ask for the task, the time, or the like."""
        return [self.pick(
            "me = asyncio.current_task()", "now = asyncio.get_running_loop().time()",
            "n = asyncio.current_task().cancelling()", "print(round(asyncio.get_running_loop().time(), 3))",
        )]

    def make_task(self, _depth: int) -> Lines:
        """Make a task, or several."""
        if self.likely(0.3):
            name = self.fresh("tasks")
            self.lists.append(name)
            times = self.pick("", " for _ in range(2)", " for _ in range(3)")
            return [f"{name} = [asyncio.create_task({self.call()}){times}]"]
        if self.likely(0.15):
            return [f"asyncio.create_task({self.call()}{self.name()})"]
        name = self.fresh("task")
        self.tasks.append(name)
        if self.helps and self.likely(0.3):
            return [f"{name} = helpers.spawn({self.call()}{self.name()})"]
        return [f"{name} = asyncio.{self.pick('create_task', 'create_task', 'ensure_future')}({self.call()})"]

    def use_task(self, _depth: int) -> Lines:
        """Await a task, cancel it, ask it."""
        if self.lists and self.likely(0.4):
            these = self.chance.choice(self.lists)
            return [*self.chance.choice([
                [f"for each in {these}:", "    each.cancel()"],
                [f"await asyncio.gather(*{these}, return_exceptions=True)"],
                [f"await asyncio.wait({these}, timeout={self.delay()})"],
                [f"{these}[0].cancel()"],
                [f"n = sum(each.done() for each in {these})"],
            ])]
        if not self.tasks:
            return []
        task = self.chance.choice(self.tasks)
        return self.chance.choice([
            [f"await {task}"],
            [f"print(await {task})"],
            [f"{task}.cancel()"],
            [f"{task}.cancel()", f"{task}.cancel()"],
            [f'{task}.cancel("enough")', f"await asyncio.wait([{task}])"],
            [f"print({task}.done(), {task}.cancelling())"],
            ["try:", f"    await {task}", "except asyncio.CancelledError:", "    print('cancelled')"],
            ["try:", f"    await {task}", "except Exception as error:", "    print(type(error).__name__)"],
            [f"{task}.add_done_callback({self.pick('ended', 'lambda done: print(done.cancelled())')})"],
            [f"asyncio.get_running_loop().call_later({self.delay()}, {task}.cancel)"],
        ])

    def use_queue(self, _depth: int) -> Lines:
        """Put something into a queue, or take it out."""
        queue = self.known("queue", "heap")
        if queue is None:
            return []
        item = "(n, name)" if self.shared[queue] == "heap" else self.pick("n", "name", "(n, name)")
        return self.chance.choice([
            [f"await {queue}.put({item})"],
            [f"await {queue}.put({item})"],
            [f"item = await {queue}.get()"],
            [f"item = await {queue}.get()", "print(item)", f"{queue}.task_done()"],
            ["try:", f"    {queue}.put_nowait({item})", "except asyncio.QueueFull:", "    print('full')"],
            ["try:", f"    item = {queue}.get_nowait()", "except asyncio.QueueEmpty:", "    print('empty')"],
            [f"n = {queue}.qsize()"],
            [f"await {queue}.join()"],
        ])

    def use_event(self, _depth: int) -> Lines:
        """Set an event, or wait for it."""
        event = self.known("event")
        return [] if event is None else [self.pick(
            f"{event}.set()", f"{event}.set()", f"await {event}.wait()", f"{event}.clear()",
        )]

    def use_future(self, _depth: int) -> Lines:
        """Give a future its result, or await it."""
        future = self.known("future")
        return [] if future is None else self.chance.choice([
            [f"if not {future}.done():", f"    {future}.set_result(n)"],
            [f"if not {future}.done():", f'    {future}.set_exception(ValueError("no"))'],
            [f"{future}.cancel()"],
            [f"n = await {future}"],
            [f"print(await asyncio.shield({future}))"],
            ["try:", f"    await {future}", "except (ValueError, asyncio.CancelledError):", "    print('never')"],
        ])

    def called(self) -> str:
        """Return a function, and its arguments, that a loop is to call."""
        ways = ['ring, "late"', 'lambda: print("lambda")', 'print, "built in"', 'functools.partial(ring, "partly")']
        event, queue, future = self.known("event"), self.known("queue"), self.known("future")
        if self.has_shop:
            ways += ["shop.close", "shop.close"]
        if event:
            ways.append(f"{event}.set")
        if queue:
            ways.append(f'lambda: {queue}.put_nowait("put") if not {queue}.full() else None')
        if future:
            ways += [f"lambda: {future}.done() or {future}.set_result(9)", f"give, {future}"]
        ways += [f"{task}.cancel" for task in self.tasks[:1]]
        return self.chance.choice(ways)

    def call_later(self, _depth: int) -> Lines:
        """Let the loop call something."""
        handle = self.fresh("handle")
        lines = [f"{handle} = asyncio.get_running_loop().call_later({self.delay()}, {self.called()})"]
        if self.likely(0.2):
            lines = [
                "loop = asyncio.get_running_loop()",
                f"{handle} = loop.call_at(loop.time() + {self.delay()}, {self.called()})",
            ]
        if self.helps and self.likely(0.2):
            lines = [f"{handle} = helpers.later({self.delay()}, {self.called()})"]
        if self.likely(0.3):
            lines += [*([f"await asyncio.sleep({self.delay()})"] if self.likely(0.5) else []), f"{handle}.cancel()"]
        return lines

    def call_soon(self, _depth: int) -> Lines:
        """Let the loop call something next."""
        return [f"asyncio.get_running_loop().call_soon({self.called()})"] if self.likely(0.5) else []

    def await_call(self, _depth: int) -> Lines:
        """Await a coroutine."""
        return [f"{self.pick('', 'n = ', 'got = ', '')}await {self.call()}"] if self.functions else []

    def wait_for(self, _depth: int) -> Lines:
        """Await something, but not for ever."""
        whom = self.pick(self.call(), self.call(), *self.tasks[-1:])
        return [
            "try:", f"    got = await asyncio.wait_for({whom}, {self.pick(self.delay(), self.delay(), 'None', '3')})",
            "except TimeoutError:", "    print('too late')",
        ]

    def cancel_self(self, _depth: int) -> Lines:
        """Ask itself to end."""
        if not self.likely(0.3):
            return []
        return [
            "asyncio.current_task().cancel()",
            *self.chance.choice([[], [f"await asyncio.sleep({self.delay()})"], [
                "try:", f"    await asyncio.sleep({self.delay()})", "except asyncio.CancelledError:",
                f"    {self.pick('asyncio.current_task().uncancel()', 'n = -1', 'raise')}",
            ]]),
        ]

    def uncancel(self, _depth: int) -> Lines:
        """Survive being asked to end."""
        if not self.likely(0.5):
            return []
        return [
            "try:", f"    await asyncio.sleep({self.delay()})", "except asyncio.CancelledError:",
            "    print('not now', asyncio.current_task().uncancel())",
            *self.chance.choice([[], [f"    await asyncio.sleep({self.delay()})"]]),
        ]

    def fail(self, _depth: int) -> Lines:
        """Raise an error."""
        if not self.likely(0.5):
            return []
        condition = self.pick("if n > 1:", "if len(name) == 3:", 'if name == "tea":', "if n % 2:")
        return [condition, f"    raise {self.pick('ValueError(name)', 'KeyError(n)', 'RuntimeError()')}"]

    def gather(self, _depth: int) -> Lines:
        """Await several at once."""
        calls = ", ".join(self.call() for _ in range(self.chance.randint(1, 3)))
        more = self.pick("", ", return_exceptions=True", ", return_exceptions=True")
        if self.likely(0.2):
            name = self.fresh("task")
            self.tasks.append(name)
            return [f"{name} = asyncio.ensure_future(asyncio.gather({calls}{more}))"]
        return [f"got = await asyncio.gather({calls}{more})"]

    def gathered(self, depth: int) -> Lines:
        """The same, of which one may fail."""
        return ["try:", *indented(self.gather(depth)), "except Exception as error:", "    print(repr(error))"]

    def wait(self, _depth: int) -> Lines:
        """Wait for several."""
        these = self.pick(*self.lists, "", "")
        makes = "".join(f"asyncio.create_task({self.call()}{self.name()}), " for _ in range(2))
        how = self.pick(
            "", f", timeout={self.delay()}", ", return_when=asyncio.FIRST_COMPLETED",
            ", return_when=asyncio.FIRST_EXCEPTION", f", timeout={self.delay()}, return_when=asyncio.FIRST_COMPLETED",
        )
        return [
            f"done, pending = await asyncio.wait({these or f'[{makes[:-2]}]'}{how})",
            "print(len(done), len(pending))",
        ] if self.likely(0.5) else [
            f"done, pending = await asyncio.wait({these or f'[{makes[:-2]}]'}{how})", "for each in pending:",
            "    each.cancel()", "    print('left')",
        ]

    def shield(self, _depth: int) -> Lines:
        """Await something that is not to be cancelled with this one."""
        whom = self.pick(*(self.tasks or [self.call()]))
        return [
            "try:", f"    got = await asyncio.shield({whom})", "except asyncio.CancelledError:",
            "    print('shielded')", *self.chance.choice([[], ["    raise"]]),
        ]

    # ---- statements with others in them

    def hold(self, depth: int) -> Lines:
        """Hold a lock or a semaphore meanwhile."""
        lock = self.known("lock", "sem", "bounded")
        return [] if lock is None else [f"async with {lock}:", *indented(self.block(depth, 3))]

    def hold_by_hand(self, depth: int) -> Lines:
        """The same, by acquire() and release()."""
        lock = self.known("lock", "sem", "bounded")
        return [] if lock is None else [
            f"await {lock}.acquire()", "try:", *indented(self.block(depth, 2)), "finally:", f"    {lock}.release()",
        ]

    def condition(self, depth: int) -> Lines:
        """Wait at a condition, or notify."""
        cond = self.known("cond")
        inner = self.chance.choice([
            [f"{cond}.notify()"], [f"{cond}.notify_all()"], [f"await {cond}.wait()"], [f"await {cond}.wait()"],
            [f"await {cond}.wait_for(lambda: n > 0)"],
            [
                "try:", f"    await asyncio.wait_for({cond}.wait(), {self.delay()})", "except TimeoutError:",
                "    n += 1",
            ],
        ])
        return [] if cond is None else [f"async with {cond}:", *indented(inner + self.block(depth + 1, 2))]

    def deadline(self, depth: int) -> Lines:
        """Do something, but not for ever."""
        how = self.chance.random()
        if how < 0.7:
            head = [f"async with asyncio.timeout({self.pick(self.delay(), self.delay(), self.delay(), 'None')}):"]
        elif how < 0.85:
            head = [f"async with asyncio.timeout_at(asyncio.get_running_loop().time() + {self.delay()}):"]
        else:
            head = [f"async with asyncio.timeout({self.delay()}) as limit:"]
        inner = self.block(depth, 3)
        if how >= 0.85:
            inner.insert(0, self.pick(
                "limit.reschedule(None)", f"limit.reschedule(asyncio.get_running_loop().time() + {self.delay()})",
                "print(limit.expired())",
            ))
        return ["try:", *indented([*head, *indented(inner)]), "except TimeoutError:", "    print('timeout')"]

    def group(self, depth: int) -> Lines:
        """Have some tasks in a group."""
        group = self.fresh("group")
        head = [f"async with asyncio.TaskGroup() as {group}:"]
        for _ in range(self.chance.randint(1, 3)):
            name = self.fresh("task")
            self.tasks.append(name)
            head.append(f"    {name} = {group}.create_task({self.call()}{self.name()})")
        if self.likely(0.5):
            head += indented(self.block(depth, 2))
        if self.likely(0.7):
            return ["try:", *indented(head), "except* (ValueError, KeyError, RuntimeError) as errors:",
                    "    print(len(errors.exceptions))"]
        return head

    def attempt(self, depth: int) -> Lines:
        """Try something."""
        end = self.chance.choice([
            ["except Exception as error:", "    print(type(error).__name__)"],
            ["except asyncio.CancelledError:", "    print('cancelled')", "    raise"],
            ["except asyncio.CancelledError:", "    print('cancelled')"],
            ["finally:", "    print('finally')"],
            ["finally:", f"    await asyncio.sleep({self.delay()})"],
            ["except ValueError as error:", "    raise KeyError(name) from error", "else:", "    n = 5"],
        ])
        return ["try:", *indented(self.block(depth, 3)), *end]

    def repeat(self, depth: int) -> Lines:
        """Do something a few times."""
        if self.likely(0.2):
            left = self.fresh("left")
            return [f"{left} = 2", f"while {left}:", f"    {left} -= 1", *indented(self.block(depth + 1, 2))]
        return [f"for n in range({self.pick('2', '3')}):", *indented(self.block(depth + 1, 2))]

    def choose(self, depth: int) -> Lines:
        """Do one or another thing."""
        lines = [f"if {self.pick('n > 1', 'len(name) == 3', 'n == 0')}:", *indented(self.block(depth, 2))]
        return lines + (["else:", *indented(self.block(depth, 2))] if self.likely(0.3) else [])

    def as_completed(self, _depth: int) -> Lines:
        """Take results as they come."""
        calls = ", ".join(self.call() for _ in range(2))
        if self.eager:
            return []  # which of those comes first that have ended already, asyncio leaves to chance
        timeout = self.pick("", "", f", timeout={self.delay()}")
        lines = [f"for each in asyncio.as_completed([{calls}]{timeout}):"]
        lines.append(f"    {self.pick('n = await each', 'print(await each)')}")
        if self.likely(0.3):
            lines.append("    break")
        errors = "(TimeoutError, ValueError, KeyError, RuntimeError)"
        return ["try:", *indented(lines), f"except {errors}:", "    print('no more')"]

    def each(self, depth: int) -> Lines:
        """Go through an asynchronous generator."""
        ways = [f"{name}({self.pick('2', '3')})" for name in self.generators]
        ways += [f"helpers.every({self.delay()}, 2)"] if self.helps else []
        if not ways:
            return []
        lines = [f"async for n in {self.chance.choice(ways)}:", *indented(self.block(depth + 1, 2))]
        if self.likely(0.3):
            lines += [f"    if n == {self.pick('0', '1')}:", "        break"]
        if self.likely(0.2):
            return [f"seen = [n async for n in {self.chance.choice(ways)}]"]
        return lines

    def step(self, _depth: int) -> Lines:
        """Go through one by hand."""
        if not self.generators:
            return []
        if "source" in self.shared and self.likely(0.6):
            return [self.pick("n = await anext(source, 0)", "print(await anext(source, None))")]
        it = self.fresh("it")
        lines = [f"{it} = {self.chance.choice(self.generators)}(3)", f"n = await anext({it})"]
        for _ in range(self.chance.randint(0, 2)):
            lines += self.chance.choice([
                [f"n = await {it}.__anext__()"], [f"n = await {it}.asend(name)"],
                [f"n = await anext({it}, None)"], [f"await {it}.aclose()"],
                [
                    "try:", f"    n = await {it}.athrow(ValueError('in'))",
                    "except (ValueError, StopAsyncIteration) as error:", "    print(type(error).__name__)",
                ],
                [f"task = asyncio.ensure_future(anext({it}, 0))", "await asyncio.wait([task])"],
                [
                    f"async with contextlib.aclosing({it}):", f"    async for n in {it}:", "        print(n)",
                    "        break",
                ],
            ])
        safe = ["try:", *indented(lines), "except StopAsyncIteration:", "    print('the end')"]
        return safe if self.likely(0.7) else lines

    def manager(self, depth: int) -> Lines:
        """Do something in a context."""
        ways = [f"{name}(name)" for name in self.managers]
        if not ways:
            return []
        way = self.chance.choice(ways)
        if self.likely(0.25):
            stack = self.fresh("stack")
            return [f"async with contextlib.AsyncExitStack() as {stack}:",
                    f"    await {stack}.enter_async_context({way})", *indented(self.block(depth + 1, 2))]
        return [f"async with {way}{self.pick('', ' as door')}:", *indented(self.block(depth, 2))]

    def help(self, _depth: int) -> Lines:
        """Have another file do it."""
        return self.chance.choice([
            [f"await helpers.pause({self.delay()})"],
            [f"n = await helpers.first({self.call()}, {self.call()})"],
            [f"got = await helpers.guard({self.call()})"],
            ["await limiter.take()"] if not self.in_globals else [],
            ["latch = helpers.Latch()", f"helpers.later({self.delay()}, latch.open)", "await latch"],
        ])

    def help_around(self, depth: int) -> Lines:
        """Do something in a context of another file."""
        if self.functions and self.likely(0.4):
            function = self.chance.choice(self.functions)
            work = f"lambda name: {function}(name{self.arguments()})"
            return [
                f"async with helpers.Workers({work}, {self.pick('1', '2')}) as crew:",
                '    crew.queue.put_nowait("Ann")', '    crew.queue.put_nowait("milk")',
            ]
        return [f"async with helpers.timed({self.delay()}):", *indented(self.block(depth, 2))]

    # ---- functions

    def function(self, name: str, budget: int) -> Lines:
        """Return an async function."""
        self.tasks, self.lists, self.lines_left = [], [], budget
        lines = [f"async def {name}(name{self.arguments()}):", "    n, seen = 0, []", *indented(self.block(0, 4))]
        if self.likely(0.6):
            lines.append(f"    return {self.pick('n', 'name', 'name + str(n)')}")
        decorate = []
        if self.helps and self.likely(0.3):
            decorate = [self.pick("@helpers.retry(2)", "@helpers.plainly", "@helpers.retry(3, 0.25)")]
        return [*decorate, *lines, "", ""]

    def generator(self, name: str) -> Lines:
        """Return an asynchronous generator."""
        before = self.chance.choice([[], [f"await asyncio.sleep({self.delay()})"], ["print('next', i)"]])
        after = self.chance.choice([[], [f"await asyncio.sleep({self.delay()})"]])
        body = ["for i in range(most):", *indented([*before, self.pick("yield i", "got = yield i"), *after])]
        how = self.chance.random()
        if how < 0.5:
            end = self.chance.choice([
                ["finally:", "    print('closed')"],
                ["finally:", f"    await asyncio.sleep({self.delay()})", "    print('shut')"],
                ["except ValueError:", "    yield -1"], ["except GeneratorExit:", "    print('exit')", "    raise"],
                ["except asyncio.CancelledError:", "    print('stopped')", "    raise"],
            ])
            body = ["try:", *indented(body), *end]
        elif how < 0.6 and self.generators:
            body = [f"async for i in {self.generators[0]}(most):", "    yield i * 2"]
        return [f"async def {name}(most):", *indented(body), "", ""]

    def manager_of(self, name: str) -> Lines:
        """Return an asynchronous context manager."""
        pause = f"await asyncio.sleep({self.delay()})"
        if self.likely(0.5):
            return [
                "@contextlib.asynccontextmanager", f"async def {name}(name):", f"    {self.pick(pause, 'print(name)')}",
                "    try:", "        yield name", f"    {self.pick('finally:', 'except ValueError:', 'finally:')}",
                f"        {self.pick(pause, 'print(name)')}", "", "",
            ]
        return [
            f"class {name}:", "    def __init__(self, name):", "        self.name, self.times = name, 0", "",
            "    async def __aenter__(self):", f"        {self.pick(pause, 'self.times += 1')}",
            "        return self", "", "    async def __aexit__(self, kind, error, trace):",
            f"        {self.pick(pause, 'self.times += 1', 'print(self.name)')}",
            f"        return {self.pick('False', 'False', 'kind is ValueError')}", "", "",
        ]

    def program(self) -> str:
        """Return the whole program."""
        made = []
        for name, kind in self.shared.items():
            size = self.pick("1", "2", "2") if kind in ("sem", "bounded") else self.pick("", "1", "2")
            made.append(f"{name} = {SHARED[kind][1].format(size)}")
        parts: list[Lines] = []
        if self.likely(0.45):
            for name in self.chance.sample(["ticks", "letters"], self.chance.randint(1, 2)):
                parts.append(self.generator(name))
                self.generators.append(name)
        if self.generators and not self.in_globals and self.likely(0.4):
            self.shared["source"] = "source"
            made.append(f"source = {self.generators[0]}(9)")
        if self.likely(0.35):
            name = self.pick("opened", "Door")
            parts.append(self.manager_of(name))
            self.managers.append(name)
        for name in self.chance.sample(FUNCTIONS, self.chance.randint(1, 3)):
            parts.append(self.function(name, 14))
            self.functions.append(name)
        parts.append(self.main(made))
        text = "\n".join(line for part in parts for line in part)
        head = ["import asyncio"]
        head += [f"import {each}" for each in ("contextlib", "functools") if f"{each}." in text]
        head += ["import helpers"] if "helpers." in text else []
        head += ["", "limiter = helpers.Limiter(0.5)"] if "limiter." in text else []
        head += ["", *made] if self.in_globals else []
        if "ring" in text:
            head += ["", "", "def ring(text):", f"    {self.pick('print(text)', 'size = len(text)')}"]
        if "give, " in text:
            head += ["", "", "def give(future):", "    if not future.done():", "        future.set_result(8)"]
        if "(ended)" in text:
            head += ["", "", "def ended(task):", "    print(task.cancelled())"]
        if "shop" in text:
            head += [
                "", "", "class Shop:", "    def __init__(self):", "        self.open = True", "        self.sold = 0",
                "",
                "    def close(self):", "        self.open = False", "        self.sold += 1", "", "",
                "shop = Shop()",
            ]
        return "\n".join([*head, "", "", text.rstrip(), "", "", self.start()]) + "\n"

    def start(self) -> str:
        """Return how the program is started."""
        if self.likely(0.1):
            return "with asyncio.Runner() as runner:\n    runner.run(main())"
        return "asyncio.run(main())"

    def main(self, made: Lines) -> Lines:
        """Return main(): it makes the shared objects, and lets others work."""
        self.tasks, self.lists, self.lines_left = [], [], 30
        lines = ['name, n, seen = "main", 0, []']
        lines += [] if self.in_globals else made
        if self.eager:
            lines.append("asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)")
        crew = ", ".join(f"asyncio.create_task({self.call()}{self.name()})" for _ in range(self.chance.randint(2, 4)))
        inner = [f"crew = [{crew}]"]
        self.lists.append("crew")
        inner += self.block(0, 4)
        inner += self.chance.choice([
            ["await asyncio.wait(crew, timeout=4)"], ["await asyncio.gather(*crew, return_exceptions=True)"],
            ["done, pending = await asyncio.wait(crew, timeout=3)", "for each in pending:", "    each.cancel()",
             "await asyncio.gather(*pending, return_exceptions=True)"],
            ["for each in crew:", "    try:", "        print(await asyncio.wait_for(each, 2))",
             "    except Exception as error:", "        print(type(error).__name__)"],
            [],
        ])
        if self.likely(0.5):
            inner = ["try:", *indented(inner), "except Exception as error:", "    print('main', type(error).__name__)"]
        if self.likely(0.65):
            inner = [f"async with asyncio.timeout({self.pick('3', '5')}):", *indented(inner)]
        return ["async def main():", *indented([*lines, *inner, "print('end')"]), "", ""]


def program(seed: int, helps: bool = True) -> str:
    """Return a program; those with numbers that 4 divides have eager tasks, where Python has them.

    Unless it `helps`, there is no other file.
    """
    for tries in itertools.count():
        eager = seed % 4 == 0 and sys.version_info >= (3, 12)
        source = Writer(seed * 1000 + tries, eager, helps).program()
        if 20 <= source.count("\n") <= 85:
            break
    return source


def shrunk(source: str, still: Callable[[str], bool]) -> str:
    """Return the smallest program that can be made of one by leaving out statements, and that is still of a kind."""
    changed = True
    while changed:
        changed = False
        for number in itertools.count():
            smaller = without(source, number)
            if smaller is None:
                break
            if smaller != source and still(smaller):
                source, changed = smaller, True
                break
    return source


def without(source: str, number: int) -> str | None:
    """Return a program without a statement, or with its body in its place; None if there are not so many."""
    tree = ast.parse(source)
    ways: list[Callable[[], None]] = []
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody", "handlers", "decorator_list"):
            block = getattr(node, name, None)
            if not isinstance(block, list):
                continue
            for at, each in enumerate(block):
                needed = name == "body" and len(block) == 1 and not isinstance(node, ast.Module)
                filling = [ast.Pass()] if needed else []

                def leave_out(block: Any = block, at: int = at, filling: Any = filling) -> None:
                    block[at : at + 1] = filling

                def unfold(block: Any = block, at: int = at, each: Any = each) -> None:
                    block[at : at + 1] = each.body

                if not isinstance(each, ast.Pass):
                    ways.append(leave_out)
                if isinstance(each, ast.Try | ast.AsyncWith | ast.For | ast.If | ast.While | ast.AsyncFor | ast.With):
                    ways.append(unfold)
        if isinstance(node, ast.Call | ast.List):
            these: Any = node.elts if isinstance(node, ast.List) else node.args
            ways += [lambda these=these, at=at: these.pop(at) for at in range(len(these))]  # type: ignore[misc]
        if isinstance(node, ast.Call):
            words = node.keywords
            ways += [lambda words=words, at=at: words.pop(at) for at in range(len(words))]  # type: ignore[misc]
    if number >= len(ways):
        return None
    ways[number]()
    try:
        made = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
        compile(made, "mine.py", "exec")
    except (SyntaxError, ValueError):
        return source
    return made
