"""Cancelling, timeouts, groups, locks, queues and signals on the loop of the book, beside asyncio's."""
