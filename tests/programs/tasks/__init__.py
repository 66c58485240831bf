"""Coroutine objects, promises, futures and tasks, and a guest at asyncio's table."""
