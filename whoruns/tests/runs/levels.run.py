"""A generator within another one, told level by level."""
from small.turns import ask

files = ("turns",)
levels = True
loop = "main"
names = {"ask": "{name}"}


def main():
    for name in ("Ann", "Bob"):
        asked = ask(name)
        next(asked)
        try:
            asked.send(f"I am {name}")
        except StopIteration:
            pass
