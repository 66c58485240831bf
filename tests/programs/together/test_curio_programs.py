"""Programs for curio run with our names in its place and nothing else changed, and say the same with curio itself."""
from __future__ import annotations

import json
import os
from collections.abc import Collection
from contextlib import ExitStack
from pathlib import Path

import pytest

from press.catalogue import ROOT
from tests.support.judges import curio as curio_judge
from tests.support.shell import finish, start
from whoruns.tests.pythons import pythons

OURS = "import ghetto_asyncio.together.curio as curio\n"
"""The line that is another with curio itself."""
HELLO = OURS + """
async def boil(seconds):
    try:
        while seconds:
            print(f"{seconds} s to go")
            await curio.sleep(1)
            seconds -= 1
        return "it boils"
    except curio.CancelledError:
        print("the kettle is off")
        raise

async def main(name):
    print(f"Hello, {name}!")
    first = await curio.spawn(boil, 2)
    print("first:", await first.join())
    second = await curio.spawn(boil, 10)
    try:
        await curio.timeout_after(2.5, second.join)
    except curio.TaskTimeout:
        print("too slow")
        await second.cancel()
    try:
        await second.join()
    except curio.TaskError as error:
        print("second:", repr(error.__cause__))
    third = await curio.spawn(boil, "1")
    try:
        await third.join()
    except curio.TaskError as error:
        print("third:", type(error.__cause__).__name__)
    if await curio.ignore_after(1, curio.sleep, 5) is None:
        async with curio.ignore_after(1, timeout_result="Bye!") as patience:
            await curio.sleep(5)
        return patience.result

print(curio.run(main, "Ann"))
"""
TEA = OURS + """
async def pour(queue, cups):
    for cup in range(cups):
        await queue.put(cup)
        print("poured", cup, "of", cups)
    await queue.join()
    print("all are empty")

async def drink(name, queue, seconds, table):
    async for cup in cups_of(queue):
        async with table:
            print(name, "has cup", cup)
            await curio.sleep(seconds)
        await queue.task_done()

async def cups_of(queue):
    while (cup := await queue.get()) is not None:
        yield cup

async def main():
    queue, table = curio.Queue(maxsize=2), curio.Semaphore(1)
    async with curio.TaskGroup() as group:
        ann = await group.spawn(drink, "Ann", queue, 1, table)
        bob = await group.spawn(drink, "Bob", queue, 3, table)
        host = await curio.spawn(pour, queue, 6)
        await host.join()
        for guest in (ann, bob):
            await queue.put(None)
        async for guest in group:
            print("ann" if guest is ann else "bob", "leaves")

curio.run(main)
"""
ECHO = OURS + """
from contextlib import suppress

async def echo(client, number):
    async with client, client.as_stream() as lines:
        async for line in lines:
            await lines.write(b"%d: " % number + line)
    print("client", number, "has left")

async def serve(listener):
    async with curio.TaskGroup(wait=None) as group, listener:
        for number in (1, 2):
            client, address = await listener.accept()
            await group.spawn(echo, client, number)
        async for task in group:
            print("one talk less")
    print("the door is shut")

async def talk(address, *words):
    sock = await curio.open_connection(*address)
    await sock.sendall(b"".join(b"%s\\n" % word for word in words))
    await sock.shutdown(curio.socket.SHUT_WR)
    data = b""
    while more := await sock.recv(4):
        data += more
    await sock.close()
    print(data.decode().splitlines())

async def main():
    listener = curio.socket.socket(curio.socket.AF_INET, curio.socket.SOCK_STREAM)
    listener.bind(("127.0.0.1", 0))
    listener.listen(5)
    address = listener.getsockname()
    server = await curio.spawn(serve, listener)
    await talk(address, b"one", b"two")
    await curio.sleep(1)
    await talk(address, b"three")
    await server.join()
    with suppress(ConnectionRefusedError):
        await talk(address, b"four")

curio.run(main)
"""
EYEBALLS = OURS + """
async def connect(name, seconds, works):
    print(f"{name} is tried")
    await curio.sleep(seconds)
    if not works:
        raise OSError(f"{name} fails")
    return name

async def happy(delay, *ways):
    ways = list(ways)
    async with curio.TaskGroup(wait=None) as group:
        while ways or group.tasks:
            if ways:
                await group.spawn(connect, *ways.pop(0))
            done = await curio.ignore_after(delay if ways else 60, group.next_done)
            if done and not done.exception:
                print("still under way:", len(group.tasks))
                return done.result
            print(done.exception if done else "that takes too long")
    raise OSError("nobody is there")

async def main():
    print(await happy(2, ("cable", 9, True), ("radio", 1, False), ("bird", 4, True), ("post", 99, True)))
    try:
        await happy(2, ("cable", 5, False), ("radio", 1, False))
    except OSError as error:
        print("at last:", error)

curio.run(main)
"""
SAID = {
    HELLO: "Hello, Ann!|2 s to go|1 s to go|first: it boils|10 s to go|9 s to go|8 s to go|too slow|the kettle is off|"
    "second: TaskCancelled('TaskCancelled')|1 s to go|third: TypeError|Bye!",
    TEA: "poured 0 of 6|poured 1 of 6|Ann has cup 0|poured 2 of 6|poured 3 of 6|Bob has cup 1|poured 4 of 6|"
    "Ann has cup 2|poured 5 of 6|Bob has cup 3|Ann has cup 4|Bob has cup 5|all are empty|ann leaves|bob leaves",
    ECHO: "client 1 has left|['1: one', '1: two']|one talk less|client 2 has left|one talk less|the door is shut|"
    "['2: three']",
    EYEBALLS: "cable is tried|that takes too long|radio is tried|radio fails|bird is tried|that takes too long|"
    "post is tried|still under way: 2|bird|cable is tried|that takes too long|radio is tried|radio fails|"
    "cable fails|at last: nobody is there",
}
RUN = """
import io, json, logging, sys
from contextlib import redirect_stdout
from tests.support.judges import curio_clock, curio_gone
curio_clock.Clock().install()
logging.disable()
said = []
for program in sys.argv[1:]:
    with redirect_stdout(io.StringIO()) as out:
        exec(program, {"__name__": "__main__"})
    said.append(out.getvalue())
print(json.dumps(said))
"""


def said(programs: Collection[str], path: Path = ROOT) -> dict[str, list[str]]:
    """Run programs with each Python, one after the other, on a clock that jumps; return what each says."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment = plain | {"PYTHONPATH": f"{ROOT}:{path}"}
    with ExitStack() as stack:
        started = {
            version: stack.enter_context(
                start(executable, "-W", "ignore", "-c", RUN, *programs, cwd=ROOT, environment=environment)
            )
            for version, executable in pythons().items()
        }
        return {version: json.loads(finish(process).said) for version, process in started.items()}


def test_programs_run_on_ours() -> None:
    for version, lines in said(SAID).items():
        assert ["|".join(each.splitlines()) for each in lines] == [*SAID.values()], f"Python {version}"


@pytest.mark.skipif(not curio_judge.SOURCE.exists() and not os.environ.get("CI"), reason=curio_judge.MISSING)
def test_they_say_the_same_on_curio_itself(tmp_path: Path) -> None:
    for path, text in curio_judge.files().items():
        if path.startswith("curio/"):
            (tmp_path / path).parent.mkdir(exist_ok=True)
            (tmp_path / path).write_text(text, "utf-8")
    for version, lines in said([program.replace(OURS, "import curio\n") for program in SAID], tmp_path).items():
        assert ["|".join(each.splitlines()) for each in lines] == [*SAID.values()], f"Python {version}"
