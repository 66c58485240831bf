"""A server with streams, and two persons who talk to it."""
import asyncio


async def talk(reader, writer):
    while line := await reader.readline():
        print(line)
        writer.write(line.upper())
        await writer.drain()
    writer.close()
    await writer.wait_closed()


def person(seconds, *lines):
    def script(peer):
        peer.connect()
        for line in lines:
            yield seconds
            peer.send(line)
        yield seconds
        peer.receive()
        peer.close()
    return script


peers = {"Ann": person(2, b"hello\n", b"bye\n"), "Bob": person(3, b"hi\n")}


async def main():
    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    async with server:
        await asyncio.sleep(10)


asyncio.run(main())
