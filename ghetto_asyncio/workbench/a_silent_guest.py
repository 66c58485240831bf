"""Ann connects and is silent for 30 seconds. When is Bob served?"""
import asyncio
import time


async def serve(name, silence, start):
    time.sleep(silence)  # as sock.recv() would
    print(f"{name} is served at {time.monotonic() - start:.0f}")


async def main():
    start = time.monotonic()
    await asyncio.gather(serve("Ann", 30, start), serve("Bob", 1, start))


if __name__ == "__main__":
    asyncio.run(main())
