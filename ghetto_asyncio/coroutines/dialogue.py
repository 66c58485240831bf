"""A question goes up through three frames, and its answer comes down."""
from types import coroutine


@coroutine
def ask(question):
    """Hand out a question; return the answer that is sent in."""
    return (yield question)


async def measure(what):
    """Ask for a size until it is a number; return the number."""
    while True:
        size = await ask(f"{what}, size?")
        if size.isdecimal():
            return int(size)


async def order(name):
    """Ask for what a coat needs; return the order."""
    size = await measure("coat")
    colour = await ask("colour?")
    return f"{name}: {colour} coat, {size}"


def drive(coro, answer):
    """Resume a coroutine with answers to what it hands out."""
    reply = None
    while True:
        try:
            question = coro.send(reply)
        except StopIteration as stop:
            return stop.value
        reply = answer(question)
