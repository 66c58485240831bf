"""A pause that brings an answer back: send() and return."""


def greet():
    """Ask for a name, print a greeting, return the name."""
    name = yield "Name?"
    print(f"Hello, {name}!")
    return name


def talk(process, *answers):
    """Play the other side: print each question, send an answer.

    Return the result of the process, or None if it goes on.
    """
    try:
        question = next(process)
        for answer in answers:
            print(question, answer)
            question = process.send(answer)
    except StopIteration as stop:
        return stop.value
