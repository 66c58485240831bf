"""A semaphore counts the sessions, and a group ends them together."""
import asyncio

from sqlalchemy import text


async def ask_all(sessions, queries, most):
    """Return the answers, in the order of the queries."""
    room = asyncio.Semaphore(most)

    async def ask(query):
        """Answer a query as soon as there is room for a session."""
        async with room, sessions() as session:
            return await session.scalar(text(query))

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(ask(query)) for query in queries]
    return [task.result() for task in tasks]
