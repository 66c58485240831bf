from ghetto_asyncio.turns.threads import run

files = ("turns.threads",)
names = {"work": "{name}"}
logs = ("log",)
threads = True


def main():
    run(["Ann", "Bob"])
