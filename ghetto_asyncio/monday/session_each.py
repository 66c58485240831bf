"""A page asks for two things at once, each through a session."""
import asyncio

from sqlalchemy import text


async def ask(sessions, query):
    """Give the answer to a query, which has a session of its own."""
    async with sessions() as session:
        return await session.scalar(text(query))


async def page(sessions):
    """Give the menu and the news."""
    return await asyncio.gather(
        ask(sessions, "SELECT 'menu'"),
        ask(sessions, "SELECT 'news'"))
