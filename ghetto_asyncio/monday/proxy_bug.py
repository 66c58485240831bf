"""A middleman hands on what it reads, and never waits."""


async def hand_on(reader, writer):
    """Copy from a stream to another, to the end of data."""
    while data := await reader.read(65536):
        writer.write(data)
