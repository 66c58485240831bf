"""Ten ask for a token that is not there yet. How many times is it fetched?"""
import asyncio


async def token(cache, fetched):
    if "token" not in cache:
        fetched.append("token")
        await asyncio.sleep(1)
        cache["token"] = "secret"
    return cache["token"]


async def main():
    cache, fetched = {}, []
    await asyncio.gather(*(token(cache, fetched) for _ in range(10)))
    print(len(fetched))


if __name__ == "__main__":
    asyncio.run(main())
