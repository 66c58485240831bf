"""A price is asked for again and again, but for no longer than 5 seconds."""
import asyncio


async def ask(attempt):
    await asyncio.sleep(2)
    if attempt < 4:
        raise ConnectionError("no answer")
    return 42


async def ask_again():
    for attempt in range(1, 9):
        try:
            return await ask(attempt)
        except BaseException as error:
            print(f"attempt {attempt}: {error!r}")


async def main():
    async with asyncio.timeout(5):
        print(await ask_again())


if __name__ == "__main__":
    asyncio.run(main())
