"""Tasks: coroutines on the callback loop, as asyncio has them."""
