"""A call that knows who asked for it."""
import sys
from os.path import basename

from ghetto_asyncio.callbacks import call


class Handle(call.Handle):
    """A call that is to be made, and who asked for it."""

    def __init__(self, callback, args, asked_by):
        super().__init__(callback, args)
        self.asked_by = asked_by

    def run(self):
        """Make the call; an error is reported with the one who asked."""
        callback, args = self.callback, self.args
        try:
            if callback:
                callback(*args)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            name = getattr(callback, "__name__", callback)
            print(f"{name} failed: {error!r}, asked by {self.asked_by}")
        finally:
            self = callback = args = None


class Loop(call.Loop):
    """Writes down who asked for each call."""

    def handle(self, callback, args):
        """Return a handle that knows which function outside asked for it."""
        ours = {cls.__qualname__ for cls in type(self).__mro__}
        frame = sys._getframe(1)
        while frame.f_code.co_qualname.rpartition(".")[0] in ours:
            frame = frame.f_back
        name, file = frame.f_code.co_name, frame.f_code.co_filename
        place = f"{name}, {basename(file)} line {frame.f_lineno}"
        return Handle(callback, args, place)
