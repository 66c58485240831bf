"""Curio's names on our kernel; which names these are, `names` says."""
from ghetto_asyncio.together.curio.names import *
from ghetto_asyncio.together.curio.names import __all__
