"""A toy processor core runs one program after another."""


class Core:
    """A core has a program counter, one register, and a memory."""

    def __init__(self):
        self.counter = self.register = 0
        self.memory = {}
        self.printed = []

    def step(self, program):
        """Fetch an (operation, operand) pair, and execute it."""
        operation, operand = program[self.counter]
        self.counter += 1
        if operation == "load":
            self.register = self.memory[operand]
        elif operation == "add":
            self.register += operand
        elif operation == "store":
            self.memory[operand] = self.register
        elif operation == "print":
            self.printed.append(operand)


def run(core, programs):
    """Run each program to its end before the next one starts."""
    for program in programs:
        core.counter, core.register = 0, 0
        while core.counter < len(program):
            core.step(program)
