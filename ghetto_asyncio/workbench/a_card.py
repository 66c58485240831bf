"""Time is up, and Bob is told. Has his card been charged?"""
import asyncio
import threading


def charge(bank):
    bank.wait()
    print("order 7 is paid")


async def main():
    bank = threading.Event()
    try:
        async with asyncio.timeout(0.01):
            await asyncio.to_thread(charge, bank)
    except TimeoutError:
        print("Bob hears that time is up")
    bank.set()


if __name__ == "__main__":
    asyncio.run(main())
