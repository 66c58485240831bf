"""A page asks for two things at once, through one session."""
import asyncio

from sqlalchemy import text


async def page(session):
    """Give the menu and the news, or an error in place of either."""
    return await asyncio.gather(
        session.scalar(text("SELECT 'menu'")),
        session.scalar(text("SELECT 'news'")),
        return_exceptions=True)
