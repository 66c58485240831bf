"""What provokes each message of the page on messages. Run as a program, it prints what this Python really says."""
from __future__ import annotations

import asyncio
import gc
import json
import socket
import sys
import threading
from collections.abc import AsyncIterator, Generator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any

from ghetto_asyncio.clocks.virtual import AsyncioLoop
from tests.programs.yours.heard import Programs, heard

PROGRAMS = Programs()
says = PROGRAMS.says


# Something was forgotten


async def charge(order: int) -> None:
    """Charge an order to a card that does not exist."""
    raise ValueError(f"no card for order {order}")


async def handler(answer: asyncio.Future[None]) -> None:
    """Wait for an answer."""
    await answer


@says("coroutine 'charge' was never awaited")
def never_awaited() -> None:
    charge(7)  # type: ignore[unused-coroutine]


@says("Task was destroyed but it is pending!")
def destroyed() -> None:
    async def listen() -> None:
        await asyncio.get_running_loop().create_future()

    async def main() -> None:
        asyncio.create_task(listen())  # noqa: RUF006
        await asyncio.sleep(0)
        gc.collect()

    asyncio.run(main())


@says("Task exception was never retrieved")
def task_never_retrieved() -> None:
    async def main() -> None:
        asyncio.create_task(charge(7))  # noqa: RUF006
        await asyncio.sleep(0)

    asyncio.run(main())


@says("Future exception was never retrieved")
def future_never_retrieved() -> None:
    async def main() -> None:
        asyncio.get_running_loop().create_future().set_exception(ValueError("no card for order 7"))

    asyncio.run(main())


@says("_GatheringFuture exception was never retrieved")
def gathering_never_retrieved() -> None:
    async def main() -> None:
        asyncio.gather(charge(7))
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    asyncio.run(main())


# Which loop, and which thread?


@says("no running event loop")
def no_running_loop() -> None:
    asyncio.get_running_loop()


@says("asyncio.run() cannot be called from a running event loop")
def run_in_run() -> None:
    async def main() -> None:
        coroutine = asyncio.sleep(0)
        try:
            asyncio.run(coroutine)
        finally:
            coroutine.close()

    asyncio.run(main())


@says("This event loop is already running")
def already_running() -> None:
    async def main() -> None:
        asyncio.get_running_loop().run_forever()

    asyncio.run(main())


@says("Cannot run the event loop while another loop is running")
def another_is_running() -> None:
    async def main() -> None:
        loop = asyncio.new_event_loop()
        try:
            loop.run_forever()
        finally:
            loop.close()

    asyncio.run(main())


@says(
    "Task <Task pending name='…' coro=<handler() running at …> cb=[…]> "
    "got Future <Future pending> attached to a different loop"
)
def other_loop() -> None:
    async def connect() -> asyncio.Future[None]:
        return asyncio.get_running_loop().create_future()

    asyncio.run(handler(asyncio.run(connect())))


@says("<asyncio.locks.Lock object at 0x… [locked]> is bound to a different event loop")
def bound_to_other_loop() -> None:
    async def twice(lock: asyncio.Lock) -> None:
        async with lock:
            second = asyncio.create_task(lock.acquire())
            await asyncio.sleep(0)
            if second.done():
                await second
            second.cancel()

    lock = asyncio.Lock()
    asyncio.run(twice(lock))
    asyncio.run(twice(lock))


@says("The future belongs to a different loop than the one specified as the loop argument")
def wrong_argument() -> None:
    first, second = asyncio.new_event_loop(), asyncio.new_event_loop()
    try:
        first.run_until_complete(second.create_future())
    finally:
        first.close()
        second.close()


@says("Event loop is closed")
def closed() -> None:
    loop = asyncio.new_event_loop()
    loop.close()
    loop.call_soon(print)


@says("Event loop stopped before Future completed.")
def stopped() -> None:
    async def main() -> None:
        asyncio.get_running_loop().stop()
        await asyncio.sleep(0)

    asyncio.run(main())


@says("Non-thread-safe operation invoked on an event loop other than the current one")
def from_a_thread() -> None:
    said: list[Exception] = []

    def call(loop: asyncio.AbstractEventLoop) -> None:
        try:
            loop.call_soon(print)
        except RuntimeError as error:
            said.append(error)

    async def main() -> None:
        await asyncio.to_thread(call, asyncio.get_running_loop())

    asyncio.run(main(), debug=True)
    raise said[0]


