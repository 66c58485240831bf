"""A task that stops giving way makes all others wait."""


def rogue(person):
    """Give way after the first line, and never again."""
    number = 0
    while line := person.ask(f"{number}> "):
        person.tell(line)
        number += 1
        if number == 1:
            yield
