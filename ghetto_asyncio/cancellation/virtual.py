"""The kernel that cancels, with a clock that jumps."""
from ghetto_asyncio.cancellation import kernel
from ghetto_asyncio.kernel import virtual


class Kernel(kernel.Kernel, virtual.Kernel):
    """Cancels tasks, and jumps to the next deadline."""