@says("There is no current event loop in thread '…'.")
def in_another_thread() -> None:
    said: list[Exception] = []

    def call() -> None:
        try:
            asyncio.get_event_loop()
        except RuntimeError as error:
            said.append(error)

    thread = threading.Thread(target=call)
    thread.start()
    thread.join()
    raise said[0]


@says("Timeout should be used inside a task")
def timeout_without_task() -> None:
    async def main() -> None:
        async with asyncio.timeout(1):
            pass

    def step() -> None:
        coroutine = main()
        try:
            coroutine.send(None)
        finally:
            coroutine.close()

    async def outside() -> None:
        asyncio.get_running_loop().call_soon(step)
        await asyncio.sleep(0)

    loop = asyncio.new_event_loop()
    said: list[Exception] = []
    loop.set_exception_handler(lambda _loop, context: said.append(context["exception"]))
    try:
        loop.run_until_complete(outside())
    finally:
        loop.close()
    raise said[0]


# Coroutines and generators


@says("cannot reuse already awaited coroutine")
def awaited_twice() -> None:
    async def main() -> None:
        coroutine = asyncio.sleep(0)
        await coroutine
        await coroutine

    asyncio.run(main())


@says("coroutine is being awaited already")
def awaited_by_two() -> None:
    async def main() -> None:
        coroutine = asyncio.sleep(0)

        async def second() -> None:
            await coroutine

        await asyncio.gather(second(), second())

    asyncio.run(main())


async def get() -> list[str]:
    """Get what there is on the menu."""
    return ["soup"]


@says("'coroutine' object is not subscriptable")
def subscribed() -> None:
    get()[0]  # type: ignore[index]


@says("'async for' requires an object with __aiter__ method, got coroutine")
def loops_over_a_coroutine() -> None:
    async def main() -> None:
        async for _dish in get():  # type: ignore[attr-defined]
            pass

    asyncio.run(main())


@says("generator already executing")
def resumes_itself() -> None:
    def talk() -> Generator[None, None, None]:
        next(ann)
        yield

    ann = talk()
    next(ann)


@says("coroutine ignored GeneratorExit")
def ignores() -> None:
    async def talk() -> None:
        try:
            await asyncio.sleep(0)
        finally:
            await asyncio.sleep(0)

    coroutine = talk()
    coroutine.send(None)
    coroutine.close()


@says("async generator ignored GeneratorExit")
def generator_ignores() -> None:
    async def orders() -> AsyncIterator[int]:
        try:
            yield 7
        finally:
            yield 8

    async def main() -> None:
        each = orders()
        await anext(each)
        await each.aclose()  # type: ignore[attr-defined]

    asyncio.run(main())


@says("aclose(): asynchronous generator is already running")
def closed_while_it_runs() -> None:
    async def orders() -> AsyncIterator[int]:
        yield 7
        await asyncio.sleep(0)

    async def main() -> None:
        each = orders()
        await anext(each)
        await asyncio.gather(anext(each), each.aclose())  # type: ignore[attr-defined]

    asyncio.run(main())


@says("generator didn't stop after athrow()")
def yields_again() -> None:
    @asynccontextmanager
    async def session() -> AsyncIterator[None]:
        try:
            yield
        except ValueError:
            yield

    async def main() -> None:
        async with session():
            await charge(7)

    asyncio.run(main())


@says("an error occurred during closing of asynchronous generator <async_generator object …>")
def fails_in_closing() -> None:
    async def orders() -> AsyncIterator[int]:
        try:
            yield 7
        finally:
            raise OSError("no database")

    async def main() -> None:
        held.append(orders())
        await anext(held[0])

    held: list[AsyncIterator[int]] = []
    asyncio.run(main())


@says("Task got bad yield: 42")
def bad_yield() -> None:
    class Odd:
        def __await__(self) -> Generator[int, None, None]:
            yield 42

    async def main() -> None:
        await Odd()

    asyncio.run(main())


@says("await wasn't used with future")
def resumed_too_early() -> None:
    async def main() -> None:
        waiting = asyncio.get_running_loop().create_future().__await__()
        next(waiting)
        next(waiting)

    asyncio.run(main())


@says("object NoneType can't be used in 'await' expression")
def awaits_none() -> None:
    async def main() -> None:
        await None  # type: ignore[misc]

    asyncio.run(main())


@says("<Token var=<ContextVar name='person' at …> at …> was created in a different Context")
def other_context() -> None:
    person = ContextVar[str]("person")

    async def lend() -> AsyncIterator[str]:
        token = person.set("Eve")
        try:
            yield "Eve"
        finally:
            person.reset(token)

    async def main() -> None:
        async for _name in lend():
            break

    asyncio.run(main())


