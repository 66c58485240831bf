"""A talk without a single await. Where is its number between two lines?"""
import asyncio


class Talk(asyncio.Protocol):
    number = 0

    def data_received(self, data):
        print(self.number, data)
        self.number += 1


async def main():
    ann, bob = Talk(), Talk()
    ann.data_received(b"hello")
    bob.data_received(b"hi")
    ann.data_received(b"tea")


if __name__ == "__main__":
    asyncio.run(main())
