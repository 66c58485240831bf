"""Happy eyeballs: call one address after the other, and do not wait long."""
from ghetto_asyncio.cancellation.timeout import timeout_after
from ghetto_asyncio.together.nursery import Nursery


async def happy_eyeballs(connect, addresses, delay=0.25):
    """Return the first connection that is made; see RFC 8305.

    `addresses`: at least one. The next is called when the one before
    it has failed, or after `delay` seconds. Raise an ExceptionGroup if
    all fail.
    """
    made, errors = [], []

    async def attempt(address, attempts):
        """Call one address; if it answers, cancel the other attempts."""
        try:
            sock = await connect(address)
        except OSError as error:
            errors.append(error)
            return
        if made:
            sock.close()
        else:
            made.append(sock)
            await attempts.cancel()

    try:
        async with Nursery() as attempts:
            for address in addresses:
                if made:
                    break
                last = await attempts.spawn(attempt(address, attempts))
                try:
                    async with timeout_after(delay):
                        await last.join()
                except TimeoutError:
                    pass
    except BaseException:
        for sock in made:
            sock.close()
        raise
    if not made:
        raise ExceptionGroup("nobody answers", errors)
    return made[0]
