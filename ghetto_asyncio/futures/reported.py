"""A future that reports an exception that was never asked for."""
import sys
from os.path import basename

from ghetto_asyncio.futures import future


class Future(future.Future):
    """Knows whether it was asked how it ended."""

    def __init__(self, loop):
        super().__init__(loop)
        self.asked, self.set_at = False, "?"

    def set_exception(self, error):
        """End the future with an exception; note which line did so."""
        super().set_exception(error)
        frame, trace = sys._getframe(1), self.trace
        line = frame.f_lineno
        while trace:
            frame, line = trace.tb_frame, trace.tb_lineno
            trace = trace.tb_next
        name, file = frame.f_code.co_name, frame.f_code.co_filename
        self.set_at = f"{name}, {basename(file)} line {line}"

    def result(self):
        """Return the value, or raise the exception."""
        self.asked = self.done()
        return super().result()

    def exception(self):
        """Return the exception, or None; raise if pending or cancelled."""
        if self.state == "finished":
            self.asked = True
            return self.error
        return self.result()

    def __del__(self):
        failed = self.state == "finished" and self.error is not None
        if failed and not self.asked:
            print(f"nobody asked: {self.error!r}, from {self.set_at}")
