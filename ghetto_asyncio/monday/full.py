"""A request that gets no connection in time hears that the house is full."""
from fastapi import Depends, FastAPI
from fastapi.responses import JSONResponse
from sqlalchemy import select
from sqlalchemy.exc import TimeoutError

from ghetto_asyncio.monday.database import Order
from ghetto_asyncio.monday.session import get_session

app = FastAPI()


@app.exception_handler(TimeoutError)
async def full(request, error):
    """Answer in place of a handler that got no connection."""
    return JSONResponse("full", 503, {"Retry-After": "1"})


@app.get("/orders")
async def orders(session=Depends(get_session)):
    """Give the numbers of all orders."""
    return list(await session.scalars(select(Order.number)))
