"""The questions of a working day, answered by small programs of plain asyncio."""
