"""Exercise: an answer travels through three levels."""


def ask(question):
    """Give way with the question; return the stripped answer."""
    raise NotImplementedError


def ask_number(question):
    """Use ask() until the answer is decimal; return the int."""
    raise NotImplementedError


def area():
    """Use ask_number() for both sides; return the area."""
    raise NotImplementedError
