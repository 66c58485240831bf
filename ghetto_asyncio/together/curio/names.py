"""All of curio's names that are here; each module says which are its."""
from ghetto_asyncio.together.curio.errors import *
from ghetto_asyncio.together.curio.group import *
from ghetto_asyncio.together.curio.kernel import *
from ghetto_asyncio.together.curio.mask import *
from ghetto_asyncio.together.curio.network import *
from ghetto_asyncio.together.curio.queue import *
from ghetto_asyncio.together.curio.sync import *
from ghetto_asyncio.together.curio.task import *
from ghetto_asyncio.together.curio.time import *

__all__ = [name for name in dir() if not name.startswith("_")]
