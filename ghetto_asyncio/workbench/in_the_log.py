"""Ann has left, and her handler is cancelled. What is in the log?"""
import asyncio


async def pay(log):
    log.append("BEGIN")
    try:
        await asyncio.sleep(3)
        log.append("COMMIT")
    except Exception:
        log.append("ROLLBACK")


async def main():
    log = []
    task = asyncio.create_task(pay(log), name="Ann")
    asyncio.get_running_loop().call_later(1, task.cancel)
    await asyncio.wait([task])
    print(log)


if __name__ == "__main__":
    asyncio.run(main())
