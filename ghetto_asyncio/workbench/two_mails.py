"""The answer is sent, and two mails are to follow. Which one is lost?"""
import asyncio


async def mail(to, seconds):
    await asyncio.sleep(seconds)
    print("mail to", to)


async def handler(mails):
    mails.add(asyncio.create_task(mail("Ann", 1)))
    mails.add(asyncio.create_task(mail("Bob", 30)))


async def main():
    mails = set()
    await handler(mails)
    await asyncio.sleep(5)


if __name__ == "__main__":
    asyncio.run(main())
