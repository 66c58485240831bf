"""A conversation without a pause in it: what does it have to keep?"""
import asyncio


class Talk:
    def __init__(self, loop, name, lines):
        self.loop, self.name, self.lines = loop, name, lines
        self.number = 0

    def ask(self):
        if self.lines:
            self.loop.call_later(1, self.hear, self.lines.pop(0))
        else:
            print(self.name, "leaves")

    def hear(self, line):
        print(self.name, self.number, line)
        self.number += 1
        self.loop.call_soon(self.ask)


async def main():
    loop = asyncio.get_running_loop()
    Talk(loop, "Ann", ["hello", "tea"]).ask()
    Talk(loop, "Bob", ["hi"]).ask()
    await asyncio.sleep(3)


if __name__ == "__main__":
    asyncio.run(main())
