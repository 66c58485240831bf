"""A kernel that tells what it is asked for, as strace does."""
from ghetto_asyncio.kernel import virtual


class Kernel(virtual.Kernel):
    """Prints the name of each request before it is done."""

    def do(self, task, request):
        """Say who asks for what, and do it."""
        if type(request) is tuple:
            print("   ", task.name, "asks:", *request[:1])
        super().do(task, request)
