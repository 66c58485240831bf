"""Ann waits for a line, and is cancelled."""


async def hear(loop, sock):
    """Wait for a line; go home, whether it has come or not."""
    try:
        print("Ann hears", await loop.sock_recv(sock, 100))
    finally:
        print("Ann goes home at", loop.time())


async def evening(loop, sock):
    """Let Ann wait for a minute, and no longer."""
    ann = loop.create_task(hear(loop, sock))
    loop.call_later(60, ann.cancel)
    await loop.sleep(90)
    return ann.state
