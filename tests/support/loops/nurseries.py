"""A child for nurseries, ours and asyncio's."""
from __future__ import annotations

from typing import Any


async def work(world: Any, seconds: float, error: BaseException | None = None, *, later: Any = None) -> str:
    """Sleep, perhaps fail, and tidy up for a second, where one may fail, too."""
    try:
        await world.sleep(seconds)
        if error:
            raise error
        return "done"
    finally:
        await world.sleep(1)
        if later:
            raise later
