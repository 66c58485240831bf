"""Exercise: an answer travels through three levels."""


def ask_number(person, question):
    """Ask until the answer is decimal; return the int.

    Raises EOFError if the person has no more to say.
    """
    raise NotImplementedError


def area(person):
    """Ask for width and height; tell the area."""
    raise NotImplementedError
