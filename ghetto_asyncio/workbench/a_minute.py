"""The limit is a minute. When does main() end?"""
import asyncio


async def main():
    async with asyncio.timeout(60):
        try:
            await asyncio.sleep(300)
        except asyncio.CancelledError:
            print("tidying up")
        await asyncio.sleep(300)
    print(asyncio.get_running_loop().time())


if __name__ == "__main__":
    asyncio.run(main())
