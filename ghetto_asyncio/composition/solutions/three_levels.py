"""Solution: each level delegates to the next."""


def ask(question):
    """Give way with the question; return the stripped answer."""
    answer = yield question
    return answer.strip()


def ask_number(question):
    """Use ask() until the answer is decimal; return the int."""
    while True:
        answer = yield from ask(question)
        if answer.isdecimal():
            return int(answer)


def area():
    """Use ask_number() for both sides; return the area."""
    width = yield from ask_number("Width?")
    height = yield from ask_number("Height?")
    return width * height
