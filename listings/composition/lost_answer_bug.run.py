from ghetto_asyncio.composition.answers import greet, talk
from ghetto_asyncio.composition.lost_answer_bug import relay

files = ("composition.lost_answer_bug", "composition.answers")
levels = True


def main():
    talk(relay(greet()), "Ada")
