"""A middleman hands on what it reads, and never waits."""


async def hand_on(reader, writer):
    """Copy from one stream to another, up to the end of data."""
    while data := await reader.read(65536):
        writer.write(data)
