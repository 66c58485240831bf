from ghetto_asyncio.composition.answers import greet, talk
from ghetto_asyncio.composition.delegated import relay

files = ("composition.delegated", "composition.answers")
levels = True


def main():
    talk(relay(relay(relay(greet()))), "Ada")
