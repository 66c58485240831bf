"""Who ran when, line by line: a program with generators or asyncio, recorded and drawn."""
