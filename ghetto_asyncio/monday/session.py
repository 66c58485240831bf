"""Each request has a session, and commits at its end. Which end?"""
from fastapi import Depends, FastAPI
from sqlalchemy.ext.asyncio import async_sessionmaker

from ghetto_asyncio.monday.database import Order

sessions = async_sessionmaker()


async def get_session():
    """Lend a session; commit at the end, or roll back after an error."""
    async with sessions.begin() as session:
        yield session


app = FastAPI()


@app.put("/later/{number}")
async def later(number: int, session=Depends(get_session)):
    """Order, with the session of the whole request."""
    session.add(Order(number=number, dish="soup"))


@app.put("/first/{number}")
async def first(number: int, session=Depends(get_session, scope="function")):
    """Order, with a session that ends when this function does."""
    session.add(Order(number=number, dish="soup"))
