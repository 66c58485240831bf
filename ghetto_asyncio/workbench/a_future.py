"""Two wait for one result. Who goes on first when it is there?"""
import asyncio


async def guest(name, meal):
    print(name, "waits")
    print(name, "has", await meal)


async def cook(meal):
    await asyncio.sleep(2)
    meal.set_result("soup")
    print("the cook is done")


async def main():
    meal = asyncio.get_running_loop().create_future()
    await asyncio.gather(guest("Ann", meal), guest("Bob", meal), cook(meal))


if __name__ == "__main__":
    asyncio.run(main())
