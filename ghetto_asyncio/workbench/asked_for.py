"""This loop notes what it is asked for. Which methods does one pause need?"""
import asyncio


class Loop(asyncio.SelectorEventLoop):
    asked = set()

    def __getattribute__(self, name):
        if not name.startswith("_"):
            type(self).asked.add(name)
        return super().__getattribute__(name)


async def guest():
    await asyncio.sleep(0)


def main():
    with asyncio.Runner(loop_factory=Loop) as runner:
        runner.run(guest())
        print(*sorted(Loop.asked), sep="\n")


if __name__ == "__main__":
    main()
