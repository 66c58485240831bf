"""Bob's card is refused. Which orders are stored?"""
import asyncio


class Session:
    def __init__(self, database):
        self.new, self.database = [], database

    def commit(self):
        self.database += self.new

    def rollback(self):
        self.new.clear()


async def order(session, name, seconds):
    session.new.append(f"soup for {name}")
    await asyncio.sleep(seconds)
    if name == "Bob":
        session.rollback()
    else:
        session.commit()
        print(name, "will be served")


async def main():
    database = []
    session = Session(database)
    async with asyncio.TaskGroup() as group:
        for name, seconds in ("Ann", 2), ("Bob", 1):
            group.create_task(order(session, name, seconds), name=name)
    print("stored:", database)


if __name__ == "__main__":
    asyncio.run(main())
