"""Two handlers of FastAPI: one answers in one piece, one in many."""
import asyncio

from fastapi import FastAPI
from fastapi.responses import StreamingResponse

app = FastAPI()


async def cook(what):
    """Cook for three seconds, and say how that ended."""
    try:
        await asyncio.sleep(3)
        print(what, "is ready")
    except asyncio.CancelledError:
        print(what, "is cancelled")
        raise


@app.get("/soup")
async def soup():
    """Answer when the soup is cooked."""
    await cook("soup")


@app.get("/menu")
async def menu():
    """Answer with bread at once, and with the menu later."""
    async def courses():
        """Yield the bread, and say when the menu is ready."""
        yield "bread"
        await cook("menu")
    return StreamingResponse(courses())
