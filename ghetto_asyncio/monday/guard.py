"""The interpreter itself watches whether the loop goes round."""
import asyncio
import faulthandler


def guard(limit, file):
    """Have all stacks written to `file` if the loop stands still.

    The interpreter writes them `limit` seconds after the last call, and
    the loop calls again when half of them are over.
    """
    faulthandler.dump_traceback_later(limit, file=file)
    loop = asyncio.get_running_loop()
    loop.call_later(limit / 2, guard, limit, file)
