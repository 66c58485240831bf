from ghetto_asyncio.turns.machine import Core
from ghetto_asyncio.turns.timer_interrupt import run

files = ("turns.timer_interrupt", "turns.machine")
queues = {"ready": "ready"}

core = Core()
A = [("print", "A")] * 3
B = [("print", "B")] * 3

items = {"ready": lambda name, context: "{} pc={} reg={}".format(name, *context)}
tasks = {"A": A, "B": B}
steps = {"step": "program"}
notes = {"step": lambda self, program: "{} {!r}".format(*program[self.counter])}


def main():
    run(core, [A, B], quantum=2)
    print(" ".join(core.printed))
