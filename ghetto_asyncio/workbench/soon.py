"""What comes first: the toast, or the milk for the tea?"""
import asyncio


def serve(dish, loop):
    print(dish)
    if dish == "tea":
        loop.call_soon(serve, "milk", loop)


async def main():
    loop = asyncio.get_running_loop()
    loop.call_soon(serve, "tea", loop)
    loop.call_soon(serve, "toast", loop)
    print("all is ordered")
    await asyncio.sleep(1)


if __name__ == "__main__":
    asyncio.run(main())
