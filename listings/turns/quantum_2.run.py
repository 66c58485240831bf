from ghetto_asyncio.turns.machine import Core
from ghetto_asyncio.turns.timer_interrupt import run

files = ("turns.timer_interrupt", "turns.machine")
queues = {"ready": "ready"}
vary = {"quantum": (1, 2, 3, 4)}

core = Core()
ANN = [("print", "Ann")] * 3
BOB = [("print", "Bob")] * 3

items = {"ready": lambda name, context: "{} pc={} reg={}".format(name, *context)}
tasks = {"Ann": ANN, "Bob": BOB}
steps = {"step": "program"}
notes = {"step": lambda self, program: "{} {!r}".format(*program[self.counter])}


def main():
    quantum = 2
    run(core, [ANN, BOB], quantum)
    print(" ".join(core.printed))
