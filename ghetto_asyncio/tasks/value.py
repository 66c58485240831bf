"""The way of one value: from a socket into a variable, step by step."""
from ghetto_asyncio.futures import future
from ghetto_asyncio.tasks import sockets


async def hear(loop, sock, tell):
    """Receive up to 100 bytes, and tell what they are."""
    line = await loop.sock_recv(sock, 100)
    tell(f"line = {line}")


class Loop(sockets.Loop):
    """Tells of each handle, of each call, and of each wait."""

    def __init__(self, tell):
        super().__init__()
        self.tell = tell

    def handle(self, callback, args):
        """Tell of a new handle; return one that tells of its call, too."""
        self.tell(f"loop.handle({callback.__name__})")
        return super().handle(self.call, (callback, *args))

    def call(self, callback, *args):
        """Tell of a call, and make it."""
        self.tell(f"{callback.__name__}()")
        callback(*args)

    def wait(self):
        """Wait for sockets, unless there is something to do."""
        if not self.ready:
            self.tell("loop.wait()")
        super().wait()

    def create_future(self):
        """Return a future that tells what it is asked for."""
        return Future(self)

    def create_task(self, coro):
        """Return a task whose coroutine tells who resumes it."""
        return super().create_task(Coroutine(coro, self.tell))


class Future(future.Future):
    """Tells when it is awaited, gets a callback, or gets its result."""

    def __await__(self):
        self.loop.tell("future.__await__()")
        return super().__await__()

    def add_done_callback(self, callback):
        """Have `callback(future)` called in a later round."""
        self.loop.tell(f"future.add_done_callback({callback.__name__})")
        super().add_done_callback(callback)

    def set_result(self, value):
        """End the future with a value."""
        self.loop.tell(f"future.set_result({value})")
        super().set_result(value)


class Coroutine:
    """Tells what is sent into a coroutine, and what comes out."""

    def __init__(self, coro, tell):
        self.coro, self.tell = coro, tell
        self.throw, self.close = coro.throw, coro.close

    def send(self, value):
        """Resume the coroutine; return what it yields."""
        self.tell(f"coro.send({value})")
        wanted = self.coro.send(value)
        self.tell(f"coro.send() → {type(wanted).__name__}")
        return wanted
