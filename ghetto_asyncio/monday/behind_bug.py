"""A mail goes out after the answer, and COMMIT comes after the mail."""
import asyncio

from fastapi import BackgroundTasks, Depends, FastAPI

from ghetto_asyncio.groups.breakfast import say

app = FastAPI()


async def transaction():
    """Lend a transaction, and end it when it is given back."""
    try:
        yield
        say("COMMIT")
    except Exception:
        say("ROLLBACK")
        raise


async def mail(to):
    """Send a mail, which takes a second; Eve has no address."""
    await asyncio.sleep(1)
    if to == "Eve":
        raise LookupError("no address")
    say("mail to", to)


@app.get("/{guest}", dependencies=[Depends(transaction)])
async def order(guest, tasks: BackgroundTasks):
    """Take an order; then tell the guest, and the kitchen."""
    tasks.add_task(mail, guest)
    tasks.add_task(mail, "the kitchen")
