"""Reading bytes by number or by line, with what was read too much."""

class Reader:
    """What a stream reads; `more(size)` gives more bytes, b"" at the end."""

    def __init__(self):
        self.buffer = bytearray()

    def cut(self, size):
        """Take so many bytes from the front of the buffer."""
        found = bytes(self.buffer[:size])
        del self.buffer[:size]
        return found

    async def read(self, maxbytes=-1):
        """Return what is there, at most so many bytes; b"" at the end."""
        size = 65536 if maxbytes < 0 else maxbytes
        return self.cut(size) if self.buffer else await self.more(size)

    async def readinto(self, memory):
        """Read into memory; return how many bytes."""
        with memoryview(memory).cast("B") as view:
            found = await self.read(len(view))
            view[:len(found)] = found
        return len(found)

    async def readline(self):
        """Return a line, or what is left."""
        while b"\n" not in self.buffer:
            found = await self.more(65536)
            if not found:
                return self.cut(len(self.buffer))
            self.buffer += found
        return self.cut(self.buffer.index(b"\n") + 1)

    def __aiter__(self):
        return self

    async def __anext__(self):
        line = await self.readline()
        if not line:
            raise StopAsyncIteration
        return line
