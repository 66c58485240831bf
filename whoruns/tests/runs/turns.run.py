"""Three generators in one queue."""
from small.turns import Loop, talk

files = ("turns",)
queues = {"ready": "ready"}
names = {"talk": "{name}"}


def main():
    Loop(talk("Ann", 3), talk("Bob", 1), talk("Eve", 2)).run()
