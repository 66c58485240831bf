"""What is shielded goes on when the one that waits for it is cancelled."""
import asyncio


async def pay():
    await asyncio.sleep(2)
    print("paid")


async def leave(payment):
    await asyncio.shield(payment)
    print("never")


async def main():
    payment = asyncio.create_task(pay(), name="payment")
    leaving = asyncio.create_task(leave(payment))
    await asyncio.sleep(1)
    leaving.cancel()
    await payment
    print(leaving.cancelled())


asyncio.run(main())
