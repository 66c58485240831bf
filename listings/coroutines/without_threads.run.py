from ghetto_asyncio.coroutines.without_threads import run

files = ("coroutines.without_threads",)
names = {"work": "{name}"}
logs = ("log",)


def main():
    run(["Ann", "Bob"])
