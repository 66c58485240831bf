"""Solution: each level delegates to the next."""


def ask_number(person, question):
    """Ask until the answer is decimal; return the int.

    Raises EOFError if the person has no more to say.
    """
    while answer := (yield from person.ask(question)):
        if answer.strip().isdecimal() and len(answer) < 1000:
            return int(answer)
    raise EOFError(question)


def area(person):
    """Ask for width and height; tell the area."""
    width = yield from ask_number(person, "width? ")
    height = yield from ask_number(person, "height? ")
    yield from person.tell(f"{width * height}\n")
