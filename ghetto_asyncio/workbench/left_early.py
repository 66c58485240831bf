"""Ann hangs up while her soup is cooking. When does her handler stop?"""
import asyncio
from socket import create_server


def ann(peer):
    peer.connect()
    peer.send(b"soup\n")
    yield 1
    peer.close()


def bob(peer):
    peer.connect()
    peer.send(b"tea\n")
    yield 4
    peer.receive()
    peer.close()


peers = {"Ann": ann, "Bob": bob}


async def handler(reader, writer):
    order = await reader.readline()
    await asyncio.sleep(3)
    print("ready:", order, "too late:", reader.at_eof())
    writer.write(b"hot " + order)
    writer.close()


async def main(listener):
    async with await asyncio.start_server(handler, sock=listener):
        await asyncio.sleep(5)


if __name__ == "__main__":
    with create_server(("127.0.0.1", 0)) as listener:
        asyncio.run(main(listener))
