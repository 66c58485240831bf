"""The program talks to one person at a time, at the keyboard."""
from ghetto_asyncio.turns.program import program


def talk(person):
    """Give back what a person says, line after line, with a number."""
    number = 0
    while line := person.ask(f"{number}> "):
        person.tell(line)
        number += 1


class Person:
    """A person sits at the keyboard and types lines."""

    def __init__(self, name):
        self.name = name

    def ask(self, prompt):
        """Return a line with its end, or "" when there is no more."""
        try:
            return input(f"{self.name} {prompt}") + "\n"
        except EOFError:
            return ""

    def tell(self, text):
        """Show a text."""
        print(text, end="")


if __name__ == "__main__":
    with program(__doc__):
        talk(Person("Ann"))
        talk(Person("Bob"))
