"""The kernel with curio's names, and with a clock that jumps."""
from ghetto_asyncio.kernel import virtual
from ghetto_asyncio.together.curio import kernel


class Kernel(kernel.Kernel, virtual.Kernel):
    """Jumps to the next deadline when nobody is ready."""
