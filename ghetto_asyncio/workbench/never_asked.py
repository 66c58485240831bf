"""A task fails, and no code asks how it ended. Who says so, and when?"""
import asyncio


async def order(dish):
    raise LookupError(f"no {dish} today")


def report(loop, context):
    print("the loop says:", context["message"])


async def main():
    asyncio.get_running_loop().set_exception_handler(report)
    task = asyncio.create_task(order("soup"), name="order")
    await asyncio.sleep(1)
    print("the task is done:", task.done())
    del task
    await asyncio.sleep(1)


if __name__ == "__main__":
    asyncio.run(main())
