from ghetto_asyncio.coroutines.dialogue import drive, order

files = ("coroutines.dialogue",)
levels = True
_answers = {"coat, size?": "38", "colour?": "red"}


def answer(question):
    return _answers[question]


def main():
    drive(order("Ann"), answer)
