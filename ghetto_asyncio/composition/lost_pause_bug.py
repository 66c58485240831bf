"""Calling a helper that contains `yield` runs nothing."""


def greet(person):
    """Say two things to a person, or so it seems."""
    person.tell("hello\n")
    person.tell("bye\n")
    yield