# What the loop reports


def refresh() -> None:
    """Ask for a new token, and get none."""
    raise KeyError("access")


@says("Exception in callback refresh() at …:…")
def in_callback() -> None:
    async def main() -> None:
        asyncio.get_running_loop().call_soon(refresh)
        await asyncio.sleep(0)

    asyncio.run(main())


@says("unhandled exception during asyncio.run() shutdown")
def at_shutdown() -> None:
    async def talk() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            raise OSError("no database")

    async def main() -> None:
        asyncio.create_task(talk())  # noqa: RUF006
        await asyncio.sleep(0)

    asyncio.run(main())


@says("unhandled errors in a TaskGroup (1 sub-exception)")
def in_group() -> None:
    async def main() -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(charge(7))

    asyncio.run(main())


@says("Task <Task finished …> has errored out but its parent task <Task finished …> is already completed")
def group_without_its_task() -> None:
    async def opened() -> asyncio.TaskGroup:
        group = asyncio.TaskGroup()
        await group.__aenter__()
        return group

    async def main() -> None:
        group = await asyncio.create_task(opened())
        group.create_task(charge(7))
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    asyncio.run(main())


async def report() -> None:
    """Keep the loop for a second."""
    asyncio.get_running_loop().jumping.now += 1  # type: ignore[attr-defined]


@says(
    "Executing <Task finished name='…' coro=<report() done, defined at …> result=None created at …> "
    "took 1.000 seconds"
)
def slow() -> None:

    loop = AsyncioLoop()  # type: ignore[no-untyped-call]
    loop.set_debug(True)
    try:
        loop.run_until_complete(report())
    finally:
        loop.close()


@says("invalid state")
def result_twice() -> None:
    async def main() -> None:
        future = asyncio.get_running_loop().create_future()
        future.set_result(7)
        future.set_result(7)

    asyncio.run(main())


@says("Result is not set.")
def result_too_early() -> None:
    async def main() -> None:
        asyncio.get_running_loop().create_future().result()

    asyncio.run(main())


# Sockets and streams


@says("socket.send() raised exception.")
def writes_on() -> None:
    async def main() -> None:
        ours, theirs = socket.socketpair()
        _reader, writer = await asyncio.open_connection(sock=ours)
        theirs.close()
        writer.close()
        for _ in range(7):
            writer.write(b"hello")

    asyncio.run(main())


@says("socket.accept() out of system resource")
def no_descriptor_left() -> None:
    class Door(socket.socket):
        def accept(self) -> tuple[socket.socket, Any]:
            raise OSError(24, "Too many open files")

    async def main() -> None:
        listener = Door()
        listener.bind(("127.0.0.1", 0))
        server = await asyncio.start_server(lambda _reader, _writer: None, sock=listener)
        with socket.create_connection(listener.getsockname()):
            await asyncio.sleep(0.01)
        server.close()

    asyncio.run(main())


@says("error while attempting to bind on address ('…', …): …ddress already in use")
def port_is_taken() -> None:
    async def main() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            await asyncio.start_server(lambda _reader, _writer: None, *listener.getsockname())

    asyncio.run(main())


@says("Unhandled exception in client_connected_cb")
def fails_with_a_client() -> None:
    async def serve(_reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
        await charge(7)

    async def main() -> None:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        await reader.read()
        writer.close()
        server.close()

    asyncio.run(main())


@says("readuntil() called while another coroutine is already waiting for incoming data")
def two_read() -> None:
    async def main() -> None:
        reader = asyncio.StreamReader()
        await asyncio.gather(reader.readline(), reader.readline())

    asyncio.run(main())


async def fed(data: bytes) -> asyncio.StreamReader:
    """Return a reader that was given some bytes, and has room for ten lines of them at most."""
    reader = asyncio.StreamReader(limit=10)
    reader.feed_data(data)
    return reader


@says("Separator is found, but chunk is longer than limit")
def long_line() -> None:
    async def main() -> None:
        await (await fed(b"much too long\n")).readline()

    asyncio.run(main())


@says("Separator is not found, and chunk exceed the limit")
def endless_line() -> None:
    async def main() -> None:
        await (await fed(b"much too long")).readline()

    asyncio.run(main())


if __name__ == "__main__":
    json.dump({message: heard(program) for message, program in PROGRAMS.items()}, sys.stdout)
