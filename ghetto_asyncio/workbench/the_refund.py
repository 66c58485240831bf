"""At second 1 the service is told to stop. What becomes of Ann's refund?"""
import asyncio


async def order(pool):
    try:
        await asyncio.sleep(9)
    finally:
        if pool.is_set():
            print("refund to Ann")
        else:
            print("the pool is closed")


async def main():
    pool = asyncio.Event()
    pool.set()
    ann = asyncio.create_task(order(pool), name="Ann")
    await asyncio.sleep(1)
    pool.clear()
    ann.cancel()


if __name__ == "__main__":
    asyncio.run(main())
