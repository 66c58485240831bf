"""A generator function: its body can be left and re-entered."""


def process(name, steps):
    """Take the given number of steps and give way after each."""
    for i in range(steps):
        print(name, i)
        yield
